import { createToken, tokenDigest, tokenPrefix } from '#domain/access/token-format.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { NewToken } from '#domain/ports/token-repository.ts';
import { daysAfter, usualMaximumDays } from './token-rules.ts';

type Wish = Pick<NewToken, 'userId' | 'name'> & Partial<Pick<NewToken, 'workspaceId' | 'access' | 'expiresAt'>>;

/**
 * A new token with its secret, which is nowhere else. Unless told otherwise it is for the whole tenant, may write, and is valid for as long
 * as tokens may be.
 */
export const issueToken = (
  { userId, name, workspaceId = null, access = 'WRITE', expiresAt }: Wish,
  runtime: Pick<Runtime, 'now' | 'newId' | 'randomBytes'>,
): { secret: string; token: NewToken } => {
  const now = runtime.now();
  const secret = createToken((count) => runtime.randomBytes(count));
  const token: NewToken = {
    id: runtime.newId(),
    userId,
    name,
    scope: workspaceId === null ? 'TENANT' : 'WORKSPACE',
    workspaceId,
    access,
    tokenPrefix: tokenPrefix(secret),
    createdAt: now.toISOString(),
    expiresAt: expiresAt ?? daysAfter(now, usualMaximumDays).toISOString(),
    lastUsedAt: null,
    digest: tokenDigest(secret),
  };
  return { secret, token };
};
