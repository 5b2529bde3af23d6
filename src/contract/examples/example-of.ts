import type * as z from '../schemas/zod.ts';

export type Example = { schema: z.ZodMiniType; value: unknown };

/** A value that a reader of the document sees for this schema; types hold it here, a guard against the published schema. */
export const exampleOf = <S extends z.ZodMiniType>(schema: S, value: z.input<S>): Example => ({ schema, value });
