import type { createPat as endpoint } from '#contract/endpoints/pats.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import type { Actor } from '#domain/access/actor.ts';
import { effectiveWorkspaceRole } from '#domain/access/effective-roles.ts';
import { factsOf } from './token-facts.ts';
import type { UseCase, UseCaseInput } from '#domain/use-case.ts';
import { issueToken } from './issue-token.ts';
import { expiryOf } from './token-rules.ts';

/** Live tokens of one user at a time (security and reliability §1.1). */
const maximumTokens = 100;

/** A new token of the caller; this answer is the only place where its secret ever shows (decision record 0001). */
export const createPat: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, body, alongside, audit } = input;
  const workspaceId = workspaceOf(body);
  requireWideToken(actor);
  const maximumDays = await ports['token-policy:read'].maximumDays(scope);
  const expiresAt = expiryOf(body.expiresAt, maximumDays, actor, runtime.now());
  if (workspaceId !== null) {
    const visible = effectiveWorkspaceRole(actor, workspaceId) !== undefined;
    if (!visible || !(await ports['workspaces:read'].find(scope, workspaceId))) throw notFound();
  }
  const wish = { userId: actor.userId, name: body.name, workspaceId, access: body.access ?? 'WRITE', expiresAt };
  const { secret, token } = issueToken(wish, runtime);
  const answer = { body: { ...token, token: secret }, headers: { location: `/api/v1/pats/${token.id}` } };
  const entry = audit('PAT_CREATED', { type: 'PAT', id: token.id, name: token.name }, factsOf(token));
  if (!(await ports['tokens:write'].create(scope, token, maximumTokens, { ...alongside(answer), entry }))) {
    throw new ServiceError('TOKEN_LIMIT_REACHED', `A user may have ${maximumTokens} live tokens. Revoke one first.`);
  }
  return answer;
};

/** The workspace that the new token is for; null for the whole tenant. Nothing is guessed: a half-given scope is refused. */
const workspaceOf = (body: UseCaseInput<typeof endpoint>['body']): string | null => {
  const workspaceId = body.workspaceId ?? null;
  const narrow = body.scope === 'WORKSPACE';
  if (narrow !== (workspaceId !== null)) {
    const message = narrow ? 'is required with scope WORKSPACE' : 'goes with scope WORKSPACE only';
    const code = narrow ? 'REQUIRED' : 'INVALID';
    throw new ServiceError('VALIDATION_FAILED', `#/workspaceId ${message}`, [
      { in: 'body', pointer: '#/workspaceId', code, message },
    ]);
  }
  return workspaceId;
};

/** A token for one workspace would outlive its revocation in those that it creates. */
const requireWideToken = ({ tokenWorkspaceId }: Actor): void => {
  if (tokenWorkspaceId !== null)
    throw new ServiceError('SCOPE_ESCALATION', 'Your token is for one workspace; it cannot create tokens.');
};
