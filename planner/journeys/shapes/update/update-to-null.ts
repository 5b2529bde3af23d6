import type { Assertion } from '#verifier/plan/plan.ts';

import { nullableMembers } from '../../../resources/creation/nullable-members.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { readItem } from '../../builder/show-item.ts';
import { bodyWithOnly, changedBody, updateItem } from '../../builder/update-item.ts';
import { defineShape } from '../../model/define-shape.ts';
import { assertHeld, type Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import { withValuesAt } from '../../model/with-values-at.ts';
import type { Proposal } from '../../model/sketch.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';

export const updateToNull = defineShape({
  id: 'update/to-null',
  kind: 'update-read',
  finds: ['null-ignored'],
  title: 'A JSON Merge Patch with null removes an optional member: a read shows its value no more',
  terms: ['JSON Merge Patch (RFC 7396)', 'AIP-134'],
  example:
    'GET /flags/f → 200 {"description":"a"}, PATCH /flags/f {"description":null} → 200, GET /flags/f → 200 {"description":null}, or without it',
  test: 'planner/journeys/shapes/update/update-to-null',
  testTitle: 'finds a server that keeps the old value',
  propose,
});

function propose(planning: Planning, resource: Resource, operation: Operation): Proposal[] {
  const { read, isSingleton, noun } = resource;
  if (!read || isSingleton || nullableMembers(planning.model.schemas, resource, operation).length === 0) return [];
  return [
    {
      name: `${withArticle(noun, true)} loses a text that PATCH sets to null`,
      subject: operation,
      personas: [],
      variant: 'null',
      build: (journey) => build(journey, resource, operation),
    },
  ];
}

function build(journey: Journey, resource: Resource, operation: Operation): void {
  const { schemas } = journey.planning.model;
  const item = journey.item(resource);
  readItem(journey, item, operation.words, item.createdBy);
  const { body } = changedBody(journey, item, operation);
  const nullable = new Set(nullableMembers(schemas, resource, operation));
  const isNulled = ({ pointer }: { pointer: string }) => nullable.has(pointer) && item.held.has(pointer);
  const nulled = body?.fields.filter(isNulled) ?? [];
  const changes = removalsOf(journey, item, new Set(nulled.map(({ pointer }) => pointer)));
  if (!body || changes.length === 0)
    throw new CannotPlan({
      reason: 'OUTCOME_NOT_SHOWN',
      pointer: operation.pointer,
      detail: `No read of ${withArticle(resource.noun)} shows a text that its create sends and ${operation.key} may be sent as null.`,
      edit: `Document it in the response that shows ${withArticle(resource.noun)}.`,
    });
  const pointers = nulled.map(({ pointer }) => pointer);
  const nulls = new Map(pointers.map((pointer) => [body.within + pointer, { literal: null }]));
  const sent = { ...body, template: withValuesAt(body.template, nulls), fields: nulled, optional: [] };
  // A server may change other members together with these, so they are not asserted.
  item.held.clear();
  const update = updateItem(journey, item, operation, bodyWithOnly(journey, operation, sent, pointers));
  const change = journey.steps.at(-1);
  // If the null is refused, nothing is asserted. Otherwise the read after the update is asserted, not its response.
  if (change) Object.assign(change, { mayBeAbsent: true, assert: [] });
  item.held.clear();
  readItem(journey, item, '', update);
  journey.steps.at(-1)?.assert.push(...changes);
}

/**
 * Returns, for each of these members that the read documents, the assertion that it differs from the value sent before.
 * An absent member passes, too.
 */
function removalsOf({ planning }: Journey, item: Item, pointers: ReadonlySet<string>): Assertion[] {
  const { place } = item.resource.read ?? {};
  if (!place) return [];
  const held = new Map([...item.held].filter(([pointer]) => pointers.has(pointer)));
  return assertHeld(planning.model.schemas, { ...item, held }, place.flat, place.prefix, '').flatMap((one) =>
    one.op === 'equals' ? [{ op: 'differs' as const, pointer: one.pointer, value: one.value }] : [],
  );
}
