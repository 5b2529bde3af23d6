import { sentResource } from '../../../resources/model/body-wrapper.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { SentField } from '../../../values/model/choice.ts';
import { fits } from '../../../intake/schema/fits.ts';
import { isFreeProse } from '../../../values/text/placeholders.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import { readItem, readShows } from '../../builder/show-item.ts';
import { withValuesAt } from '../../model/with-values-at.ts';
import type { Proposal } from '../../model/sketch.ts';
import { changedBody, updateItem } from '../../builder/update-item.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import { defineShape } from '../../model/define-shape.ts';

/**
 * Returns the names of optional texts that create and update take, that the item's read shows, and that may be
 * empty: a description, notes.
 */
function textsToEmpty(planning: Planning, resource: Resource, operation: Operation): Set<string> {
  const { schemas } = planning.model;
  const { create } = resource;
  const made = create && sentResource(schemas, create.operation);
  const { properties, required } = sentResource(schemas, operation);
  const names = Object.entries(properties).flatMap(([name, schema]) => {
    const flat = schemas.flatten(schema);
    const isClosed = ['enum', 'const', 'default', 'readOnly'].some((key) => flat.rest[key] !== undefined);
    const isNeeded = required.includes(name) || made?.required.includes(name) === true;
    const isOpen = flat.types[0] === 'string' && isFreeProse(name, flat) && fits(schemas, schema, '');
    const field = { pointer: pointerToken(name), name, schema, template: { literal: '' } };
    const isShown = readShows(planning, resource, field);
    return isOpen && isShown && !isClosed && !isNeeded && made && Object.hasOwn(made.properties, name) ? [name] : [];
  });
  return new Set(names);
}

function build(journey: Journey, resource: Resource, operation: Operation): void {
  const item = journey.item(resource);
  readItem(journey, item, operation.words, item.createdBy);
  const names = textsToEmpty(journey.planning, resource, operation);
  const { body, changed } = changedBody(journey, item, operation);
  const isText = ({ name, pointer }: SentField) =>
    names.has(name) && pointer === pointerToken(name) && item.held.has(pointer);
  const texts = body?.fields.filter(isText) ?? [];
  if (!body || texts.length === 0)
    throw new CannotPlan({
      reason: 'OUTCOME_NOT_SHOWN',
      pointer: operation.pointer,
      detail: `No text that ${operation.key} could empty is sent when ${withArticle(resource.noun)} is made.`,
      edit: 'Give it an example.',
    });
  const empty = { literal: '' };
  const update = updateItem(journey, item, operation, {
    ...body,
    template: withValuesAt(body.template, new Map(texts.map(({ pointer }) => [body.within + pointer, empty]))),
    fields: body.fields.map((field) => (isText(field) ? { ...field, template: empty } : field)),
  });
  // If other members change too, the engine may leave a refused empty text out, and the other changes are asserted.
  const step = journey.steps.at(-1);
  if (step && texts.length < changed.length) step.optional = body.optional;
  readItem(journey, item, operation.words, update);
}

export const updateToEmptyString = defineShape({
  id: 'update/to-empty-string',
  kind: 'update-read',
  title: 'A text that is not required can be emptied, and shows no longer the text before',
  terms: ['empty string', 'AIP-134'],
  example: 'PATCH /tasks/7 {"note":""} → 200, GET /tasks/7 → 200 {"note":""}',
  test: 'planner/journeys/shapes/update/update-to-empty-string',
  testTitle: 'is missed where a server %s',
  propose,
});

function propose(planning: Planning, resource: Resource, operation: Operation): Proposal[] {
  const { read, isSingleton, create, noun } = resource;
  const isSame = operation === create?.operation;
  const isUpdate = operation.method === 'PUT' || operation.method === 'PATCH';
  // In a form, an empty value counts as absent, so only JSON bodies are sent.
  const isJson = /[/+]json/i.test(operation.body?.contentType ?? '');
  if (!read || isSingleton || isSame || !isUpdate || !isJson) return [];
  if (textsToEmpty(planning, resource, operation).size === 0) return [];
  return [
    {
      name: `${operation.method} of ${withArticle(noun)} with an empty text is stored`,
      subject: operation,
      personas: [],
      variant: 'emptied',
      build: (journey) => build(journey, resource, operation),
    },
  ];
}
