import type { createPersona as endpoint } from '#contract/endpoints/personas.ts';
import type { Persona } from '#domain/ports/persona-repository.ts';
import type { UseCase } from '#domain/use-case.ts';
import { sealed } from './persona-credentials.ts';
import { factsOf, targetOf } from './persona-facts.ts';
import { defaultEnvVar, refused, requirePersonaScope } from './persona-rules.ts';

/** A new persona in the container that its scope names. Throws FORBIDDEN, NAME_CONFLICT, ENV_VAR_CONFLICT (decision record 0006). */
export const createPersona: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, body, alongside, audit } = input;
  requirePersonaScope(actor, scope, body.scope);
  const persona: Persona = {
    id: runtime.newId(),
    name: body.name,
    description: body.description,
    authType: body.authType,
    scope: body.scope,
    projectId: body.scope === 'PROJECT' ? scope.projectId : null,
    envVar: body.envVar ?? defaultEnvVar(body.name),
    script: body.script ?? null,
    scriptVariables: body.scriptVariables ?? [],
    scriptHosts: body.scriptHosts ?? [],
    credentialsForRuns: body.credentialsForRuns ?? false,
    hasCredentials: body.credentials !== undefined && body.credentials !== null,
    version: 1,
  };
  const secret = body.credentials
    ? await sealed(ports['secrets:encrypt'], scope, persona, body.credentials, true)
    : 'KEEP';
  const path = `/api/v1/workspaces/${scope.workspaceId}/projects/${scope.projectId}/test-personas/${persona.id}`;
  const answer = { body: persona, version: persona.version, headers: { location: path } };
  const entry = audit('PERSONA_CREATED', targetOf(persona), factsOf(scope, persona));
  const outcome = await ports['personas:write'].create(scope, persona, secret, { ...alongside(answer), entry });
  if (outcome !== 'DONE') throw refused(outcome, persona);
  return answer;
};
