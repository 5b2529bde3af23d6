import type { PersonaRoles } from '../personas/persona-roles.ts';
import type { ResourceGraph } from '../resources/resource.ts';
import type { SpecModel } from '../spec/spec-model.ts';

/** What all journeys of one feature are planned from. */
export type Planning = {
  model: SpecModel;
  graph: ResourceGraph;
  roles: PersonaRoles;
  /** Path parameters whose values come from outside the spec (specification §4). */
  envProvidedParams: string[];
};
