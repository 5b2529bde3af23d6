import type { updatePersona as endpoint } from '#contract/endpoints/personas.ts';
import { notFound, ServiceError, type FieldError } from '#contract/errors.ts';
import type { Persona } from '#domain/ports/persona-repository.ts';
import type { UseCase, UseCaseInput } from '#domain/use-case.ts';
import { requireVersion } from '#domain/versioned.ts';
import { sealed } from './persona-credentials.ts';
import { changesOf, targetOf } from './persona-facts.ts';
import { defaultEnvVar, refused, requirePersonaScope } from './persona-rules.ts';

type Changes = Omit<UseCaseInput<typeof endpoint>['body'], 'credentials'>;

/**
 * Sets what the body carries; the rest stays, stored credentials too, unless the type changes without new ones. A null `envVar` goes back to the convention. Scope and project may be echoed, not changed.
 * Throws FORBIDDEN, VALIDATION_FAILED, CREDENTIALS_MISMATCH, NAME_CONFLICT, ENV_VAR_CONFLICT (decision record 0006).
 */
export const updatePersona: UseCase<typeof endpoint> = async (input, ports) => {
  const { actor, scope, path, body, ifMatch, audit } = input;
  const personas = ports['personas:write'];
  for (;;) {
    const before = await ports['personas:read'].find(scope, path.personaId);
    if (!before) throw notFound();
    requirePersonaScope(actor, scope, before.scope);
    refuseMove(before, body);
    requireVersion(before.version, ifMatch);
    const { credentials, ...fields } = body;
    const after = changed(before, fields);
    // New credentials are released only where whoever sends them says so: the flag may be somebody else's.
    if (credentials) after.credentialsForRuns = body.credentialsForRuns === true;
    requireKnownCredentials(before, after, credentials);
    const isOtherType = after.authType !== before.authType;
    const secret = credentials
      ? await sealed(ports['secrets:encrypt'], scope, after, credentials, body.authType !== undefined)
      : credentials === null || isOtherType
        ? 'REMOVE'
        : 'KEEP';
    if (secret !== 'KEEP') after.hasCredentials = secret !== 'REMOVE';
    const action = secret === 'KEEP' ? 'PERSONA_UPDATED' : 'PERSONA_SECRET_REPLACED';
    const entry = audit(action, targetOf(after), changesOf(scope, before, after, secret));
    const outcome = await personas.update(scope, before, after, secret, { entry });
    if (outcome === 'DONE') return { body: after, version: after.version };
    // Somebody else was first; each round means that one of them got through.
    if (outcome !== 'CHANGED') throw refused(outcome, after);
  }
};

const changed = (before: Persona, { envVar, scope: _scope, projectId: _projectId, ...given }: Changes): Persona => {
  const after = { ...before, ...given, version: before.version + 1 };
  return envVar === undefined ? after : { ...after, envVar: envVar ?? defaultEnvVar(after.name) };
};

/**
 * Whoever switches `credentialsForRuns` on sends the credentials in the same request. Otherwise anybody who may change the persona
 * could have what others store.
 */
const requireKnownCredentials = (before: Persona, after: Persona, credentials: unknown): void => {
  if (!after.credentialsForRuns || before.credentialsForRuns || credentials) return;
  throw new ServiceError('VALIDATION_FAILED', 'To let runs use credentials, send them in the same request.', [
    {
      in: 'body',
      pointer: '#/credentials',
      code: 'REQUIRED',
      message: 'is required where credentialsForRuns is switched on',
    },
  ]);
};

const refuseMove = (before: Persona, body: Changes): void => {
  const moved = (['scope', 'projectId'] as const).filter(
    (field) => body[field] !== undefined && body[field] !== before[field],
  );
  const errors = moved.map((field): FieldError => ({
    in: 'body',
    pointer: `#/${field}`,
    code: 'INVALID',
    message: 'cannot change',
  }));
  if (errors.length > 0) {
    throw new ServiceError('VALIDATION_FAILED', 'A persona stays where it is: create another one there.', errors);
  }
};
