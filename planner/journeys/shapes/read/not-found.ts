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
  // An id that the journey itself chose is known.
  const turn = resource.create?.id.from === 'path' || resource.create?.id.from === 'sent' ? 1 : 0;
  const id = isByName
    ? uniqueFor(schemas, schemas.flatten(resource.paramSchema), resource.param, undefined, turn)
    : placeholderPathValue(planning, operation, resource.param, { turn });
  if (id && 'literal' in id && typeof id.literal === 'string' && !resource.create) {
    // Outside a closed set of names there is none, and what is no name of it may be refused as such. One of the set is there to fall back to.
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

/** A text that no id format allows. */
const NO_ID: Template = { unique: { stem: 'no-id', maxLength: 24, charset: 'text' } };

/** If the server reads only typed ids (integer, UUID), an id of another type can break it. */
function isTypedId({ types, rest }: FlatSchema): boolean {
  return types[0] === 'integer' || rest['format'] === 'uuid';
}

/** Any refusal will do: what is asked may be judged before it is looked for. */
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

/** Updates that make nothing at an id which nobody has: what they change, the server has made and named, and they know a 404. */
function updatesOf({ create, read, put, patch }: Resource): Operation[] {
  const isNamedByServer = create?.id.from === 'body' || create?.id.from === 'location';
  if (create?.operation.method !== 'POST' || !isNamedByServer) return [];
  return [put, patch]
    .filter((one) => one !== undefined)
    .filter(({ path, responses }) => {
      return path === read?.operation.path && !responses['201'] && (responses['404'] ?? responses['410']) !== undefined;
    });
}

/** Undefined where the update needs more than a body: an unknown item has no ETag. */
function bodyFor(journey: Journey, resource: Resource, update: Operation): BuiltBody | undefined {
  const isOfVersion = Object.keys(etagPrecondition(update, journey.item(resource), () => true)).length > 0;
  return isOfVersion ? undefined : journey.attempt(() => changedBody(journey, journey.item(resource), update).body);
}

/**
 * Whether the items are a collection's own. What is only made elsewhere, by a POST that is merely called alike and does not say that it makes
 * or starts something, and what no other operation lists or changes, may be a view by any key: an echo.
 */
function isKept({ graph }: Planning, { create, read, list, put, patch, remove, actions }: Resource): boolean {
  if (list || put || patch || remove || actions.length > 0) return true;
  if (!create || !read) return false;
  const { method, path, responses } = create.operation;
  const isBeside = method !== 'POST' || shapeOf(path) === parentPath(shapeOf(read.operation.path));
  return isBeside || graph.rpc.has(create.operation) || ['201', '202'].some((status) => responses[status]);
}

/** Whether a read of an id that no item has must not be answered with one. */
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
  test: 'planner/asked-amiss',
  propose,
});

/**
 * An id that no item has is answered as the spec documents: 404 (or 410), also where there is an item that a lookup could fall back to.
 * What nothing creates or lists may be a view of things that need not be there: usage by name, environments for a project.
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
