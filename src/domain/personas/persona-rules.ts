import { notFound, ServiceError } from '#contract/errors.ts';
import type { Actor } from '#domain/access/actor.ts';
import { effectiveWorkspaceRole } from '#domain/access/effective-roles.ts';
import type { WorkspaceScope } from '#domain/access/scope.ts';
import type { Persona, PersonaRefusal, PersonaScope } from '#domain/ports/persona-repository.ts';
import { upperSnake } from '#verifier/plan/upper-snake.ts';

const rank = { PROJECT: 0, WORKSPACE: 1, TENANT: 2 } as const satisfies Record<PersonaScope, number>;

/** Nearest scope first, then by name regardless of case (decision record 0006). */
export const byScopeAndName = (a: Persona, b: Persona): number =>
  rank[a.scope] - rank[b.scope] || compare(a.name.toLowerCase(), b.name.toLowerCase());

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** `AUTH_<NAME_UPPER_SNAKE>`, the convention of specification §2. */
export const defaultEnvVar = (name: string): string => `AUTH_${upperSnake(name)}`;

/**
 * What an inherited persona changes for others needs the right of its scope: TENANT a tenant Admin whose token sees the whole tenant,
 * WORKSPACE a workspace Admin (decision record 0006). Throws FORBIDDEN.
 */
export const requirePersonaScope = (actor: Actor, scope: WorkspaceScope, personaScope: PersonaScope): void => {
  if (personaScope === 'TENANT' && !(isTenantAdmin(actor) && actor.tokenWorkspaceId === null)) {
    throw new ServiceError('FORBIDDEN', 'A persona of scope TENANT needs a tenant Admin with a token of scope TENANT.');
  }
  if (personaScope === 'WORKSPACE' && effectiveWorkspaceRole(actor, scope.workspaceId) !== 'ADMIN') {
    throw new ServiceError('FORBIDDEN', 'A persona of scope WORKSPACE needs a workspace Admin.');
  }
};

const isTenantAdmin = ({ effectiveRole }: Actor): boolean => effectiveRole === 'OWNER' || effectiveRole === 'ADMIN';

/** The refusal as an error that says which name is taken. */
export const refused = (refusal: PersonaRefusal, { name, envVar, scope }: Persona): ServiceError => {
  if (refusal === 'NOT_FOUND') return notFound();
  const taken = refusal === 'NAME_CONFLICT' ? `is called '${name}'` : `uses the variable ${envVar}`;
  return new ServiceError(refusal, `Another persona of scope ${scope} ${taken}. Choose another one.`);
};
