import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';

/** A personal access token without its secret (specification §2). */
export type Token = {
  id: string;
  userId: string;
  name: string;
  scope: 'TENANT' | 'WORKSPACE';
  /** The only workspace that the token sees; null with scope TENANT. */
  workspaceId: string | null;
  tokenPrefix: string;
  createdAt: string;
  lastUsedAt: string | null;
};

/** What is stored of a new token: the digest, never the secret. */
export type NewToken = Token & { digest: string };

export interface TokenReader {
  /** Every live token of the user, newest first. */
  list(scope: TenantScope, userId: string): Promise<Token[]>;
}

export interface TokenWriter {
  /** The token authenticates as soon as this resolves. False where the user already has `maximum` live ones. */
  create(scope: TenantScope, token: NewToken, maximum: number, alongside: Alongside): Promise<boolean>;
  find(scope: TenantScope, userId: string, tokenId: string): Promise<Token | undefined>;
  /** A request that starts after this resolves is refused. False where the user has no such token. */
  revoke(scope: TenantScope, userId: string, tokenId: string): Promise<boolean>;
}
