import * as z from '#contract/schemas/zod.ts';

export type JsonSchema = { type: 'object'; [keyword: string]: unknown };

/**
 * A schema of the contract as MCP wants it: an object at its root. Answers may grow, so nothing is closed.
 */
export const toolSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, $ref, $defs, ...root } = z.toJSONSchema(schema, { io }) as Record<string, unknown>;
  const named = typeof $ref === 'string' ? ($defs as Record<string, object>)[$ref.slice('#/$defs/'.length)] : {};
  return open({ ...root, ...named, ...($defs === undefined ? {} : { $defs }) }) as JsonSchema;
};

const open = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(open);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).filter(([name, value]) => name !== 'additionalProperties' || value !== false);
  return Object.fromEntries(entries.map(([name, value]) => [name, open(value)]));
};
