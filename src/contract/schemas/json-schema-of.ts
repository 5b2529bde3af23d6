import * as z from './zod.ts';

/**
 * The JSON Schema of a schema. Functions import this file only when they need it, so that they do not carry what makes it (20 KB):
 * `const { jsonSchemaOf } = await import(…)`, and `lib/bundling` puts it beside them.
 */
export const jsonSchemaOf = (schema: z.ZodMiniType): Record<string, unknown> =>
  z.toJSONSchema(schema) as Record<string, unknown>;
