import type { AuditMetadata } from '#domain/audit/audit-entry.ts';
import type { Token } from '#domain/ports/token-repository.ts';

/** What the audit log says of a new token. */
export const factsOf = ({
  userId,
  scope,
  workspaceId,
  access,
  tokenPrefix,
  expiresAt,
}: Omit<Token, 'lastUsedAt'>): AuditMetadata => ({
  userId,
  scope,
  workspaceId,
  access,
  tokenPrefix,
  expiresAt,
});
