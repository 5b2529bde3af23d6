import type { Artifact } from '#domain/ports/verifier-stamper.ts';

/** QUEUED → BUILDING → READY or FAILED; SUPERSEDED once a later build took its place (specification §3, decision record 0003). */
export type BuildState = 'QUEUED' | 'BUILDING' | 'READY' | 'FAILED' | 'SUPERSEDED';

/** One attempt to make a feature's verifier from one published spec. */
export type Build = {
  id: string;
  featureId: string;
  /** 1 for the feature's first build, one more for each later one. */
  sequence: number;
  state: BuildState;
  /** Closed word for a FAILED build, for example NO_EXECUTABLE_PLANS. */
  reason: string | null;
  /** What to do about the reason, for people. */
  message: string | null;
  specHash: string;
  flowVersion: string;
  jepVersion: string;
  /** The build that was current when this one was planned; null before that, and where none was. */
  previousBuildId: string | null;
  /** Hash of the stored plan document; null until planned. */
  plansHash: string | null;
  planCount: number | null;
  droppedCount: number | null;
  /** Hash of everything that decides the verifier's bytes; null until ordered. */
  contentHash: string | null;
  /** The build that its files were stamped for: itself, or an earlier one of the same content; null until ordered. */
  filesBuildId: string | null;
  artifacts: Artifact[];
  /** Base64 signature of the statement about the artifacts (decision record 95); null until stamped. */
  statementSignature: string | null;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
};
