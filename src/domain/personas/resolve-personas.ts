import type { Persona } from '#domain/ports/persona-repository.ts';
import { byScopeAndName } from './persona-rules.ts';

/** One persona for each name, regardless of case: the nearest scope shadows the others (decision record 0006). */
export const resolvePersonas = (visible: readonly Persona[]): Persona[] => {
  const nearest = new Map<string, Persona>();
  for (const persona of visible.toSorted(byScopeAndName)) {
    const name = persona.name.toLowerCase();
    if (!nearest.has(name)) nearest.set(name, persona);
  }
  return [...nearest.values()];
};
