import type { Json, JsonSchema, Template } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import { member, pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import { isItemPath, nounSegment } from './path-template.ts';
import { sameName } from '../../vocabulary/words-of.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';

/**
 * The part of a request body that holds the resource: the member `data`, a member named after the resource
 * (`{"article": {…}}`), or the first entry of a list. If the member is required, optional scalars may be beside it.
 */
export type BodyWrapper = {
  /** The member's name. For a list: the singular noun of the path. */
  name: string;
  pointer: string;
  schema: JsonSchema;
  isList: boolean;
  /** Names of the optional scalars beside the wrapped resource. */
  beside: string[];
};

const known = new WeakMap<Operation, { wrapper: BodyWrapper | undefined }>();

/** Returns the part of the request body that holds the resource. Undefined if the whole body does, or there is none. */
export function bodyWrapper(schemas: SchemaStore, operation: Operation): BodyWrapper | undefined {
  const { wrapper } = known.get(operation) ?? { wrapper: findWrapper(schemas, operation) };
  known.set(operation, { wrapper });
  return wrapper;
}

function findWrapper(schemas: SchemaStore, operation: Operation): BodyWrapper | undefined {
  const { body, path } = operation;
  if (!body) return undefined;
  const { properties, required, items, rest } = schemas.flatten(body.schema);
  const isObject = (schema: JsonSchema) => schemas.flatten(schema).types[0] === 'object';
  if (items !== undefined && operation.method === 'POST' && !isItemPath(path))
    return isObject(items) && Number(rest['minItems'] ?? 0) <= 1
      ? { name: singular(nounSegment(path)), pointer: '/0', schema: items, isList: true, beside: [] }
      : undefined;
  const own = singular(nounSegment(path));
  const names = Object.keys(properties);
  const name = names.find((one) => one === 'data' || sameName(one, own));
  if (name === undefined) return undefined;
  const others = names.filter((one) => one !== name);
  const schema = properties[name] ?? true;
  if (name !== 'data' && isNamedById(schemas, schema)) return undefined;
  const isAlone = others.every((other) => !required.includes(other) && isSingle(schemas, properties[other] ?? true));
  const isWrapper = isObject(schema) && (others.length === 0 || (required.includes(name) && isAlone));
  return isWrapper ? { name, pointer: pointerToken(name), schema, isList: false, beside: others } : undefined;
}

/** True for an object whose only member is an id: `{"step": {"id": 7}}` refers to an existing item. */
export function isNamedById(schemas: SchemaStore, schema: JsonSchema): boolean {
  const [key, ...others] = Object.keys(schemas.flatten(schema).properties);
  return key !== undefined && others.length === 0 && isPlainId(key);
}

/** True for a schema whose type, as that of all its alternatives, is neither object nor array. */
function isSingle(schemas: SchemaStore, schema: JsonSchema): boolean {
  const { types, alternatives } = schemas.flatten(schema);
  const isPlain = !types.includes('object') && !types.includes('array');
  return isPlain && alternatives.every((branch) => isSingle(schemas, branch));
}

/**
 * Returns the flat schema of the resource in the request body, without its wrapper. Without a body, it is the schema
 * that accepts any value.
 */
export function sentResource(schemas: SchemaStore, operation: Operation): FlatSchema {
  return schemas.flatten(bodyWrapper(schemas, operation)?.schema ?? operation.body?.schema ?? true);
}

/** Returns the body with the resource in its wrapper: `{"article": resource}` or `[resource]`. */
export function wrapped({ name, isList }: BodyWrapper, resource: Template): Template {
  return isList ? { array: [resource] } : { object: { [name]: resource } };
}

/** Returns the resource in a body with this wrapper. Undefined if the body has no such member or entry. */
export function heldIn({ name, isList }: BodyWrapper, body: Json | undefined): Json | undefined {
  return isList ? (Array.isArray(body) ? body[0] : undefined) : member(body, name);
}
