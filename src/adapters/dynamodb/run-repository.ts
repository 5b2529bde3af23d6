import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import {
  mostRunsAtOnce,
  type RunPage,
  type RunPlace,
  type RunQuery,
  type RunRecord,
  type RunWriter,
} from '#domain/ports/run-repository.ts';
import type { TestRun } from '#domain/runs/test-run.ts';
import { removeAll, unlessRefused } from './change-records.ts';
import { absent } from './expressions.ts';
import { headWrite } from './feature-head-item.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { openWork } from './index-keys.ts';
import { recordOf, type Tables } from './record.ts';
import { countRuns, runPut } from './run-items.ts';
import { RunPages } from './run-pages.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Write } from './writes.ts';

const [mostLookedAt, lookedAtOnce] = [1_000, 100];

type Manifest = { startedAt: string; featureId: string };

export class RunRepository implements RunWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  findPage(scope: ProjectScope, query: RunQuery): Promise<RunPage> {
    return new RunPages(this.#tables).find(scope, query);
  }

  async find(scope: ProjectScope, runId: string): Promise<TestRun | undefined> {
    const table = this.#tables(scope.tenantId);
    const manifest = await table.get(keys.runManifest(scope, runId));
    if (manifest === undefined) return undefined;
    const run = await table.get(keys.run(scope, recordOf<Manifest>(manifest).startedAt, runId));
    return run && recordOf<TestRun>(run);
  }

  async isRecorded(scope: ProjectScope, runId: string): Promise<boolean> {
    // The manifest lies in the project's partition: a run of another project has none here.
    return (await this.#tables(scope.tenantId).get(keys.runManifest(scope, runId))) !== undefined;
  }

  async record(scope: FeatureScope, { runs, head, mayWait }: RunRecord, alongside: Alongside): Promise<boolean> {
    // Of a transaction's hundred writes the head takes one and each run at most five: three items and the counters of its month and day.
    const writes: Write[] = [
      headWrite(scope, head),
      ...runs.map((run) => runPut(scope, run)),
      ...countRuns(scope, runs),
      ...runs.map(({ runId, startedAt }): Write => {
        const manifest: Manifest = { startedAt, featureId: scope.featureId };
        return { put: { ...keys.runManifest(scope, runId), ...manifest }, if: absent('pk') };
      }),
      ...(mayWait ? runs.map(({ runId }) => ({ delete: keys.waitingRun(scope, runId) })) : []),
    ];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }

  async append(scope: FeatureScope, run: TestRun, alongside: Alongside): Promise<boolean> {
    const { tenantId, workspaceId, projectId, featureId } = scope;
    const open = openWork('WAITING', run.recordedAt, tenantId, workspaceId, projectId, featureId, run.runId);
    const writes: Write[] = [
      { put: { ...keys.waitingRun(scope, run.runId), ...open, ...run }, if: absent('pk') },
      { check: keys.runManifest(scope, run.runId), if: absent('pk') },
    ];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }

  async isWaiting(scope: FeatureScope, runId: string): Promise<boolean> {
    return (await this.#tables(scope.tenantId).get(keys.waitingRun(scope, runId))) !== undefined;
  }

  async listWaiting(scope: FeatureScope): Promise<TestRun[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.waitingRuns(scope), limit: mostRunsAtOnce });
    return items.map((item) => recordOf<TestRun>(item));
  }

  async dropWaiting(scope: FeatureScope, runIds: readonly string[]): Promise<void> {
    const waiting = runIds.map((runId) => keys.waitingRun(scope, runId));
    await removeAll(this.#tables(scope.tenantId), waiting);
  }

  async findBefore(scope: FeatureScope, startedAt: string): Promise<RunPlace | undefined> {
    // Nothing of the same start sorts behind it.
    let to = `${startedAt}#~`;
    for (let looked = 0; looked < mostLookedAt; looked += lookedAtOnce) {
      const range = { ...ranges.runsBetween(scope, undefined, '', to), descending: true, limit: lookedAtOnce };
      const { items } = await this.#tables(scope.tenantId).query(range);
      const runs = items.map((item) => recordOf<TestRun>(item));
      const found = runs.find(({ featureId }) => featureId === scope.featureId);
      if (found !== undefined || runs.length < lookedAtOnce) return found;
      const last = runs.at(-1)!;
      to = `${last.startedAt}#${last.runId}`;
    }
    return undefined;
  }
}
