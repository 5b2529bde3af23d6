import { createHash } from 'node:crypto';
import type { Identity } from '#domain/ports/sign-in.ts';

/** Somebody who signed in. `subject` is the digest of their identity, `email` the address that their issuer has verified. */
export type Person = { subject: string; email: string | undefined };

/** Names an identity in the table. */
export const subjectDigest = ({ issuer, subject }: Identity): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');

/** Somebody who is no user yet: counted by themselves, and named in the log by the user that they become. */
export const asNobodyYet = (person: Person | undefined) => ({
  tenantId: person?.subject ?? '',
  userId: '',
  email: person?.email ?? null,
  tokenId: null,
  tier: 'FREE' as const,
});
