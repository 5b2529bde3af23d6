import type { JsonSchema } from '#verifier/plan/plan.ts';

import { sentResource } from '../../../resources/model/body-wrapper.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { SchemaStore } from '../../../intake/schema/schema-store.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { SentField } from '../../../values/model/choice.ts';
import { isForGood, literalOf, mayBeZero } from '../../../values/choose/may-be-zero.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import { readItem, readShows } from '../../builder/show-item.ts';
import { withValuesAt } from '../../model/with-values-at.ts';
import type { Proposal } from '../../model/sketch.ts';
import { bodyWithOnly, changedBody, updateItem } from '../../builder/update-item.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import type { BuiltBody } from '../../model/built-body.ts';
import { isVersionLike } from '../../../vocabulary/identifiers.ts';
import { defineShape } from '../../model/define-shape.ts';

/**
 * True for a boolean whose first value is false: an update usually sets it to true, and only this shape sets it back.
 */
function isDownFirst(schemas: SchemaStore, schema: JsonSchema): boolean {
  const { types, rest } = schemas.flatten(schema);
  const { default: usual, examples, readOnly } = rest;
  const first = Array.isArray(examples) ? examples[0] : usual;
  return types[0] === 'boolean' && first === false && readOnly !== true;
}

/** True if the update takes a member that a read shows and that may be 0, or be set back to false. */
function takesNothing(planning: Planning, resource: Resource, operation: Operation): boolean {
  const { schemas } = planning.model;
  const made = resource.create ? sentResource(schemas, resource.create.operation).properties : {};
  const { properties, required } = sentResource(schemas, operation);
  // A required version must differ in each update, and this shape sends one twice: such an update is left out.
  if (required.some(isVersionLike)) return false;
  return Object.entries(properties).some(([name, schema]) => {
    const isDown = !isForGood(name) && [schema, made[name] ?? true].some((one) => isDownFirst(schemas, one));
    const field = { pointer: pointerToken(name), name, schema, template: { literal: 0 } };
    return readShows(planning, resource, field) && (isDown || mayBeZero(schemas, name, schema));
  });
}

/**
 * Returns the fields of the body that may be sent as 0 or, for `nothing` false, flags that the body sets to true first.
 */
function fieldsFor({ planning }: Journey, body: BuiltBody, item: Item, nothing: 0 | false): SentField[] {
  const { schemas } = planning.model;
  return body.fields.filter((field) => {
    const value = literalOf(field.template);
    const held = literalOf(item.held.get(field.pointer)?.template);
    const isWanted =
      nothing === 0
        ? typeof value === 'number' && mayBeZero(schemas, field.name, field.schema)
        : value === true && held !== true && !isForGood(field.name);
    return isWanted && readShows(planning, item.resource, field);
  });
}

/**
 * Updates the item with 0 or false in the fields, and asserts these fields alone. A server may change other members
 * too: what is out of stock is not for sale.
 */
function sendNothing(
  journey: Journey,
  item: Item,
  operation: Operation,
  body: BuiltBody,
  fields: SentField[],
  nothing: 0 | false,
): void {
  const template = { literal: nothing };
  const sent: BuiltBody = {
    ...body,
    template: withValuesAt(body.template, new Map(fields.map(({ pointer }) => [body.within + pointer, template]))),
    fields: fields.map((field) => ({ ...field, template })),
  };
  const pointers = fields.map(({ pointer }) => pointer);
  item.held.clear();
  const update = updateItem(journey, item, operation, bodyWithOnly(journey, operation, sent, pointers));
  const change = journey.steps.at(-1);
  readItem(journey, item, '', update);
  const look = journey.steps.at(-1);
  if (nothing !== 0 || !change || !look) return;
  // Some items cannot have the quantity 0 (a cart line) and are then gone. An extra read, which may answer 404, finds
  // that out before the asserted read.
  change.assert = [];
  const id = journey.freeId('find', item.resource.noun);
  journey.steps.splice(-1, 0, { ...look, id, assert: [], mayBeAbsent: true });
}

function build(journey: Journey, resource: Resource, operation: Operation): void {
  const item = journey.item(resource);
  const { body } = changedBody(journey, item, operation);
  const zeros = body ? fieldsFor(journey, body, item, 0) : [];
  const flags = body ? fieldsFor(journey, body, item, false) : [];
  if (!body || zeros.length + flags.length === 0)
    throw new CannotPlan({
      reason: 'OUTCOME_NOT_SHOWN',
      pointer: operation.pointer,
      detail: `No read of ${withArticle(resource.noun)} shows a number that may be 0, or a flag, that ${operation.key} takes.`,
      edit: `Document it in the response that shows ${withArticle(resource.noun)}.`,
    });
  // The first update has usual values: if a server stores no update at all, the journey fails here, as
  // other journeys do.
  readItem(journey, item, operation.words, updateItem(journey, item, operation, body));
  if (zeros.length > 0) sendNothing(journey, item, operation, body, zeros, 0);
  if (flags.length > 0) sendNothing(journey, item, operation, body, flags, false);
}

export const updateToZeroOrFalse = defineShape({
  id: 'update/to-zero-or-false',
  kind: 'update-read',
  title: 'An update to 0 or to false shows it',
  terms: ['falsy value', 'AIP-134'],
  example: 'PATCH /products/7 {"stock":0} → 200, GET /products/7 → 200 {"stock":0}',
  test: 'planner/journeys/shapes/update/update-to-zero-or-false',
  testTitle: 'are sent by an update of their own, each kind by itself',
  propose,
});

function propose(planning: Planning, resource: Resource, operation: Operation): Proposal[] {
  // Only PUT and PATCH: an operation called by name may come from protobuf, which cannot tell 0 from an absent member.
  const isNamed = operation.method !== 'PUT' && operation.method !== 'PATCH';
  if (!resource.read || resource.isSingleton || isNamed || !takesNothing(planning, resource, operation)) return [];
  return [
    {
      name: `${operation.method} of ${withArticle(resource.noun)} with 0 or false is stored`,
      subject: operation,
      personas: [],
      variant: 'nothing',
      build: (journey) => build(journey, resource, operation),
    },
  ];
}
