import { named, optional } from './primitives.ts';
import * as z from './zod.ts';

/** The body of every error answer: RFC 9457 with our code and all findings at once (decision record 0002). */
export const problem = named(
  'Problem',
  z.object({
    type: z.string(),
    title: z.string(),
    status: z.int32(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    requestId: z.string(),
    errors: z.array(
      z.object({
        in: z.enum(['body', 'query', 'path', 'header']),
        pointer: optional(z.string()),
        name: optional(z.string()),
        code: z.string(),
        message: z.string(),
      }),
    ),
  }),
);
