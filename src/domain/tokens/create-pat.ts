import type { createPat as endpoint } from '#contract/endpoints/pats.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import type { Actor } from '#domain/access/actor.ts';
import { effectiveWorkspaceRole } from '#domain/access/effective-roles.ts';
import { createToken, tokenDigest, tokenPrefix } from '#domain/access/token-format.ts';
import { factsOf } from './token-facts.ts';
import type { Token } from '#domain/ports/token-repository.ts';
import type { UseCase, UseCaseInput } from '#domain/use-case.ts';

/** Live tokens of one user at a time (security and reliability §1.1). */
const maximumTokens = 100;

/** A new token of the caller; this answer is the only place where its secret ever shows (decision record 0001). */
export const createPat: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, body, alongside, audit } = input;
  const workspaceId = workspaceOf(actor, body);
  if (workspaceId !== null) {
    const visible = effectiveWorkspaceRole(actor, workspaceId) !== undefined;
    if (!visible || !(await ports['workspaces:read'].find(scope, workspaceId))) throw notFound();
  }
  const secret = createToken((count) => runtime.randomBytes(count));
  const token: Token = {
    id: runtime.newId(),
    userId: actor.userId,
    name: body.name,
    scope: workspaceId === null ? 'TENANT' : 'WORKSPACE',
    workspaceId,
    tokenPrefix: tokenPrefix(secret),
    createdAt: runtime.now().toISOString(),
    lastUsedAt: null,
  };
  const stored = { ...token, digest: tokenDigest(secret) };
  const answer = { body: { ...token, token: secret }, headers: { location: `/api/v1/pats/${token.id}` } };
  const entry = audit('PAT_CREATED', { type: 'PAT', id: token.id, name: token.name }, factsOf(token));
  if (!(await ports['tokens:write'].create(scope, stored, maximumTokens, { ...alongside(answer), entry }))) {
    throw new ServiceError('TOKEN_LIMIT_REACHED', `A user may have ${maximumTokens} live tokens. Revoke one first.`);
  }
  return answer;
};

/** The workspace that the new token is for; null for the whole tenant. Nothing is guessed: a half-given scope is refused. */
const workspaceOf = (actor: Actor, body: UseCaseInput<typeof endpoint>['body']): string | null => {
  const workspaceId = body.workspaceId ?? null;
  const narrow = body.scope === 'WORKSPACE';
  if (narrow !== (workspaceId !== null)) {
    const message = narrow ? 'is required with scope WORKSPACE' : 'goes with scope WORKSPACE only';
    const code = narrow ? 'REQUIRED' : 'INVALID';
    throw new ServiceError('VALIDATION_FAILED', `#/workspaceId ${message}`, [
      { in: 'body', pointer: '#/workspaceId', code, message },
    ]);
  }
  if (actor.tokenWorkspaceId !== null && actor.tokenWorkspaceId !== workspaceId) {
    throw new ServiceError(
      'SCOPE_ESCALATION',
      'Your token is for one workspace; it can create tokens for that one only.',
    );
  }
  return workspaceId;
};
