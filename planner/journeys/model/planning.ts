import type { ResourceGraph } from '../../resources/model/resource-graph.ts';
import type { PersonaRoles } from '../../personas/persona.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';

/** What all journeys of one feature are planned from. */
export type Planning = {
  model: SpecModel;
  graph: ResourceGraph;
  roles: PersonaRoles;
  /** Names of path parameters whose values are given as APITEST_PARAM_NAME (specification §4). */
  envProvidedParams: string[];
};
