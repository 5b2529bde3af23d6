import type { ResourceGraph } from '../../resources/model/resource-graph.ts';
import type { PersonaRoles } from '../../personas/persona.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';

/** The input of all journeys of one feature: document, resource graph, persona roles and outside values. */
export type Planning = {
  model: SpecModel;
  graph: ResourceGraph;
  roles: PersonaRoles;
  /** Path parameters whose values come from outside the spec (specification §4). */
  envProvidedParams: string[];
};
