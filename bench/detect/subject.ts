import type { Persona } from '#planner/personas/persona-roles.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import type { Identities } from './proxy/fault-proxy.ts';
import type { JsonObject } from './proxy/operations.ts';

/** A server with its own state. */
export type SoundServer = { url: string; close: () => Promise<void> };

/** An API under test and the plans made from its spec. */
export type Subject = {
  name: string;
  /** OpenAPI 3, exactly as served. */
  spec: JsonObject;
  personas: Persona[];
  /** Path parameters that come from outside. */
  envProvidedParams: string[];
  bundle: PlanBundle;
  /** Starts, or lends, a sound server. One is opened for each cell, so it must be cheap. */
  open(): Promise<SoundServer>;
  /** Credentials and parameters, as the runner reads them. */
  env: Record<string, string>;
  /** Where operations ask for an identity: that of the owner, and that of somebody who may not. */
  identities?: Identities;
  close(): Promise<void>;
};
