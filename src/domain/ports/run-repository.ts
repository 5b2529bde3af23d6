import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import type { RunStatus, TestCaseResult, TestRun } from '#domain/runs/test-run.ts';

/** Which runs, by their start and then their id; `after` and `before` in epoch milliseconds, exclusive. */
export type RunQuery = {
  status?: RunStatus | undefined;
  after?: number | undefined;
  before?: number | undefined;
  descending: boolean;
  offset: number;
  limit: number;
};

/** `total`: how many there are, whatever offset and limit. */
export type RunPage = { runs: TestRun[]; total: number };

export interface RunReader {
  /** Costs the same at any offset. */
  findPage(scope: ProjectScope, query: RunQuery): Promise<RunPage>;
  find(scope: ProjectScope, runId: string): Promise<TestRun | undefined>;
}

export interface ResultReader {
  /** Every result of a run, in plan order; undefined where the project has no such run. */
  listResults(scope: ProjectScope, runId: string): Promise<TestCaseResult[] | undefined>;
}

export type RunRecord = {
  run: TestRun;
  results: TestCaseResult[];
  /** As it shall be, still with the version that was read. */
  head: FeatureHead;
};

export interface RunWriter extends RunReader, ResultReader {
  /**
   * Run, results, feature head and what goes alongside in one transaction: all visible or none. False: the head moved meanwhile; read again
   * and decide again.
   */
  record(scope: FeatureScope, record: RunRecord, alongside: Alongside): Promise<boolean>;
}
