import type { ProjectScope } from '#domain/access/scope.ts';
import type { RunDay, RunExpirer } from '#domain/ports/run-repository.ts';
import type { TestRun } from '#domain/runs/test-run.ts';
import { unlessRefused } from './change-records.ts';
import { equal, exists } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { recordOf, type Tables } from './record.ts';
import { dueChanges, uncountRuns } from './run-items.ts';

/** Of a transaction's hundred writes each run takes three, and the counters two. */
const runsAtOnce = 30;

/** Removes runs so that lists, counters and what is behind a run's id agree at every moment (decision record 0033). */
export class RunExpiry implements RunExpirer {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async postpone(scope: ProjectScope, { date, lastRecordedAt }: RunDay, until: Date): Promise<void> {
    const isSame = equal('lastRecordedAt', lastRecordedAt);
    const table = this.#tables(scope.tenantId);
    await unlessRefused(table.update(keys.runDay(scope, date), dueChanges(scope, date, until), isSame));
  }

  async hide(scope: ProjectScope, { date, lastRecordedAt }: RunDay): Promise<number | 'CHANGED'> {
    const table = this.#tables(scope.tenantId);
    const ofDay = ranges.runsBetween(scope, undefined, `${date}T`, `${date}U`);
    const { items } = await table.query({ ...ofDay, limit: runsAtOnce });
    if (items.length === 0) return 0;
    const runs = items.map((item) => recordOf<TestRun>(item));
    const isSame = equal('lastRecordedAt', lastRecordedAt);
    const hiding = table.transact([
      ...runs.flatMap(({ startedAt, runId }) => [
        { delete: keys.run(scope, startedAt, runId), if: exists('pk') },
        { delete: keys.runManifest(scope, runId) },
        { put: { ...keys.hiddenRun(scope, runId), runId } },
      ]),
      ...uncountRuns(scope, runs, isSame),
    ]);
    return (await unlessRefused(hiding)) ? runs.length : 'CHANGED';
  }

  async listHidden(scope: ProjectScope): Promise<string[]> {
    const { items } = await this.#tables(scope.tenantId).query(ranges.hiddenRuns(scope));
    return items.map((item) => recordOf<{ runId: string }>(item).runId);
  }

  async forget(scope: ProjectScope, runId: string): Promise<void> {
    await this.#tables(scope.tenantId).delete(keys.hiddenRun(scope, runId));
  }

  async endDay(scope: ProjectScope, { date, lastRecordedAt }: RunDay): Promise<void> {
    const table = this.#tables(scope.tenantId);
    await unlessRefused(table.delete(keys.runDay(scope, date), equal('lastRecordedAt', lastRecordedAt)));
  }
}
