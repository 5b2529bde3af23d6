import type { JsonSchema, Template } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';

/** Returns the texts that a list's schema allows; [] if it allows any text. */
function closedTexts(schemas: SchemaStore, list: JsonSchema): unknown[] {
  const { const: constant, enum: members } = schemas.flatten(schemas.flatten(list).items ?? true).rest;
  if (constant !== undefined) return [constant];
  return Array.isArray(members) ? members : [];
}

/** Returns the entries of a sent list. An entry that is not literal, but known only in the run, is undefined. */
function sentTexts(template: Template): unknown[] {
  if ('literal' in template) return Array.isArray(template.literal) ? template.literal : [];
  return 'array' in template ? template.array.map((one) => ('literal' in one ? one.literal : undefined)) : [];
}

/**
 * Returns how to compare a list that names the schemas or members of an item, such as `schemas` in SCIM. A server may
 * add entries. `filled`: the one sent entry must be there, as it names no member of the item. `nothing`: no entry is
 * certain. Undefined for other lists.
 */
export function sortsTold(
  schemas: SchemaStore,
  template: Template,
  [sent, shown]: [JsonSchema, JsonSchema],
  { properties }: FlatSchema,
): 'filled' | 'nothing' | undefined {
  const closed = closedTexts(schemas, sent);
  const isMember = (one: unknown) => typeof one === 'string' && Object.hasOwn(properties, one);
  const texts = sentTexts(template);
  const isUrn = texts.some((one) => typeof one === 'string' && /^urn:/i.test(one));
  if (closed.length === 1 || !(isUrn || [...closed, ...closedTexts(schemas, shown)].some(isMember))) return undefined;
  return texts.length === 1 && !texts.some(isMember) ? 'filled' : 'nothing';
}
