import type { JsonSchema, Template } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';

/** All allowed texts of a list; undefined where any text is allowed. */
function closedTexts(schemas: SchemaStore, list: JsonSchema): unknown[] {
  const { const: constant, enum: members } = schemas.flatten(schemas.flatten(list).items ?? true).rest;
  if (constant !== undefined) return [constant];
  return Array.isArray(members) ? members : [];
}

/** The entries that a list is sent with, where they are known already. */
function sentTexts(template: Template): unknown[] {
  if ('literal' in template) return Array.isArray(template.literal) ? template.literal : [];
  return 'array' in template ? template.array.map((one) => ('literal' in one ? one.literal : undefined)) : [];
}

/**
 * Entries to assert in a list such as `schemas` of SCIM, which names the schemas of an item. The server adds schemas of
 * its own; only an entry that names no member of the item surely stays. Undefined for other lists.
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
