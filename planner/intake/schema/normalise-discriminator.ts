import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member } from '../json/json-object.ts';
import type { NameOf } from './schema-reader.ts';

const PREFIX = '#/$defs/';

/** A discriminator for one branch: the member's name, and the values that it must (`enum`) or may (`examples`) have. */
export type Kind = { property: string; hint: JsonObject };

/**
 * Returns a discriminator as its member's name and the `$defs` name of each value. References to other documents are
 * left out. OpenAPI 2.0 states only the name. Undefined for a malformed discriminator.
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
 * Returns the discriminator for the branch `name`, with the values that map to it. If none does, the branch's name is
 * an example. Undefined for a malformed discriminator.
 */
export function kindOf(discriminator: Json | undefined, name: string): Kind | undefined {
  const property = member(discriminator, 'propertyName');
  const mapping = member(discriminator, 'mapping');
  if (typeof property !== 'string' || !isObject(mapping)) return undefined;
  const values = valuesOf(mapping, name);
  return { property, hint: values.length > 0 ? { enum: values } : { examples: [name] } };
}

/** Returns the kind that `markBranch` added to a branch; undefined for other branches. */
export function markedKind(schema: JsonObject): Kind | undefined {
  const marked = member(schema, 'discriminator');
  const property = member(marked, 'property');
  const hint = member(marked, 'hint');
  return typeof property === 'string' && isObject(hint) ? { property, hint } : undefined;
}

/** Returns a branch that is a `$ref` with its kind added. Other branches stay unchanged. */
export function markBranch(branch: JsonSchema, discriminator: Json): JsonSchema {
  const reference = isObject(branch) ? branch['$ref'] : undefined;
  const kind = typeof reference === 'string' ? kindOf(discriminator, reference.slice(PREFIX.length)) : undefined;
  return isObject(branch) && kind ? { ...branch, discriminator: kind } : branch;
}

/** Returns the names of the schemas that a discriminator maps to, in the order of their values, without repetition. */
export function mappedNames(discriminator: Json): string[] {
  const mapping = member(discriminator, 'mapping');
  if (!isObject(mapping)) return [];
  const names = Object.keys(mapping)
    .sort()
    .map((value) => mapping[value]);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}
