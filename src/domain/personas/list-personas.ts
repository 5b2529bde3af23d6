import type { listPersonas as endpoint } from '#contract/endpoints/personas.ts';
import { pageOf } from '#contract/pagination.ts';
import { matchesName } from '#domain/match-name.ts';
import type { UseCase } from '#domain/use-case.ts';
import { byScopeAndName } from './persona-rules.ts';

/** Every persona that the project sees, shadowed ones too: nearest scope first, then by name (specification §4, decision record 0006). */
export const listPersonas: UseCase<typeof endpoint> = async ({ scope, query }, ports) => {
  const personas = await ports['personas:read'].list(scope);
  const shown = personas.filter(
    (persona) =>
      (query.scope === undefined || persona.scope === query.scope) && matchesName(persona.name, query.name ?? ''),
  );
  return { body: pageOf(shown.toSorted(byScopeAndName), query) };
};
