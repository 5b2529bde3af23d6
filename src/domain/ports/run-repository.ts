import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import type { TestCaseResult, TestRun } from '#domain/runs/test-run.ts';

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
};

export interface RunWriter extends RunReader {
  /**
   * Run, results, feature head and what goes alongside in one transaction: all visible or none. False: the head moved meanwhile; read again
   * and decide again.
   */
  record(scope: FeatureScope, record: RunRecord, alongside: Alongside): Promise<boolean>;
}
