import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { bundleNodeRunner } from '#builder/bundle-node-runner.ts';
import type { JsonSchema } from '#verifier/plan/plan.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { bundle, create, list, plan, read } from '../support/things-plans.ts';
import { type Case, JSON_TYPE, schemas, servers, thief } from './support/hostile-servers.ts';

/** Servers that attack the runner: each run is a process of its own, as customers start it. */
const isFull = process.env['FULL_SIZE'] === '1';
const STEP_SECONDS = 2;
/** Of one run on a busy machine; an idle one takes a tenth. */
const BUDGET_MS = 90_000;
const MOST_RSS_KB = 600 * 1024;
const SECRET = 'tok-hostile-7788';

const all = [...servers, ...schemas].filter(({ quick }) => isFull || quick);
const stolen: string[] = [];
const rows: string[] = [];
const open: Server[] = [];
let folder: string;
let runner: Uint8Array;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-apis-'));
  runner = await bundleNodeRunner();
  const thieving = createServer((request, response) => {
    stolen.push(`${request.url} ${request.headers.authorization ?? ''}`);
    response.end('{}');
  });
  thief.url = await listen(thieving);
});

afterAll(() => {
  for (const server of open) server.close();
  rmSync(folder, { recursive: true });
  if (!isFull) return;
  for (const row of rows) console.log(row);
  console.log(
    `hostile APIs: ${rows.filter((row) => row.startsWith('held')).length} of ${all.length + interrupted.length}`,
  );
});

async function listen(server: Server): Promise<string> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs the one-file verifier against a server; what it said, how much memory it took, how long it went on after a signal. */
async function run(url: string, thing: JsonSchema | undefined, signalled?: Promise<unknown>) {
  const file = join(folder, `${rows.length}.mjs`);
  const plain = bundle([plan('journey', [create(), read(), list()])]);
  const carried = thing === undefined ? plain : { ...plain, $defs: { ...plain.$defs, Thing: thing, Made: true } };
  writeFileSync(file, assembleVerifier(runner, carried));
  const startedMs = performance.now();
  const args = [
    file,
    'run',
    '--all',
    '--base-url',
    url,
    '--json',
    '--timeout',
    String(signalled === undefined ? STEP_SECONDS : 30),
  ];
  const child = spawn(process.execPath, args, {
    env: { AUTH_ADMIN: JSON.stringify({ token: SECRET }) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let [stdout, peakKb, signalledMs] = ['', 0, 0];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (stdout += piece));
  const watch = setInterval(() => {
    try {
      peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'latin1'))?.[1] ?? peakKb);
    } catch {
      // It has ended.
    }
  }, 20);
  const interrupt = async (): Promise<void> => {
    await signalled;
    signalledMs = performance.now();
    child.kill('SIGTERM');
  };
  if (signalled !== undefined) void interrupt();
  const late = setTimeout(() => child.kill('SIGKILL'), BUDGET_MS);
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(late);
  clearInterval(watch);
  return {
    exitCode,
    stdout,
    peakKb,
    tookMs: performance.now() - startedMs,
    afterSignalMs: performance.now() - signalledMs,
  };
}

/** The server of a case. */
function serverOf({ http, tcp, shown }: Case): Server {
  if (tcp)
    return createTcpServer((socket) => socket.on('error', () => socket.destroy()).once('data', () => tcp(socket)));
  let made = { id: 1, name: '' };
  return createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      if (http) return http(response, request.url ?? '', body);
      if (request.method === 'POST') made = { id: made.id + 1, name: (JSON.parse(body) as { name: string }).name };
      const isItem = request.method === 'GET' && /things\/\d+$/.test(request.url ?? '');
      const answer = isItem ? shown!(made) : JSON.stringify({ ...made, data: [made] });
      return response.writeHead(request.method === 'POST' ? 201 : 200, JSON_TYPE).end(answer);
    });
  });
}

test.each(all.map((one) => [one.name, one] as const))(
  '%s: the run ends in its budget and blames nobody for the transport',
  async (name, one) => {
    const { exitCode, stdout, peakKb, tookMs } = await run(await listen(serverOf(one)), one.thing);
    const document = JSON.parse(stdout || '{}') as ResultDocument;
    const [journey] = document.journeys ?? [];
    const verdict = journey?.verdict ?? journey?.status ?? `no document, exit ${exitCode}`;
    const facts = `${verdict} ${journey?.reasonCode ?? ''}`.padEnd(58);
    const failures = [
      exitCode === null ? 'killed: the budget was over' : '',
      journey === undefined ? 'no result' : '',
      !one.isDecisive && /DECISIVE/.test(verdict) && !verdict.startsWith('INCONCLUSIVE') ? 'a decisive verdict' : '',
      peakKb > MOST_RSS_KB ? `${Math.round(peakKb / 1024)} MB` : '',
      stdout.includes(SECRET) ? 'the credential is in the result' : '',
      stolen.length > 0 ? `a request reached another origin: ${stolen.join()}` : '',
    ].filter((failure) => failure !== '');
    rows.push(
      `${failures.length === 0 ? 'held  ' : 'FAILED'} ${name.padEnd(52)} ${facts} ${String(Math.round(peakKb / 1024)).padStart(4)} MB ${(tookMs / 1000).toFixed(1).padStart(5)} s`,
    );
    expect(failures).toEqual([]);
  },
  BUDGET_MS + 30_000,
);

/** What takes a second or more alone, so that a signal at its first connection meets a run under way. */
const interrupted = [
  'no answer',
  'a byte a second',
  'chunks without end',
  '15.9 MB of JSON',
  '500,000 members',
  'a list of a million ids',
];
test.each(isFull ? interrupted : interrupted.slice(0, 1))(
  '%s: SIGTERM ends the runner within 2 seconds, with what it knows',
  async (name) => {
    const one = [...servers, ...schemas].find((each) => each.name === name)!;
    const server = serverOf(one);
    const { exitCode, stdout, afterSignalMs } = await run(await listen(server), one.thing, once(server, 'connection'));
    const document = JSON.parse(stdout) as ResultDocument;
    expect([exitCode, document.exitCode]).toEqual([143, 143]);
    rows.push(`held   SIGTERM: ${name.padEnd(43)} exit ${exitCode}, ${(afterSignalMs / 1000).toFixed(2)} s after it`);
    // Half a second for a machine that does other things as well.
    expect(afterSignalMs).toBeLessThan(2_500);
  },
  BUDGET_MS,
);
