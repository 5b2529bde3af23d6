import type { PersonaRoles } from '../../personas/persona-roles.ts';
import type { ResourceGraph } from '../../resources/model/resource.ts';
import type { SpecModel } from '../../intake/model/spec-model.ts';

/** What all journeys of one feature are planned from. */
export type Planning = {
  model: SpecModel;
  graph: ResourceGraph;
  roles: PersonaRoles;
  /** Path parameters whose values come from outside the spec (specification §4). */
  envProvidedParams: string[];
};
