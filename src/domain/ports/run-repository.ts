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

/** The runs of a project that began on a day, by the time at which the last of them was recorded. */
export type RunDay = {
  tenantId: string;
  workspaceId: string;
  projectId: string;
  /** `2026-01-05` */
  date: string;
  lastRecordedAt: string;
};

/** For the job that removes runs whose time is over. */
export interface RunExpirer {
  /** From then on the day is due again. Nothing happens where a run was recorded meanwhile. */
  postpone(scope: ProjectScope, day: RunDay, until: Date): Promise<void>;
  /** Takes some runs of the day out of every list and count, each whole; how many. CHANGED: a run was recorded or hidden meanwhile. */
  hide(scope: ProjectScope, day: RunDay): Promise<number | 'CHANGED'>;
  /** Runs that are hidden, and whose files may still be there. */
  listHidden(scope: ProjectScope): Promise<string[]>;
  /** Nothing of the run is left. */
  forget(scope: ProjectScope, runId: string): Promise<void>;
  /** The day is due no more. Nothing happens where a run was recorded meanwhile. */
  endDay(scope: ProjectScope, day: RunDay): Promise<void>;
}
