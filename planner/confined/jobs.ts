import type { PersonaBinding } from '#verifier/plan/plan.ts';

import type { PreviousSpec, TakenSpec } from '../compare/take-spec.ts';
import type { FeatureInput } from '../plan-feature.ts';
import type { JsonObject } from '../intake/json/json-object.ts';
import type { Access } from '../read-access.ts';
import type { PlannedFeature } from '../outcome/planned-feature.ts';

/** When a job should come to an end by itself, with what it has. */
export type Budget = { isSpent(): boolean };

/** What the spec process does. Each job loads its own code only. */
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

/**
 * One job on its way to the spec process. CPU milliseconds: by `budgetMs` the job should end itself, by `limitMs` it is
 * ended.
 */
export type Order = { name: JobName; input: unknown; budgetMs: number; limitMs: number };

/** An error that the caller throws again; `kind` names its class. */
export type Failure =
  | { kind: 'spec'; code: 'SPEC_INVALID' | 'SPEC_TOO_COMPLEX'; message: string; fix: string; pointer?: string }
  | { kind: 'arazzo'; message: string; fix: string; pointer: string }
  | { kind: 'defect'; message: string; stack: string };

export type Answer = { result: unknown } | { failure: Failure };
