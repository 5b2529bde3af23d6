import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { upperSnake } from '#verifier/plan/upper-snake.ts';
import type { Identities } from '../proxy/fault-proxy.ts';
import type { Subject } from '../subject.ts';
import type { Peer } from './peer.ts';

const python = join(import.meta.dirname, '../../../.oracles/schemathesis/bin/python');
const SETTINGS = [
  '--checks=all',
  '--seed=1',
  '--max-examples=10',
  '--generation-database=none',
  '--no-shrink',
  '--continue-on-failure',
];
const TIMEOUT_SECONDS = 150;

type Report = { failures: { title: string; operations: string[] }[]; stop_reason: string };

/**
 * Schemathesis with all checks and phases, with the credentials of the owner and the outsider. A failure is a check at
 * an operation. One process imports it once and forks per run; `processes` of them take turns.
 */
export function openSchemathesis(processes: number): Peer {
  const idle = Array.from({ length: processes }, () => undefined as Harness | undefined);
  const waiting: ((harness: Harness | undefined) => void)[] = [];
  const take = () =>
    idle.length > 0 ? Promise.resolve(idle.pop()) : new Promise<Harness | undefined>((give) => waiting.push(give));
  const giveBack = (harness: Harness) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(harness);
    else next(harness);
  };
  return {
    name: 'Schemathesis',
    settings: `schemathesis 4.32.5 run ${SETTINGS.join(' ')}`,
    missing: () => (existsSync(python) ? undefined : 'it is not installed; run scripts/install-schemathesis.sh'),
    inputOf: ({ spec, envProvidedParams, env }) => ({ spec, envProvidedParams, env: Object.keys(env) }),
    run: async (subject, url, _env, identities) => {
      const harness = (await take()) ?? startHarness();
      try {
        return await runOnce(harness, subject, url, identities);
      } finally {
        giveBack(harness);
      }
    },
    close: async () => {
      for (const harness of idle) harness?.end();
    },
  };
}

type Harness = { run(job: object): Promise<number | null>; end(): void };

function startHarness(): Harness {
  const child = spawn(python, [join(import.meta.dirname, 'run_schemathesis.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    run: async (job) => {
      child.stdin.write(`${JSON.stringify(job)}\n`);
      const answer = await answers.next();
      if (answer.done) throw new Error('The Schemathesis process ended.');
      return (JSON.parse(answer.value) as { exit: number | null }).exit;
    },
    end: () => child.stdin.end(),
  };
}

async function runOnce(
  harness: Harness,
  subject: Subject,
  url: string,
  identities: Identities | undefined,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(subject.spec));
    writeFileSync(join(folder, 'schemathesis.toml'), configOf(subject, identities, folder));
    const args = [
      '--config-file=schemathesis.toml',
      'run',
      'openapi.json',
      `--origin=${url}`,
      '--no-color',
      '--report-json-path=report.json',
      ...SETTINGS,
    ];
    const exit = await harness.run({ folder, args, timeoutSeconds: TIMEOUT_SECONDS });
    if (exit === null) throw new Error(`Schemathesis did not end within ${TIMEOUT_SECONDS} s.`);
    if (!existsSync(join(folder, 'report.json')))
      throw new Error(`Schemathesis gave no report: ${readFileSync(join(folder, 'said.txt'), 'utf8').slice(-500)}`);
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
    return report.failures.flatMap(({ title, operations }) => operations.map((operation) => `${title}: ${operation}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The Schemathesis configuration: headers of owner and outsider as users, and given parameters as fixed values. */
function configOf(subject: Subject, identities: Identities | undefined, folder: string): string {
  const parameters = subject.envProvidedParams.flatMap((name) => {
    const value = subject.env[`APITEST_PARAM_${upperSnake(name)}`];
    return value === undefined ? [] : [`"path.${name}" = ${JSON.stringify(value)}`];
  });
  const users = Object.entries(identities ?? {}).filter(([, headers]) => Object.keys(headers).length > 0);
  const auth = users.map(([name, headers]) => ({
    name,
    fixedHeaders: Object.entries(headers).map(([header, value]) => ({ name: header, value })),
  }));
  writeFileSync(join(folder, 'auth.json'), JSON.stringify({ auth }));
  return [
    ...(parameters.length > 0 ? ['[parameters]', ...parameters] : []),
    ...(users.length > 0 ? ['[auth.wfc]', 'path = "auth.json"', 'user = "owner"'] : []),
    ...(users.length > 1 ? ['peers = ["owner", "outsider"]'] : []),
    '',
  ].join('\n');
}
