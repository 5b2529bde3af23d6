import type { PersonaBinding } from '#verifier/plan/plan.ts';

import type { PreviousSpec, TakenSpec } from '../compare/take-spec.ts';
import type { FeatureInput } from '../plan-feature.ts';
import type { JsonObject } from '../intake/json/json-object.ts';
import type { Access } from '../read-access.ts';
import type { PlannedFeature } from '../outcome/planned-feature.ts';

/** The CPU budget of a job. `isSpent` returns true if the job should end now, with the result so far. */
export type Budget = { isSpent(): boolean };

/** The jobs of the spec process. Each loads only its own code. */
export const jobs = {
  plan: async (input: Omit<FeatureInput, 'isOutOfTime'>, { isSpent }: Budget): Promise<PlannedFeature> =>
    (await import('../plan-feature.ts')).planFeature({ ...input, isOutOfTime: isSpent }),
  takeSpec: async (input: { spec: string; previous?: PreviousSpec }): Promise<TakenSpec> =>
    (await import('../compare/take-spec.ts')).takeSpec(input),
  readDocument: async ({ spec }: { spec: string }): Promise<JsonObject> =>
    (await import('../intake/document/read-document.ts')).readDocument(spec),
  readAccess: async ({ spec }: { spec: string }): Promise<Access> =>
    (await import('../read-access.ts')).readAccess(spec),
  identityHeaders: async ({ spec, personas }: { spec: string; personas: PersonaBinding[] }) =>
    (await import('../arazzo/identity-headers-of.ts')).identityHeadersOf(spec, personas),
};

export type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type JobInput<K extends JobName> = Parameters<Jobs[K]>[0];
export type JobResult<K extends JobName> = Awaited<ReturnType<Jobs[K]>>;

/** A job for the spec process. After `budgetMs` of CPU time it should end itself; after `limitMs` it is killed. */
export type Order = { name: JobName; input: unknown; budgetMs: number; limitMs: number };

/** An error that the caller throws again. `kind` tells its class. */
export type Failure =
  | { kind: 'spec'; code: 'SPEC_INVALID' | 'SPEC_TOO_COMPLEX'; message: string; fix: string; pointer?: string }
  | { kind: 'arazzo'; message: string; fix: string; pointer: string }
  | { kind: 'defect'; message: string; stack: string };

export type Answer = { result: unknown } | { failure: Failure };
