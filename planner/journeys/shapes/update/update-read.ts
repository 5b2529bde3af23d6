import type { Assertion } from '#verifier/plan/plan.ts';

import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { creationTimeOf } from '../../../resources/responses/creation-time.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import type { SchemaStore } from '../../../intake/schema/schema-store.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { assertedFields } from '../../../values/assertable/asserted-fields.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import { isBelowCreated, updateGlobalSingleton } from '../../builder/update-global-singleton.ts';
import { canShow, isListed, listItem, showItem, shownPlace } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { changedBody, firstChange, updateItem } from '../../builder/update-item.ts';
import { updateWithEmptyPatch, updateWithStaleVersion } from './update-with-empty-patch.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import { defineShape } from '../../model/define-shape.ts';

function build(journey: Journey, resource: Resource, operation: Operation, oneAlone: boolean): void {
  if (resource.isSingleton && !isBelowCreated(journey, operation)) {
    updateGlobalSingleton(journey, resource, operation);
    return;
  }
  const item = journey.item(resource);
  const before = showItem(journey, item, operation.words, item.createdBy);
  const madeThen = claimMadeThen(journey, resource, operation);
  const all = changedBody(journey, item, operation);
  const { body, changed } = (oneAlone && firstChange(journey, item, operation, all)) || all;
  if (changed.length === 0) throw noSecondValue(operation);
  const update = updateItem(journey, item, operation, body);
  if (!showsOneOf(journey, item, changed, operation))
    throw new CannotPlan({
      reason: 'OUTCOME_NOT_SHOWN',
      pointer: operation.pointer,
      detail: `No read of ${withArticle(resource.noun)} documents a field that ${operation.key} changes.`,
      edit: `Document the changed fields in the response that shows ${withArticle(resource.noun)}.`,
    });
  showItem(journey, item, operation.words, update);
  const last = journey.steps.at(-1);
  if (last && last.path === resource.read?.operation.path) last.assert = [...last.assert, ...madeThen];
  if (oneAlone) return;
  updateWithEmptyPatch(journey, item, operation, body);
  updateWithStaleVersion(journey, item, operation, before);
}

/**
 * Captures the creation time from the read before the update. Returns the assertion that it is the same after the
 * update; [] if the read shows none.
 */
function claimMadeThen(journey: Journey, resource: Resource, operation: Operation): Assertion[] {
  const { read, create, noun } = resource;
  const time = creationTimeOf(journey.planning.model.schemas, resource);
  const step = journey.steps.at(-1);
  if (!time || step?.path !== read?.operation.path || operation === create?.operation) return [];
  const capture = journey.freeCapture(`${noun}_${time.name}`);
  if (step) step.captures = { ...step.captures, [capture]: { from: 'body', pointer: time.pointer } };
  return [{ op: 'equals', pointer: time.pointer, value: { capture }, compare: 'date-time' }];
}

function noSecondValue(operation: Operation): CannotPlan {
  return new CannotPlan({
    reason: 'NO_SECOND_VALUE',
    pointer: operation.body?.pointer ?? operation.pointer,
    detail: `Every field that ${operation.key} takes has only one possible value.`,
    edit: `Give a field that ${operation.key} takes a second example or a second enum value.`,
  });
}

function showsOneOf(journey: Journey, item: Item, changed: string[], operation: Operation): boolean {
  const place = shownPlace(item);
  if (!place || !canShow(item)) return false;
  const { schemas } = journey.planning.model;
  const shown = assertedFields(schemas, [...item.held.values()], place.flat, operation.words);
  return shown.some(({ pointer }) => changed.includes(pointer));
}

function takesSeveral(schemas: SchemaStore, operation: Operation): boolean {
  return Object.keys(sentResource(schemas, operation).properties).length > 1;
}

/** True if a PUT that creates at a chosen id also documents another success than 201: then it updates too. */
function updatesToo({ responses }: Operation): boolean {
  return Object.keys(responses).some((status) => /^2|^303$/.test(status) && status !== '201');
}

export const updateRead = defineShape<[Resource, Operation]>({
  id: 'update/read-back',
  kind: 'update-read',
  title: 'A read after PUT or PATCH shows the change',
  terms: ['PUT (RFC 9110 §9.3.4)', 'PATCH (RFC 5789)', 'AIP-134'],
  example: 'PATCH /tasks/7 {"title":"b"} → 200, GET /tasks/7 → 200 {"title":"b"}',
  test: 'planner/journeys/shapes/shapes',
  testTitle: 'a resource with create, read, list, update and delete has a journey of each basic shape',
  propose: (_planning, resource, operation) => [
    updated(resource, operation, '', `changed by ${operation.method} shows the change`),
  ],
});

export const updateOneField = defineShape<[Resource, Operation]>({
  id: 'update/one-field',
  kind: 'update-read',
  title: 'A PATCH of one member changes that one and keeps the others',
  terms: ['PATCH (RFC 5789)', 'partial update (AIP-134)'],
  example: 'PATCH /tasks/7 {"title":"b"} → 200, GET /tasks/7 → 200 {"title":"b","note":"as before"}',
  test: 'planner/resources/model/wrapped-resource',
  testTitle: 'is made once of every field, and once of one field while the others stay',
  propose: (planning, resource, operation) =>
    operation === resource.patch && operation.method === 'PATCH' && takesSeveral(planning.model.schemas, operation)
      ? [updated(resource, operation, 'one field', 'changed by PATCH in one field keeps the others')]
      : [],
});

/**
 * Proposes to read the item, update it and read it again. With a `variant`, the update sends the first changed member
 * and those that must be sent with it, if that leaves others out.
 */
function updated(resource: Resource, operation: Operation, variant: string, what: string): Proposal {
  return {
    name: `${withArticle(resource.noun, true)} ${what}`,
    subject: operation,
    personas: [],
    variant,
    build: (journey) => build(journey, resource, operation, variant !== ''),
  };
}

/** Returns the PUT and PATCH of the resource, without a PUT that only creates. */
export function updatesOf({ put, patch, create }: Resource): Operation[] {
  return [put, patch]
    .filter((operation) => operation !== undefined)
    .filter((operation) => operation !== create?.operation || updatesToo(operation));
}

export const updateInList = defineShape<[Resource]>({
  id: 'update/in-list',
  kind: 'update-read',
  title: 'The list shows what an update changed',
  terms: ['stale list', 'read your writes'],
  example: 'PATCH /tasks/7 {"title":"b"} → 200, GET /tasks → 200 [{"id":7,"title":"b"}]',
  test: 'planner/journeys/shapes/update/update-in-list',
  testTitle: 'an update is looked for in the list, too',
  propose: (planning, resource) => {
    const [first] = updatesOf(resource);
    return first && resource.create && isListedToo(planning, resource, first) ? [changedInList(resource, first)] : [];
  },
});

/**
 * True if the items have their own read, and the list shows a member that the update takes. The list may be cached or
 * stored elsewhere.
 */
function isListedToo({ model }: Planning, { read, list, isSingleton }: Resource, operation: Operation): boolean {
  if (!read || !list || isSingleton) return false;
  const { properties } = sentResource(model.schemas, operation);
  return Object.keys(properties).some((name) => isListed({ read, list }, name));
}

/**
 * Gives the second list the query of the first, except members that the update takes. Example:
 * `?project_id=` of a task.
 */
function askAsBefore({ planning, steps }: Journey, operation: Operation, before: string, after: string): void {
  const taken = sentResource(planning.model.schemas, operation).properties;
  const [first, second] = [before, after].map((id) => steps.find((step) => step.id === id));
  const kept = Object.entries(first?.params.query ?? {}).filter(([name]) => !Object.hasOwn(taken, name));
  if (second) second.params = { ...second.params, query: { ...Object.fromEntries(kept), ...second.params.query } };
}

function changedInList(resource: Resource, operation: Operation): Proposal {
  return {
    name: `The list shows ${withArticle(resource.noun)} as ${operation.method} changed it`,
    subject: operation,
    personas: [],
    variant: 'list',
    build: (journey) => {
      const item = journey.item(resource);
      const look = (effectOf: string | undefined) =>
        listItem(journey, item, 'listContains', { words: operation.words }, effectOf);
      const before = look(item.createdBy);
      const { body, changed } = changedBody(journey, item, operation);
      if (changed.length === 0) throw noSecondValue(operation);
      askAsBefore(journey, operation, before, look(updateItem(journey, item, operation, body)));
    },
  };
}
