/** DRAFT until a spec is published; VERIFIED while coverage blocks nothing (decision record 0003). */
export type FeatureStatus = 'DRAFT' | 'SPEC_PUBLISHED' | 'VERIFIED';

/** A prerequisite outside the published spec that reaches the verifier as `APITEST_PARAM_<NAME>` (specification §4). */
export type EnvProvidedParam = { name: string; perPersona?: boolean; description?: string };

/** Where a feature's verification stands; moves only together with its builds and runs. */
export type FeatureHead = {
  status: FeatureStatus;
  specHash: string | null;
  envProvidedParams: EnvProvidedParam[];
  /** The newest build, whatever its state. */
  latestBuildId: string | null;
  /** The newest build that is READY. */
  currentBuildId: string | null;
  /** What that build planned, and from which spec: whoever asks for the plans need not read the build. */
  currentPlans: { specHash: string; plansHash: string } | null;
  /** The run with the latest start, whichever spec it was for. */
  latestRunId: string | null;
  latestRunStartedAt: string | null;
  /** Hash of the stored journey states for the current spec; null before the first run that counts. */
  journeyStatesHash: string | null;
  /** Builds so far; the next one's `sequence` is one more. */
  buildCount: number;
  /** Events so far; the next one's `sequence` is one more. */
  eventSequence: number;
  /** Grows with every change; guards against concurrent ones. */
  version: number;
};
