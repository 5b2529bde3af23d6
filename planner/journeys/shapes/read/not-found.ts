import type { Template } from '#verifier/plan/plan.ts';

import { parentPath, shapeOf } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import type { FlatSchema } from '../../../intake/schema/flat-schema.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { uniqueFor } from '../../../values/text/unique-for.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import { placeholderPathValue } from '../../requests/placeholder-path-value.ts';
import { readStep } from './read-below.ts';
import { expectRefusal, documentsNotFound } from '../../model/documented-responses.ts';
import { etagPrecondition } from '../../requests/etag-precondition.ts';
import { readItem } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { changedBody } from '../../builder/update-item.ts';
import type { BuiltBody } from '../../model/built-body.ts';
import { defineShape } from '../../model/define-shape.ts';

function build(journey: Journey, resource: Resource, operation: Operation): void {
  const { planning } = journey;
  const isByName = planning.graph.rpc.has(operation);
  const { schemas } = planning.model;
  // The first value may be the id that the journey chose for its own item, so the second is sent.
  const turn = resource.create?.id.from === 'path' || resource.create?.id.from === 'sent' ? 1 : 0;
  const id = isByName
    ? uniqueFor(schemas, schemas.flatten(resource.paramSchema), resource.param, undefined, turn)
    : placeholderPathValue(planning, operation, resource.param, { turn });
  if (id && 'literal' in id && typeof id.literal === 'string' && !resource.create) {
    // A value outside an enum may be refused as invalid. So a value of the enum is read first. For the
    // other one, almost any 4xx passes.
    readStep(journey, operation, { path: journey.pathOf(operation, missingItem(resource, id)) });
    askAnyhow(journey, 'read-unknown', operation, missingItem(resource, NO_ID), undefined);
    return;
  }
  if (!id || 'literal' in id)
    throw new CannotPlan({
      reason: 'NO_VALUE_FITS',
      pointer: operation.pointer,
      detail: `{${resource.param}} admits no id that is surely unknown.`,
      edit: `Widen the schema of the path parameter "${resource.param}".`,
    });
  if (resource.create) readItem(journey, journey.item(resource), '', journey.item(resource).createdBy);
  const bodies = updatesOf(resource).map((update) => [update, bodyFor(journey, resource, update)] as const);
  const missing = missingItem(resource, id);
  journey.step({
    verb: 'read-unknown',
    noun: resource.noun,
    operation,
    persona: journey.actor,
    path: journey.pathOf(operation, missing),
    body: isByName ? journey.body(operation, 0, missing) : undefined,
    expect: expectRefusal(operation, 'not-found', [404, 410]),
    assert: [{ op: 'status' }],
  });
  const isTyped = isTypedId(schemas.flatten(resource.paramSchema));
  if (isTyped && !isByName) askAnyhow(journey, 'read-malformed', operation, missingItem(resource, NO_ID), undefined);
  for (const [update, body] of bodies) if (body) askAnyhow(journey, 'update-unknown', update, missing, body);
}

/** A text that is no integer, no UUID and in no enum. */
const NO_ID: Template = { unique: { stem: 'no-id', maxLength: 24, charset: 'text' } };

/** True for an id of type integer or UUID: a text in its place can break the server. */
function isTypedId({ types, rest }: FlatSchema): boolean {
  return types[0] === 'integer' || rest['format'] === 'uuid';
}

/**
 * Adds a request with an unknown id. Any 4xx but 408, 425 and 429 passes: the server may check the body before it looks
 * for the item.
 */
function askAnyhow(journey: Journey, verb: string, operation: Operation, missing: Item, body: BuiltBody | undefined) {
  journey.step({
    verb,
    noun: missing.resource.noun,
    operation,
    persona: journey.actor,
    path: journey.pathOf(operation, missing),
    body,
    expect: expectRefusal(operation, 'not-found', [404, 410]),
    mayBeAbsent: true,
    assert: [{ op: 'status' }],
  });
}

/**
 * Returns the PUT and PATCH that document 404 or 410, but no 201, of items that the server names: with an unknown id
 * they should create nothing.
 */
function updatesOf({ create, read, put, patch }: Resource): Operation[] {
  const isNamedByServer = create?.id.from === 'body' || create?.id.from === 'location';
  if (create?.operation.method !== 'POST' || !isNamedByServer) return [];
  return [put, patch]
    .filter((one) => one !== undefined)
    .filter(({ path, responses }) => {
      return path === read?.operation.path && !responses['201'] && (responses['404'] ?? responses['410']) !== undefined;
    });
}

/**
 * Returns an update's body; undefined if it cannot be built, or if the update needs an ETag, which an
 * unknown item does not have.
 */
function bodyFor(journey: Journey, resource: Resource, update: Operation): BuiltBody | undefined {
  const isOfVersion = Object.keys(etagPrecondition(update, journey.item(resource), () => true)).length > 0;
  return isOfVersion ? undefined : journey.attempt(() => changedBody(journey, journey.item(resource), update).body);
}

/**
 * True if the service stores the items. If there is only a read, and a POST of another path without 201 and 202, the
 * read may answer for any id.
 */
function isKept({ graph }: Planning, { create, read, list, put, patch, remove, actions }: Resource): boolean {
  if (list || put || patch || remove || actions.length > 0) return true;
  if (!create || !read) return false;
  const { method, path, responses } = create.operation;
  const isBeside = method !== 'POST' || shapeOf(path) === parentPath(shapeOf(read.operation.path));
  return isBeside || graph.rpc.has(create.operation) || ['201', '202'].some((status) => responses[status]);
}

/** True if the operation reads one item of a stored collection, so that an unknown id must answer 404 or 410. */
export function mustNotFind(planning: Planning, operation: Operation): boolean {
  const resource = planning.graph.resources.find(({ read }) => read?.operation === operation);
  return resource !== undefined && !resource.isSingleton && isKept(planning, resource);
}

export const notFound = defineShape({
  id: 'read/not-found',
  kind: 'not-found',
  title: 'An id that no item has is answered 404 or 410, also while other items exist',
  terms: ['404 (RFC 9110 §15.5.5)'],
  example: 'POST /tasks → 201 {"id":7}, GET /tasks/4711 → 404',
  test: 'planner/journeys/shapes/read/not-found',
  testTitle: 'a server that changes what nobody has is found',
  propose,
});

/**
 * Proposes a read of an unknown id, if the read documents 404, 410 or 4XX. An item is created first, if an operation
 * creates one. Left out: resources that may not be stored (`isKept`), such as usage by name.
 */
function propose(planning: Planning, resource: Resource): Proposal[] {
  const { read, noun } = resource;
  if (!read || resource.isSingleton || !isKept(planning, resource)) return [];
  const { operation } = read;
  if (!documentsNotFound(operation)) return [];
  if (planning.graph.rpc.has(operation) && !operation.body) return [];
  return [
    {
      name: `An unknown ${noun} is not found`,
      subject: operation,
      personas: [],
      variant: '',
      build: (journey) => build(journey, resource, operation),
    },
  ];
}

function missingItem(resource: Resource, template: Template): Item {
  const id = { template, reference: { capture: '' }, fromHeader: false };
  return { resource, createdBy: undefined, held: new Map(), id };
}
