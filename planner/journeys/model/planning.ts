import type { ResourceGraph } from '../../resources/model/resource-graph.ts';
import type { PersonaRoles } from '../../personas/persona.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';

/** The input from which all journeys of one feature are planned. */
export type Planning = {
  model: SpecModel;
  graph: ResourceGraph;
  roles: PersonaRoles;
  /** Names of the env-provided parameters: each value is given as APITEST_PARAM_NAME (specification §4). */
  envProvidedParams: string[];
};
