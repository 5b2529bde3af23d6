import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { RunPage, RunQuery, RunRecord, RunWriter } from '#domain/ports/run-repository.ts';
import type { TestRun } from '#domain/runs/test-run.ts';
import { unlessRefused } from './change-records.ts';
import { absent } from './expressions.ts';
import { headWrite } from './feature-head-item.ts';
import { keys } from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import { countRuns, runPut } from './run-items.ts';
import { RunPages } from './run-pages.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Write } from './writes.ts';

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

  async record(scope: FeatureScope, { run, head }: RunRecord, alongside: Alongside): Promise<boolean> {
    const manifest: Manifest = { startedAt: run.startedAt, featureId: scope.featureId };
    const writes: Write[] = [
      headWrite(scope, head),
      runPut(scope, run),
      ...countRuns(scope, [run]),
      { put: { ...keys.runManifest(scope, run.runId), ...manifest }, if: absent('pk') },
    ];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }
}
