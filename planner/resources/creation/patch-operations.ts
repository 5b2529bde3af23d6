import type { Json } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { sameName } from '../../vocabulary/words-of.ts';

/**
 * A PATCH body that is a list of operations on attributes. `name` is the list's member, `replace` the verb of a
 * replacement, and `beside` has the other required members.
 */
export type PatchOperations = { name: string; replace: Json; beside: Record<string, Json> };

const known = new WeakMap<Operation, { operations: PatchOperations | undefined }>();

/**
 * Recognises a SCIM PATCH body (RFC 7644 §3.5.2): `{schemas, Operations: [{op, path, value}]}`. Undefined for any other
 * body, if a required member other than `schemas` is beside the list, and if a required `schemas` documents no value.
 */
export function patchOperations(schemas: SchemaStore, operation: Operation): PatchOperations | undefined {
  const { operations } = known.get(operation) ?? { operations: findOperations(schemas, operation) };
  known.set(operation, { operations });
  return operations;
}

function findOperations(schemas: SchemaStore, { method, body }: Operation): PatchOperations | undefined {
  if (method !== 'PATCH' || !body) return undefined;
  const { properties, required } = schemas.flatten(body.schema);
  const name = required.find((one) => sameName(one, 'operations'));
  const list = schemas.flatten(name === undefined ? true : (properties[name] ?? true));
  if (name === undefined || list.types[0] !== 'array' || list.items === undefined) return undefined;
  const entry = schemas.flatten(list.items);
  const names = Object.keys(entry.properties);
  if (!['op', 'path', 'value'].every((one) => names.includes(one))) return undefined;
  const { enum: verbs = ['replace'] } = schemas.flatten(entry.properties['op'] ?? true).rest;
  const replace = Array.isArray(verbs) ? verbs.find((one) => /^replace$/i.test(String(one))) : undefined;
  const others = required.filter((one) => one !== name);
  const beside = others.flatMap((one): [string, Json][] => {
    const { rest, items = true } = schemas.flatten(properties[one] ?? true);
    const { const: only, enum: members } = schemas.flatten(items).rest;
    const urn = only ?? (Array.isArray(members) && members.length === 1 ? members[0] : undefined);
    const [example] = Array.isArray(rest['examples'])
      ? rest['examples']
      : body.examples.map((whole) => member(whole, one));
    const value = urn === undefined ? example : [urn];
    return one === 'schemas' && value !== undefined ? [[one, value]] : [];
  });
  if (replace === undefined || beside.length < others.length) return undefined;
  return { name, replace, beside: Object.fromEntries(beside) };
}

/** Returns the values that the body's operations set, by attribute path; null for an operation without a value. */
export function attributesReplaced({ name }: PatchOperations, body: Json | undefined): JsonObject {
  const list = member(body, name);
  const replaced = (Array.isArray(list) ? list : []).flatMap((one): [string, Json][] => {
    return isObject(one) && typeof one['path'] === 'string' ? [[one['path'], one['value'] ?? null]] : [];
  });
  return Object.fromEntries(replaced);
}
