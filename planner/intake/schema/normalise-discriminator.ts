import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject, member } from '../json/json-object.ts';
import type { NameOf } from './schema-reader.ts';

const PREFIX = '#/$defs/';

/**
 * What a discriminator says of one branch: the name of its member, and the values that it must (`enum`) or may
 * (`examples`) hold.
 */
export type Kind = { property: string; hint: JsonObject };

/**
 * Normalised: the member's name, and `$defs` names by value. 2.0 writes only the name. External targets are left out.
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
 * The kind of the branch that is the schema `name`: the values that map to it, or its name as a proposal where nothing
 * maps.
 */
export function kindOf(discriminator: Json | undefined, name: string): Kind | undefined {
  const property = member(discriminator, 'propertyName');
  const mapping = member(discriminator, 'mapping');
  if (typeof property !== 'string' || !isObject(mapping)) return undefined;
  const values = valuesOf(mapping, name);
  return { property, hint: values.length > 0 ? { enum: values } : { examples: [name] } };
}

/** The kind that a branch was marked with by `markBranch`. */
export function markedKind(schema: JsonObject): Kind | undefined {
  const marked = member(schema, 'discriminator');
  const property = member(marked, 'property');
  const hint = member(marked, 'hint');
  return typeof property === 'string' && isObject(hint) ? { property, hint } : undefined;
}

/** A branch that is a reference, with its kind; others stay as they are. */
export function markBranch(branch: JsonSchema, discriminator: Json): JsonSchema {
  const reference = isObject(branch) ? branch['$ref'] : undefined;
  const kind = typeof reference === 'string' ? kindOf(discriminator, reference.slice(PREFIX.length)) : undefined;
  return isObject(branch) && kind ? { ...branch, discriminator: kind } : branch;
}

/** The schemas that a base with a mapping and no `oneOf` may really be, in order of their values. */
export function mappedNames(discriminator: Json): string[] {
  const mapping = member(discriminator, 'mapping');
  if (!isObject(mapping)) return [];
  const names = Object.keys(mapping)
    .sort()
    .map((value) => mapping[value]);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}
