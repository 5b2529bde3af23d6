import { createHash } from 'node:crypto';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { Invitation } from '#domain/ports/user-repository.ts';

const shape = /^dzi_[\w-]{43}$/;
const secretBytes = 32;
const validDays = 7;

/** A new secret, `dzi_` and 32 random bytes in base64url, with what is stored of it. */
export const newInvitation = (
  runtime: Pick<Runtime, 'now' | 'randomBytes'>,
  days = validDays,
): { token: string; invitation: Invitation } => {
  const token = `dzi_${Buffer.from(runtime.randomBytes(secretBytes)).toString('base64url')}`;
  const validUntil = new Date(runtime.now().getTime() + days * 24 * 3600 * 1000).toISOString();
  return { token, invitation: { digest: invitationDigest(token), validUntil } };
};

/** False for what we cannot have made: refused without a storage call. */
export const isInvitationToken = (token: string): boolean => shape.test(token);

export const invitationDigest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The invitation as its one answer shows it. */
export const showInvitation = (baseUrl: string, token: string, { validUntil }: Invitation) => ({
  token,
  acceptUrl: `${baseUrl}/api/v1/invitations/${token}/accept`,
  expiresAt: validUntil,
});
