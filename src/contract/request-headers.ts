import type { Method } from './method.ts';
import { keepsAnswers, type Permission } from './permissions.ts';
import { documented, nonBlank } from './schemas/primitives.ts';
import * as z from './schemas/zod.ts';

/**
 * What the entity tag of a resource is: the stored version of what can be changed, so that a write can name it, or a digest of the answer
 * for what is only read (security and reliability §3).
 */
export type EntityTag = 'version' | 'content';

/** RFC 9110 §13.1: `*`, or tags in quotes. `[/]`, since validators of other languages do not know an escaped slash. */
const entityTags = documented(
  z
    .string()
    .check(
      z.maxLength(1000),
      z.regex(
        /^(?:\*|(?:W[/])?"[\x21\x23-\x7e]*"(?: *, *(?:W[/])?"[\x21\x23-\x7e]*")*)$/,
        'must be * or entity tags in quotes, as in "v3"',
      ),
    ),
  { format: 'entity-tags' },
);

/** The request headers that an endpoint of this kind reads, beside those of every request; all optional. By their canonical names. */
export const requestHeaders = (method: Method, permission: Permission, etag: EntityTag | undefined) => {
  const fields: Record<string, z.ZodMiniType> = {};
  if (etag !== undefined && method === 'GET') fields['If-None-Match'] = z.exactOptional(entityTags);
  if (etag === 'version' && (method === 'PUT' || method === 'DELETE')) fields['If-Match'] = z.exactOptional(entityTags);
  if (keepsAnswers(method, permission)) fields['Idempotency-Key'] = z.exactOptional(nonBlank(255));
  return z.object(fields);
};
