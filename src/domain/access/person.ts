import { createHash } from 'node:crypto';
import type { Identity } from '#domain/ports/sign-in.ts';

/** Somebody who signed in. `subject` is the digest of their identity, `email` the address that their issuer has verified. */
export type Person = {
  subject: string;
  email: string | undefined;
  /** The identity provider of a tenant that they signed in by, and the address that it names, verified or not; null: by none. */
  provider: { name: string; email: string | undefined } | null;
};

/** How a user is found by who signs in: at the issuer itself, or by SSO. A user can have both. */
export type SignsInAs = { subject: string } | { ssoSubject: string };

export const signsInAs = ({ subject, provider }: Pick<Person, 'subject' | 'provider'>): SignsInAs =>
  provider === null ? { subject } : { ssoSubject: subject };

export const subjectIn = (as: SignsInAs): string => ('subject' in as ? as.subject : as.ssoSubject);

/** Names an identity in the table. */
export const subjectDigest = ({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');

/** Somebody who is no user yet: counted by themselves, and named in the log by the user that they become. */
export const asNobodyYet = (person: Pick<Person, 'subject' | 'email'> | undefined) => ({
  tenantId: person?.subject ?? '',
  userId: '',
  email: person?.email ?? null,
  tokenId: null,
  tier: 'FREE' as const,
});
