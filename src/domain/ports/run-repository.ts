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
  runs: readonly TestRun[];
  /** As it shall be, still with the version that was read. */
  head: FeatureHead;
  /** Whether some of them may wait; then they wait no more. */
  mayWait: boolean;
};

/** So many runs at most are recorded at once. */
export const mostRunsAtOnce = 19;

export interface RunWriter extends RunReader, ResultReader {
  /**
   * Runs, feature head and what goes alongside in one transaction: with it the results, which lie in their files already, are visible. False:
   * the head moved meanwhile, or one of the runs is recorded already; read again and decide again.
   */
  record(scope: FeatureScope, record: RunRecord, alongside: Alongside): Promise<boolean>;
  /**
   * Stores a run that nothing shows yet, and what goes alongside, without a look at the feature's head: it waits for whoever records it.
   * False: it waits or is recorded already.
   */
  append(scope: FeatureScope, run: TestRun, alongside: Alongside): Promise<boolean>;
  isWaiting(scope: FeatureScope, runId: string): Promise<boolean>;
  /** The first of the feature's runs that wait, by their ids; at most as many as are recorded at once. */
  listWaiting(scope: FeatureScope): Promise<TestRun[]>;
  /** For runs of a feature that is gone. */
  dropWaiting(scope: FeatureScope, runIds: readonly string[]): Promise<void>;
  /** The feature's run with the latest start that is not after this time, among the project's last thousand until then. */
  findBefore(scope: FeatureScope, startedAt: string): Promise<RunPlace | undefined>;
}

export type RunPlace = { runId: string; startedAt: string };

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
