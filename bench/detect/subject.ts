import type { Clock } from '#verifier/engine/context/clock.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import type { ReasonCode } from '#verifier/result/verdict.ts';
import type { Identities } from './proxy/fault-proxy.ts';
import type { JsonObject } from './proxy/operations.ts';
import type { Persona } from '#planner/personas/persona.ts';
import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';

/** A server with its own state; `env` and `identities` where they depend on this very server. */
export type SoundServer = {
  url: string;
  env?: Record<string, string>;
  identities?: Identities;
  close: () => Promise<void>;
};

/** The API cannot be had on this machine; the message says why, and what would help. */
export class SubjectMissing extends Error {}

/** An API under test and the plans made from its spec. */
export type Subject = {
  name: string;
  /** What it is like, in a few words. */
  style: string;
  /** OpenAPI 2 or 3, exactly as served. */
  spec: JsonObject;
  personas: Persona[];
  /** Path parameters that come from outside. */
  envProvidedParams: string[];
  bundle: PlanBundle;
  planned: PlannedFeature;
  /**
   * Plans of the document with an overlay that says what it leaves unsaid: they show which operations it does not tell
   * how to call.
   */
  told?: PlanBundle;
  /** Starts, or lends, a sound server. One is opened for each cell, so it must be cheap. */
  open(): Promise<SoundServer>;
  /** One server is lent to all: two cells at a time would see, and disturb, what each other does. */
  isLent?: true;
  /** One server is lent to all, which hides what one cell does from the others but in lists. */
  sharesLists?: true;
  /** Credentials and parameters, as the runner reads them. */
  env: Record<string, string>;
  /** Where operations ask for an identity: that of the owner, and that of somebody who may not. */
  identities?: Identities;
  /** Of a service that works on after its answers: waits as long as that takes. Others are not waited for. */
  clock?: Clock;
  /**
   * What the untouched server does wrong, as docs/findings.md shows: a decisive verdict of this reason at this
   * operation that `says` the same is right. One that names another place or status says something else.
   */
  defects?: { operation: string; reasonCode: ReasonCode; says: string }[];
  close(): Promise<void>;
};
