import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { RunPage, RunQuery, RunRecord, RunWriter } from '#domain/ports/run-repository.ts';
import type { TestCaseResult, TestRun } from '#domain/runs/test-run.ts';
import { unlessRefused } from './change-records.ts';
import { absent } from './expressions.ts';
import { headWrite } from './feature-head-item.ts';
import { keys, ranges } from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import { countRuns, runPut } from './run-items.ts';
import { RunPages } from './run-pages.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Write } from './writes.ts';

/** An item holds 400 KB; a transaction 4 MB, which is more than an upload can be. */
const pieceBytes = 300 * 1024;

type Manifest = { startedAt: string; featureId: string; pieces: number };

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

  async listResults(scope: ProjectScope, runId: string): Promise<TestCaseResult[] | undefined> {
    const table = this.#tables(scope.tenantId);
    // The manifest lies in the project's partition: a run of another project has none here.
    const [manifest, { items }] = await Promise.all([
      table.get(keys.runManifest(scope, runId)),
      table.query(ranges.resultPieces(scope, runId)),
    ]);
    if (manifest === undefined) return undefined;
    const pieces = items.map((item) => recordOf<{ content: Uint8Array }>(item).content);
    return JSON.parse(zstdDecompressSync(Buffer.concat(pieces)).toString()) as TestCaseResult[];
  }

  async record(scope: FeatureScope, { run, results, head }: RunRecord, alongside: Alongside): Promise<boolean> {
    const pieces = piecesOf(results);
    const manifest: Manifest = { startedAt: run.startedAt, featureId: scope.featureId, pieces: pieces.length };
    const writes: Write[] = [
      headWrite(scope, head),
      runPut(scope, run),
      ...countRuns(scope, [run]),
      { put: { ...keys.runManifest(scope, run.runId), ...manifest }, if: absent('pk') },
      ...pieces.map((content, index) => ({ put: { ...keys.resultPiece(scope, run.runId, index), content } })),
    ];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }
}

const piecesOf = (results: TestCaseResult[]): Uint8Array[] => {
  const content = zstdCompressSync(JSON.stringify(results));
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < content.length; from += pieceBytes)
    pieces.push(new Uint8Array(content.subarray(from, from + pieceBytes)));
  return pieces;
};
