import type { JsonSchema, PlanBundle } from '#verifier/plan/plan.ts';

const IN_BUNDLE = '#/$defs/';
const IN_DOCUMENT = '#/x-verify/$defs/';

/**
 * Returns the shared schemas with references from the root of an Arazzo document. Its readers resolve every `$ref`,
 * also in extensions.
 */
export function documentSchemaRefs($defs: PlanBundle['$defs']): PlanBundle['$defs'] {
  return withReferences($defs, IN_BUNDLE, IN_DOCUMENT);
}

/** Returns the shared schemas of an Arazzo document with references as in a bundle. */
export function bundleSchemaRefs($defs: PlanBundle['$defs']): PlanBundle['$defs'] {
  return withReferences($defs, IN_DOCUMENT, IN_BUNDLE);
}

function withReferences($defs: PlanBundle['$defs'], from: string, to: string): PlanBundle['$defs'] {
  return JSON.parse(JSON.stringify($defs), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(from) ? to + value.slice(from.length) : value,
  ) as Record<string, JsonSchema>;
}
