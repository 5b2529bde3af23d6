import type { TokenAccess } from '#contract/permissions.ts';
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
  access: TokenAccess;
  tokenPrefix: string;
  createdAt: string;
  /** ISO 8601; from then on the token is refused. */
  expiresAt: string;
  lastUsedAt: string | null;
};

/** What is stored of a new token: the digest, never the secret. */
export type NewToken = Token & { digest: string };

/** A stored token without the time of its last use, which stands elsewhere. */
export type ListedToken = Omit<NewToken, 'lastUsedAt'>;

export interface TokenReader {
  /** Every live token of the user, newest first. */
  list(scope: TenantScope, userId: string): Promise<Token[]>;
  find(scope: TenantScope, userId: string, tokenId: string): Promise<ListedToken | undefined>;
  /** The token if it is one of these users'. */
  findAmong(scope: TenantScope, userIds: readonly string[], tokenId: string): Promise<ListedToken | undefined>;
}

export interface TokenWriter {
  /** The token authenticates as soon as this resolves. False where the user already has `maximum` live ones. */
  create(scope: TenantScope, token: NewToken, maximum: number, alongside: Alongside): Promise<boolean>;
  /** A request that starts after this resolves is refused. False where the token is gone already. */
  revoke(
    scope: TenantScope,
    token: Pick<ListedToken, 'id' | 'userId' | 'digest'>,
    alongside: Alongside,
  ): Promise<boolean>;
}

export interface TokenPolicyReader {
  /** For how many days a new token of the tenant is valid at most. */
  maximumDays(scope: TenantScope): Promise<number>;
}

export interface TokenPolicyWriter {
  /** Holds for tokens that are created from then on. */
  setMaximumDays(scope: TenantScope, days: number, alongside: Alongside): Promise<void>;
}
