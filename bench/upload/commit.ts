/**
 * `node --expose-gc bench/upload/commit.ts COUNT [without-steps]` uploads and commits COUNT results, with or without
 * steps, and prints the cost as JSON.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import { manyJourneys } from '#test/many-journeys.ts';
import { openMortalService } from '#test/mortal-service.ts';
import { transactionUnits } from '../api/counted-service.ts';
import type { Upload } from '../upload.ts';

const service = await openMortalService();
const { commits, uploads, results } = await manyJourneys(service, Number(process.argv[2]));

/** Announces and uploads the document. Nothing of it stays in memory. */
const upload = async (): Promise<{ uploadId: string; documentBytes: number }> => {
  const [, , , without] = process.argv;
  const journeys = results.journeys.map((each) => (without === undefined ? each : { ...each, steps: [] }));
  const content = Buffer.from(JSON.stringify({ ...results, journeys }));
  journeys.length = 0;
  results.journeys.length = 0;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const { body } = await service.send('POST', uploads, { body: { kind: 'RUN', sizeBytes: content.length, sha256 } });
  const { uploadId, url, headers } = JSON.parse(body) as {
    uploadId: string;
    url: string;
    headers: Record<string, string>;
  };
  const { pathname: path, search } = new URL(url);
  const request = { method: 'PUT', path, rawQuery: search.slice(1), headers };
  const { status } = await service.uploads.take({ ...request, readBody: async () => content });
  if (status !== 200) throw new Error(`The upload was answered ${status}.`);
  return { uploadId, documentBytes: content.length };
};

let writeUnits = 0;
service.client.middlewareStack.add(
  (next) => (call) => {
    if ('TransactItems' in call.input) writeUnits += transactionUnits(call.input as TransactWriteItemsCommandInput);
    return next(call);
  },
  { step: 'initialize', name: 'units' },
);

/** Writes the peak memory of the process into shared memory while the main thread is busy. */
const watch = `
  const peak = require('node:worker_threads').workerData;
  setInterval(() => (peak[0] = Math.max(peak[0], process.memoryUsage.rss())), 2);
`;

const { uploadId, documentBytes } = await upload();
const peak = new Float64Array(new SharedArrayBuffer(8));
const watcher = new Worker(watch, { eval: true, workerData: peak });
while (peak[0] === 0) await wait(5);
writeUnits = 0;
for (let turn = 0; turn < 4; turn++) globalThis.gc!();
const idleBytes = process.memoryUsage.rss();
peak[0] = idleBytes;
const started = performance.now();
const answer = await service.send('POST', commits, { body: { uploadId } });
const tookMs = performance.now() - started;
if (answer.status !== 201) throw new Error(`The commit was answered ${answer.status}: ${answer.body.slice(0, 500)}`);
const puts = service.life.calls.filter((name) => name === 'blobs.write').length;
const grownMegabytes = (peak[0]! - idleBytes) / 1024 / 1024;
await watcher.terminate();
await service.close();
console.log(JSON.stringify({ documentBytes, writeUnits, puts, tookMs, grownMegabytes } satisfies Upload));
