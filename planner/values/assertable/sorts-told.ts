import type { JsonSchema, Template } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';

/** Every text that may stand in a list; none where anything may. */
function closedTexts(schemas: SchemaStore, list: JsonSchema): unknown[] {
  const { const: constant, enum: members } = schemas.flatten(schemas.flatten(list).items ?? true).rest;
  if (constant !== undefined) return [constant];
  return Array.isArray(members) ? members : [];
}

/** What a list is sent with, where that is known already. */
function sentTexts(template: Template): unknown[] {
  if ('literal' in template) return Array.isArray(template.literal) ? template.literal : [];
  return 'array' in template ? template.array.map((one) => ('literal' in one ? one.literal : undefined)) : [];
}

/**
 * What may be claimed of a list that says by which schemas its thing is made (`schemas` of SCIM): its entries are called like members of the thing, or
 * are URNs. Whose members are there, and whose are not, the server says itself: others may come, and only what names none of them stays for sure.
 * Undefined: it is no such list.
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
