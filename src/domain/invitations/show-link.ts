import type { InvitationLink } from '#domain/ports/join-repository.ts';

/** A link as lists show it. */
export const showLink = ({ digest: _digest, validUntil, createdBy: _by, ...link }: InvitationLink) => ({
  ...link,
  expiresAt: validUntil,
});
