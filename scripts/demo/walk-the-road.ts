import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultDocument } from '#verifier/result/result.ts';
import { startExampleTodo } from '../../test/support/example-todo.ts';
import { FAULTS } from '../../bench/detect/faults/faults.ts';
import { type FaultProxyOptions, startFaultProxy } from '../../bench/detect/proxy/fault-proxy.ts';
import { startLocalService } from '../../test/support/local-service.ts';
import { type Facts, isClean, isFound, type JudgedRun } from './facts.ts';
import { ServiceClient } from './service-client.ts';

const planted = { fault: 'write not stored', operation: 'PATCH /todos/{id}' };
const runBudgetMs = 30_000;

/**
 * The whole road once, on a third-party API: publish → build → download → run → record → coverage, then a run behind one planted fault.
 * Everything it starts and writes is its own and gone at the end, also when it fails or is interrupted. `say` tells each stop.
 */
export const walkTheRoad = async (say: (line: string) => void, interrupted: AbortSignal): Promise<Facts> => {
  const folder = mkdtempSync(join(tmpdir(), 'dezycro-demo-'));
  const cleanUps: CleanUp[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const interruption = new Promise<never>((_, reject) => {
    interrupted.addEventListener('abort', () => reject(interrupted.reason as Error));
  });
  try {
    return await Promise.race([walk(folder, cleanUps, say, interrupted), interruption]);
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
};

type CleanUp = () => Promise<unknown>;

const walk = async (
  folder: string,
  cleanUps: CleanUp[],
  say: (line: string) => void,
  interrupted: AbortSignal,
): Promise<Facts> => {
  const service = await startLocalService(join(folder, 'data'));
  cleanUps.push(() => service.end('SIGTERM'));
  say(`service    ready at ${service.origin}`);
  const example = await startExampleTodo();
  cleanUps.push(example.close);
  say(`example    @loopback/example-todo at ${example.url}`);
  const spec = (await (await fetch(`${example.url}/openapi.json`)).json()) as FaultProxyOptions['spec'];
  const client = new ServiceClient(service.credentials);
  await client.createFeature('Todos');
  const build = await client.publish(spec);
  if (build.state !== 'READY') throw new Error(`the build ended ${build.state}: ${build.reason} ${build.message}`);
  say(`publish    build READY in ${build.durationMs} ms: ${build.planCount} journeys, ${build.droppedCount} dropped`);
  const verifier = join(folder, 'dezycro-verify.mjs');
  writeFileSync(verifier, await client.download());
  say('download   dezycro-verify.mjs through a signed URL, signature checked');
  const clean = await judge(client, await runVerifier(verifier, example.url, interrupted));
  say('clean run  recorded');
  const fault = FAULTS.find(({ name }) => name === planted.fault)!;
  const proxy = await startFaultProxy({ target: example.url, spec, planted: { fault, operation: planted.operation } });
  cleanUps.push(proxy.close);
  say(
    `fault run  "${planted.fault}" planted at ${planted.operation}; a failure is confirmed before it is called one (15 s)`,
  );
  const judged = await judge(client, await runVerifier(verifier, proxy.url, interrupted));
  const faulty = { ...judged, ...planted, expected: fault.expected };
  return { passed: isClean(clean) && isFound(faulty), build, clean, faulty };
};

/** The downloaded file in a process of its own; any exit code that comes with a result document is an answer. */
const runVerifier = (file: string, baseUrl: string, signal: AbortSignal): Promise<ResultDocument> =>
  new Promise((resolve, reject) => {
    const args = [file, 'run', '--all', '--base-url', baseUrl, '--json'];
    const options = { signal, timeout: runBudgetMs, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      try {
        const document = JSON.parse(stdout) as ResultDocument | { error: { message: string } };
        if ('error' in document) reject(new Error(`the verifier refused: ${document.error.message}`));
        else resolve(document);
      } catch {
        reject(new Error(`the verifier gave no result: ${error?.message ?? ''} ${stderr}`));
      }
    });
  });

const judge = async (client: ServiceClient, document: ResultDocument): Promise<JudgedRun> => {
  const { run } = await client.record(document);
  const [{ data }, coverage, feature] = [
    await client.results(run.runId),
    await client.coverage(),
    await client.feature(),
  ];
  return { run, results: data, coverage, featureStatus: feature.status };
};
