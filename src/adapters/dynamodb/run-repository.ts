import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { RecordedRequest, RunRecord, RunWriter } from '#domain/ports/run-repository.ts';
import type { TestCaseResult, TestRun } from '#domain/runs/test-run.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, less, some } from './expressions.ts';
import { headWrite } from './feature-head-item.ts';
import { keys, ranges } from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import type { Write } from './writes.ts';

/** An item holds 400 KB; a transaction 4 MB, which is more than an upload can be. */
const pieceBytes = 300 * 1024;

type Manifest = { startedAt: string; featureId: string; pieces: number };

export class RunRepository implements RunWriter {
  readonly #tables: Tables;
  readonly #now: () => number;

  constructor(tables: Tables, now: () => number = Date.now) {
    this.#tables = tables;
    this.#now = now;
  }

  async list(scope: ProjectScope): Promise<TestRun[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.runs(scope), descending: true });
    return items.map((item) => recordOf<TestRun>(item));
  }

  async find(scope: ProjectScope, runId: string): Promise<TestRun | undefined> {
    const table = this.#tables(scope.tenantId);
    const manifest = await table.get(keys.runManifest(scope, runId));
    if (manifest === undefined) return undefined;
    const run = await table.get(keys.run(scope, recordOf<Manifest>(manifest).startedAt, runId));
    return run && recordOf<TestRun>(run);
  }

  async listResults(scope: ProjectScope, runId: string): Promise<TestCaseResult[]> {
    const table = this.#tables(scope.tenantId);
    // The manifest lies in the project's partition: a run of another project has none here.
    if ((await table.get(keys.runManifest(scope, runId))) === undefined) return [];
    const { items } = await table.query(ranges.resultPieces(scope, runId));
    const pieces = items.map((item) => recordOf<{ content: Uint8Array }>(item).content);
    return JSON.parse(zstdDecompressSync(Buffer.concat(pieces)).toString()) as TestCaseResult[];
  }

  async findRecordedRequest(scope: FeatureScope, keyHash: string): Promise<RecordedRequest | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.recordedRequest(scope, keyHash));
    if (item === undefined) return undefined;
    const { runId, requestHash, expiresAt } = recordOf<RecordedRequest & { expiresAt: number }>(item);
    return expiresAt * 1000 > this.#now() ? { runId, requestHash } : undefined;
  }

  async record(scope: FeatureScope, { run, results, head, idempotency }: RunRecord): Promise<boolean> {
    const pieces = piecesOf(results);
    const manifest: Manifest = { startedAt: run.startedAt, featureId: scope.featureId, pieces: pieces.length };
    const writes: Write[] = [
      headWrite(scope, head),
      { put: { ...keys.run(scope, run.startedAt, run.runId), ...run }, if: absent('pk') },
      { put: { ...keys.runManifest(scope, run.runId), ...manifest }, if: absent('pk') },
      ...pieces.map((content, index) => ({ put: { ...keys.resultPiece(scope, run.runId, index), content } })),
    ];
    if (idempotency) {
      const { keyHash, expiresAt, ...request } = idempotency;
      const put = {
        ...keys.recordedRequest(scope, keyHash),
        ...request,
        expiresAt: Math.floor(expiresAt.getTime() / 1000),
      };
      writes.push({ put, if: some(absent('pk'), less('expiresAt', Math.floor(this.#now() / 1000))) });
    }
    try {
      await this.#tables(scope.tenantId).transact(writes);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  }
}

const piecesOf = (results: TestCaseResult[]): Uint8Array[] => {
  const content = zstdCompressSync(JSON.stringify(results));
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < content.length; from += pieceBytes)
    pieces.push(new Uint8Array(content.subarray(from, from + pieceBytes)));
  return pieces;
};
