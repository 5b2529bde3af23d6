import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { JsonSchema } from '#verifier/plan/plan.ts';

import { sentResource } from '../../resources/model/body-wrapper.ts';
import { nounSegment, paramsOf } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { isSameThing, itemIn, successBody } from '../../resources/responses/response-shape.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { isGet, isHarmlessRead } from '../model/is-plain-read.ts';
import type { Planning } from '../model/planning.ts';
import { reachesOut } from '../model/reaches-out.ts';
import { callerNames, creators, people } from '../../vocabulary/people-words.ts';
import { lastWordOf, plainName, sameName } from '../../vocabulary/words-of.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';

/**
 * A response member that names the caller: `id` of `GET /me`. `made`: the resource that the operation
 * creates, if it is a create.
 */
export type IdentitySource = { operation: Operation; pointer: string; made?: Resource };
/**
 * User accounts that exist before the run: the read of one account, and the responses by which a persona learns its own
 * id or name.
 */
export type AccountIdentity = {
  resource: Resource;
  read: NonNullable<Resource['read']>;
  /** An operation about the caller alone (`GET /me`), if the document has one. */
  caller: IdentitySource | undefined;
  /** Creates whose response names the account of the caller: `author` in the response of `POST /posts`. */
  makers: IdentitySource[];
};

const known = new WeakMap<Planning, AccountIdentity[]>();

/**
 * Returns the resources whose items are user accounts that no operation creates, if a response tells a persona which
 * account is its own: `GET /me`, or `author` of an item that the persona created. Computed once per planning.
 */
export function accountIdentitiesIn(planning: Planning): AccountIdentity[] {
  const found = known.get(planning) ?? planning.graph.resources.flatMap((resource) => peopleOf(planning, resource));
  known.set(planning, found);
  return found;
}

function peopleOf(planning: Planning, resource: Resource): AccountIdentity[] {
  const { read, create, isSingleton, noun } = resource;
  const isOfPeople = read?.operation.method === 'GET' && read.place.id !== undefined && people.has(lastWordOf(noun));
  if (!read || !isOfPeople || create || isSingleton || paramsOf(read.operation.path).length !== 1) return [];
  const [caller] = planning.model.operations.flatMap((operation) => callerNamed(planning, resource, operation));
  const makers = planning.graph.resources.flatMap((made) => makerNamed(planning, resource, made));
  return caller || makers.length > 0 ? [{ resource, read, caller, makers }] : [];
}

/**
 * Returns the place where an operation about the caller alone (`GET /me`) always shows the id or name that the
 * accounts' own path takes. [] for any other operation.
 */
function callerNamed(planning: Planning, people: Resource, operation: Operation): IdentitySource[] {
  const { schemas } = planning.model;
  const { method, path, secured } = operation;
  const body = successBody(operation);
  const isOfCaller = secured && paramsOf(path).length === 0 && callerNames.has(plainName(nounSegment(path)));
  if (!isGet(method) || !isOfCaller || body === undefined || !isHarmlessRead(planning, operation)) return [];
  const { id, flat } = itemIn(schemas, body, people);
  const shown = people.read?.place;
  if (!id || !shown?.id || !isAlwaysShown(schemas, body, id.pointer)) return [];
  const isNamed = isPlainId(id.name)
    ? isSameThing(flat, shown.flat) && !hasOwnId(operation, flat, people)
    : isSameThing(flat, shown.flat) || sameName(id.name, shown.id.name);
  return isNamed ? [{ operation, pointer: id.pointer }] : [];
}

/**
 * True for `GET /profile` or `GET /account` if its id may differ from the user's: the users have another noun, and the
 * two responses share no named schema.
 */
function hasOwnId({ path }: Operation, { names }: FlatSchema, { noun, read }: Resource): boolean {
  const called = nounSegment(path);
  const isNamed = names.some((name) => read?.place.flat.names.includes(name));
  return /^(account|profile)$/.test(plainName(called)) && !sameName(called, noun) && !isNamed;
}

/**
 * Returns the places where the response to a POST always names the caller: `author/login`. The request must not send
 * that member, and its schema must be that of the account's own read.
 */
function makerNamed({ model: { schemas } }: Planning, people: Resource, made: Resource): IdentitySource[] {
  const { create } = made;
  const body = create && successBody(create.operation);
  const shown = people.read?.place;
  const id = shown?.id;
  if (!create || create.operation.method !== 'POST' || body === undefined || !shown || !id) return [];
  if (reachesOut(create.operation, [nounSegment(create.operation.path)])) return [];
  const { flat, prefix } = itemIn(schemas, body, made);
  const sent = Object.keys(sentResource(schemas, create.operation).properties);
  const isMaker = ([name, schema]: [string, JsonSchema]): boolean =>
    creators.has(plainName(name)) && !sent.includes(name) && isSameThing(schemas.flatten(schema), shown.flat);
  return Object.entries(flat.properties)
    .filter(isMaker)
    .map(([name]) => prefix + pointerToken(name) + pointerToken(id.name))
    .filter((pointer) => isAlwaysShown(schemas, body, pointer))
    .map((pointer) => ({ operation: create.operation, pointer, made }));
}

/** True if the schema promises a value, not null, at the JSON Pointer: every member on the way is required. */
export function isAlwaysShown(schemas: SchemaStore, schema: JsonSchema, pointer: string): boolean {
  let inner = schema;
  for (const name of segmentsOf(pointer)) {
    const { properties, required } = schemas.flatten(inner);
    inner = properties[name] ?? true;
    if (!required.includes(name) || schemas.flatten(inner).nullable) return false;
  }
  return true;
}
