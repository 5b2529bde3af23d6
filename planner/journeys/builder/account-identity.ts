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
import { plainName, sameName } from '../../vocabulary/words-of.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';

/** Where a response names the caller: the place, and the create whose response it is, if any. */
export type IdentitySource = { operation: Operation; pointer: string; made?: Resource };
/**
 * User accounts that exist before the run: the read that shows one, and the responses that tell a caller its own name.
 */
export type AccountIdentity = {
  resource: Resource;
  read: NonNullable<Resource['read']>;
  /** The operation about the caller alone (`GET /me`). */
  caller: IdentitySource | undefined;
  /** Creates whose response names the account that created the item. */
  makers: IdentitySource[];
};

const PERSON = /(^|[^a-z])(account|author|member|people|person|profile|user)$/i;
/** Names of operations that show only the caller: me, whoami, current user. */
export const CALLER_NAMES = new Set(
  'account currentuser me myself profile self user userinfo verifycredentials viewer whoami'.split(' '),
);
/** Member names by which a service itself names the creator of an item. */
const MAKER = new Set('author createdby creator madeby owner postedby writer writtenby'.split(' '));

const known = new WeakMap<Planning, AccountIdentity[]>();

/** All kinds of people of a document of whom a persona may be one. */
export function accountIdentitiesIn(planning: Planning): AccountIdentity[] {
  const found = known.get(planning) ?? planning.graph.resources.flatMap((resource) => peopleOf(planning, resource));
  known.set(planning, found);
  return found;
}

function peopleOf(planning: Planning, resource: Resource): AccountIdentity[] {
  const { read, create, isSingleton, noun } = resource;
  const isOfPeople = read?.operation.method === 'GET' && read.place.id !== undefined && PERSON.test(noun);
  if (!read || !isOfPeople || create || isSingleton || paramsOf(read.operation.path).length !== 1) return [];
  const [caller] = planning.model.operations.flatMap((operation) => callerNamed(planning, resource, operation));
  const makers = planning.graph.resources.flatMap((made) => makerNamed(planning, resource, made));
  return caller || makers.length > 0 ? [{ resource, read, caller, makers }] : [];
}

/** An operation that shows the caller alone, and always what the people's own path calls them. */
function callerNamed(planning: Planning, people: Resource, operation: Operation): IdentitySource[] {
  const { schemas } = planning.model;
  const { method, path, secured } = operation;
  const body = successBody(operation);
  const isOfCaller = secured && paramsOf(path).length === 0 && CALLER_NAMES.has(plainName(nounSegment(path)));
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
 * A profile may have an id of its own beside that of its user: members that are alike, without a name, do not say that
 * it is the user's.
 */
function hasOwnId({ path }: Operation, { names }: FlatSchema, { noun, read }: Resource): boolean {
  const called = nounSegment(path);
  const isNamed = names.some((name) => read?.place.flat.names.includes(name));
  return /^(account|profile)$/.test(plainName(called)) && !sameName(called, noun) && !isNamed;
}

/** A create that is not sent a user name and whose response names the creator as the user's own read does. */
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
    MAKER.has(plainName(name)) && !sent.includes(name) && isSameThing(schemas.flatten(schema), shown.flat);
  return Object.entries(flat.properties)
    .filter(isMaker)
    .map(([name]) => prefix + pointerToken(name) + pointerToken(id.name))
    .filter((pointer) => isAlwaysShown(schemas, body, pointer))
    .map((pointer) => ({ operation: create.operation, pointer, made }));
}

/** True if every response holds a value at this place. */
export function isAlwaysShown(schemas: SchemaStore, schema: JsonSchema, pointer: string): boolean {
  let inner = schema;
  for (const name of segmentsOf(pointer)) {
    const { properties, required } = schemas.flatten(inner);
    inner = properties[name] ?? true;
    if (!required.includes(name) || schemas.flatten(inner).nullable) return false;
  }
  return true;
}
