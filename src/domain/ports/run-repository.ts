import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import type { TestCaseResult, TestRun } from '#domain/runs/test-run.ts';

/** What an earlier request with the same Idempotency-Key did. */
export type RecordedRequest = { runId: string; requestHash: string };

export interface RunReader {
  /** Every run of the project, newest first by start. */
  list(scope: ProjectScope): Promise<TestRun[]>;
  find(scope: ProjectScope, runId: string): Promise<TestRun | undefined>;
  /** Every result of a run, in plan order; empty for an unknown run. */
  listResults(scope: ProjectScope, runId: string): Promise<TestCaseResult[]>;
}

export type RunRecord = {
  run: TestRun;
  results: TestCaseResult[];
  /** As it shall be, still with the version that was read. */
  head: FeatureHead;
  idempotency?: RecordedRequest & { keyHash: string; expiresAt: Date };
};

export interface RunWriter extends RunReader {
  /** Strongly consistent; undefined when the key is new or its day is over. */
  findRecordedRequest(scope: FeatureScope, keyHash: string): Promise<RecordedRequest | undefined>;
  /**
   * Run, results, feature head and idempotency record in one transaction: all visible or none.
   * False: the head moved or the key was used meanwhile; read again and decide again.
   */
  record(scope: FeatureScope, record: RunRecord): Promise<boolean>;
}
