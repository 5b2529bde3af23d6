import type { JsonSchema } from '#verifier/plan/plan.ts';

import { isSameValue } from '../../intake/json/canonical-json.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';

const known = new WeakMap<FlatSchema, FlatSchema>();

/**
 * Returns one object schema for a choice of objects (`oneOf`, `anyOf`), with the members that all branches document
 * alike. Other schemas stay unchanged.
 */
export function withCommonMembers(schemas: SchemaStore, flat: FlatSchema): FlatSchema {
  if (flat.alternatives.length < 2 || Object.keys(flat.properties).length > 0) return flat;
  const found = known.get(flat) ?? joined(schemas, flat);
  known.set(flat, found);
  return found;
}

function joined(schemas: SchemaStore, flat: FlatSchema): FlatSchema {
  const branches = flat.alternatives.map((branch) => schemas.flatten(branch));
  const [first, ...others] = branches;
  if (first === undefined || branches.some(({ types }) => types.length !== 1 || types[0] !== 'object')) return flat;
  const isCommon = ([name, schema]: [string, JsonSchema]) =>
    others.every(({ properties }) => Object.hasOwn(properties, name) && isSameValue(properties[name] ?? true, schema));
  return {
    ...flat,
    types: ['object'],
    properties: Object.fromEntries(Object.entries(first.properties).filter(isCommon)),
    required: first.required.filter((name) => others.every(({ required }) => required.includes(name))),
  };
}
