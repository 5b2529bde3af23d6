import type { AuthType, PersonaBinding } from '#verifier/plan/plan.ts';
import type { RequiredRefusal } from './required-refusal.ts';
import type { StatedLimit } from './grammar/stated-limit.ts';

/** A persona as it is given to the planner (specification §2, TestPersona). */
export type Persona = {
  name: string;
  description: string;
  authType: AuthType;
  envVar?: string | null;
  script?: string | null;
  scriptVariables?: string[];
  scriptHosts?: string[];
  signIn?: PersonaBinding['signIn'];
};

/** The roles of the personas in the journeys of one feature. */
export type PersonaRoles = {
  bindings: PersonaBinding[];
  /**
   * The persona of the positive journeys. Undefined: they run without credentials (specification §5, persona rule 2).
   */
  actor: PersonaBinding | undefined;
  /** Personas with a limit, without the actor, sorted by name. */
  limited: { persona: PersonaBinding; limits: StatedLimit[] }[];
  /** Refusals that sentences of the requirements demand for personas with credentials. */
  required: RequiredRefusal[];
  /**
   * Personas with credentials, without the actor. No requirement names them or refuses them anything. Their
   * description states neither grant nor limit, or a refusal that the planner does not understand.
   */
  ambiguous: PersonaBinding[];
};
