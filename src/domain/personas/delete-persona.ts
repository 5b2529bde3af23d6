import type { deletePersona as endpoint } from '#contract/endpoints/personas.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { requireVersion } from '#domain/versioned.ts';
import { factsOf, targetOf } from './persona-facts.ts';
import { requirePersonaScope } from './persona-rules.ts';

/** The persona is gone, its name and variable are free. An inherited one needs the right of its scope (decision record 0006). */
export const deletePersona: UseCase<typeof endpoint> = async (input, ports) => {
  const { actor, scope, path, ifMatch, audit } = input;
  const personas = ports['personas:write'];
  for (;;) {
    const persona = await ports['personas:read'].find(scope, path.personaId);
    if (!persona) throw notFound();
    requirePersonaScope(actor, scope, persona.scope);
    requireVersion(persona.version, ifMatch);
    const entry = audit('PERSONA_DELETED', targetOf(persona), factsOf(scope, persona));
    // CHANGED: somebody else was first; each round means that one of them got through.
    if ((await personas.delete(scope, persona, { entry })) === 'DONE') return { body: undefined };
  }
};
