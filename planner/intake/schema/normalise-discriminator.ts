import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member } from '../json/json-object.ts';
import type { NameOf } from './schema-reader.ts';

const PREFIX = '#/$defs/';

/**
 * What a discriminator says of one branch: the name of its member, and the values that this must (`enum`) or may
 * (`examples`) have.
 */
export type Kind = { property: string; hint: JsonObject };

/**
 * Returns a discriminator as the name of its member and the `$defs` name of each value. OpenAPI 2.0 states only the
 * name. References outside the document are left out. Undefined for a malformed one.
 */
export function normaliseDiscriminator(raw: Json | undefined, nameOf: NameOf): Json | undefined {
  const propertyName = typeof raw === 'string' ? raw : member(raw, 'propertyName');
  if (typeof propertyName !== 'string') return undefined;
  const given = member(raw, 'mapping');
  const mapping = Object.entries(isObject(given) ? given : {}).flatMap(([value, target]) => {
    if (typeof target !== 'string' || !/^(#\/|[\w.-]+$)/.test(target)) return [];
    const reference = target.startsWith('#') ? target : `#/components/schemas/${target}`;
    return [[value, nameOf(reference, '')]];
  });
  return { propertyName, mapping: Object.fromEntries(mapping) as JsonObject };
}

function valuesOf(mapping: JsonObject, name: string): string[] {
  return Object.keys(mapping)
    .filter((value) => mapping[value] === name)
    .sort();
}

/**
 * Returns what a discriminator says of the branch `name`: the values that map to it. If none does, the branch's name is
 * proposed as value. Undefined for a malformed discriminator.
 */
export function kindOf(discriminator: Json | undefined, name: string): Kind | undefined {
  const property = member(discriminator, 'propertyName');
  const mapping = member(discriminator, 'mapping');
  if (typeof property !== 'string' || !isObject(mapping)) return undefined;
  const values = valuesOf(mapping, name);
  return { property, hint: values.length > 0 ? { enum: values } : { examples: [name] } };
}

/** Returns the kind with which `markBranch` marked a branch. Undefined if it is not marked. */
export function markedKind(schema: JsonObject): Kind | undefined {
  const marked = member(schema, 'discriminator');
  const property = member(marked, 'property');
  const hint = member(marked, 'hint');
  return typeof property === 'string' && isObject(hint) ? { property, hint } : undefined;
}

/** Returns a branch that is a reference, marked with its kind. Returns other branches unchanged. */
export function markBranch(branch: JsonSchema, discriminator: Json): JsonSchema {
  const reference = isObject(branch) ? branch['$ref'] : undefined;
  const kind = typeof reference === 'string' ? kindOf(discriminator, reference.slice(PREFIX.length)) : undefined;
  return isObject(branch) && kind ? { ...branch, discriminator: kind } : branch;
}

/**
 * Returns the names of the schemas that a discriminator maps to, sorted by their values. A base schema without `oneOf`
 * may be any of them.
 */
export function mappedNames(discriminator: Json): string[] {
  const mapping = member(discriminator, 'mapping');
  if (!isObject(mapping)) return [];
  const names = Object.keys(mapping)
    .sort()
    .map((value) => mapping[value]);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}
