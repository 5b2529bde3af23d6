import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import type { RunStatus, TestRun } from '#domain/runs/test-run.ts';

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
  /** Whether the project has this run: only then what lies in its file counts. */
  isRecorded(scope: ProjectScope, runId: string): Promise<boolean>;
}

export type RunRecord = {
  run: TestRun;
  /** As it shall be, still with the version that was read. */
  head: FeatureHead;
};

export interface RunWriter extends RunReader, ResultReader {
  /**
   * Run, feature head and what goes alongside in one transaction: with it the results, which lie in their file already, are visible. False:
   * the head moved meanwhile, or this run is recorded already; read again and decide again.
   */
  record(scope: FeatureScope, record: RunRecord, alongside: Alongside): Promise<boolean>;
}
