import { dateTime, documented, named, rule, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

/** 100 MiB (security and reliability §1.7). */
export const largestUploadBytes = 100 * 1024 * 1024;

/** No larger spec is read. */
const largestSpecBytes = 16 * 1024 * 1024;

export const newUpload = named(
  'NewUpload',
  documented(
    z
      .object({
        /** What it will be committed as. */
        kind: z.enum(['RUN', 'SPEC']),
        sizeBytes: z.int().check(z.gte(1), z.lte(largestUploadBytes)),
        /** Hex SHA-256 of the bytes. */
        sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      })
      .check(
        z.refine(({ kind, sizeBytes }) => kind !== 'SPEC' || sizeBytes <= largestSpecBytes, {
          path: ['sizeBytes'],
          message: `must be at most ${largestSpecBytes} for a SPEC`,
        }),
      ),
    rule({ properties: { kind: { const: 'SPEC' } } }, { properties: { sizeBytes: { maximum: largestSpecBytes } } }),
  ),
);

export const upload = named(
  'Upload',
  z.object({
    uploadId: uuidOut,
    /** Takes the bytes by PUT, with exactly these headers and no Authorization, once. */
    url: z.url(),
    headers: z.record(z.string(), z.string()),
    expiresAt: dateTime,
  }),
);
