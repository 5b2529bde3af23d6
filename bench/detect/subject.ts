import type { Clock } from '#verifier/engine/context/clock.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import type { ReasonCode } from '#verifier/result/verdict.ts';
import type { Identities } from './proxy/fault-proxy.ts';
import type { JsonObject } from './proxy/operations.ts';
import type { Persona } from '#planner/personas/persona.ts';
import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';

/** A server with its own state. `env` and `identities`: if they differ per server. */
export type SoundServer = {
  url: string;
  env?: Record<string, string>;
  identities?: Identities;
  close: () => Promise<void>;
};

/** Thrown if the API is not available on this machine. The message says why, and what would help. */
export class SubjectMissing extends Error {}

/** An API under test with the plans of its spec. */
export type Subject = {
  name: string;
  /** The style of the API in a few words. */
  style: string;
  /** OpenAPI 2 or 3, exactly as served. */
  spec: JsonObject;
  personas: Persona[];
  /** Path parameters given from outside. */
  envProvidedParams: string[];
  bundle: PlanBundle;
  planned: PlannedFeature;
  /**
   * Plans of the spec with an overlay that adds what it omits. They show which operations the spec does not tell how to
   * call.
   */
  told?: PlanBundle;
  /** Starts or lends a sound server. Called for each cell, so it must be quick. */
  open(): Promise<SoundServer>;
  /** One server is lent to all cells, which would disturb each other in parallel. */
  isLent?: true;
  /** One server is lent to all cells, which see each other only in lists. */
  sharesLists?: true;
  /** Credentials and parameters, as the runner reads them. */
  env: Record<string, string>;
  /** Headers of the owner and of a user without permission, if operations need credentials. */
  identities?: Identities;
  /** The clock for a service that works on after its responses. Other services are not waited for. */
  clock?: Clock;
  /**
   * Known faults of the unchanged server (docs/findings.md). A decisive verdict is right if operation, reason and
   * `says` match; another place or status does not.
   */
  defects?: { operation: string; reasonCode: ReasonCode; says: string }[];
  close(): Promise<void>;
};
