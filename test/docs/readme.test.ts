import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from '../../scripts/demo/facts.ts';
import { startExampleTodo } from '../support/example-todo.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Every command line of the README's shell blocks; a block that defines a function is one script. */
const fencedCommands = (text: string): string[] =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    /^\w+\(\)/.test(block!) ? [walkName] : block!.trim().split('\n'),
  );
const walkName = 'the walk from login to coverage';
const walk = /```sh\n(\w+\(\)[\s\S]*?)```/.exec(readme)![1]!;
const authFile = /```json\n(\{ "version": 1,[\s\S]*?)```/.exec(readme)![1]!;

const readyAddress = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let stdout = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const ready = /^ready (http:\/\/127\.0\.0\.1:\d+)$/m.exec(stdout)?.[1];
      if (ready) resolve(ready);
    });
    child.on('close', (code) => reject(new Error(`npm start ended with ${code}: ${stdout}`)));
  });

/** Two personas, a planted fault, its verdict, coverage, a waiver, the event and the recovered run's diff; a team that buys and ends. */
const expectWholeLoop = ({ personas, event, clean, faulty, waived, recovered, billing, ...facts }: Facts): void => {
  expect(facts.passed).toBe(true);
  expect(personas).toEqual([
    { name: 'Owner', envVar: 'AUTH_OWNER' },
    { name: 'Guest', envVar: 'AUTH_GUEST' },
  ]);
  expect(facts.build).toMatchObject({ state: 'READY', planCount: clean.results.length });
  expect(event).toMatchObject({ type: 'VERIFIER_STATUS_UPDATE', detail: { status: 'READY' } });
  expect(clean.results.filter(({ testName }) => testName.startsWith('Guest is refused')).length).toBeGreaterThan(5);
  expect(clean).toMatchObject({ featureStatus: 'VERIFIED', ship: { ship: true } });
  const failed = faulty.results.filter(({ status }) => status === 'FAILED');
  expect(failed.length).toBeGreaterThan(0);
  for (const each of failed) expect(each).toMatchObject({ verdict: 'FAIL_DECISIVE_PERSISTENCE' });
  expect(faulty.coverage).toMatchObject({ lifecycleBlocking: true });
  expect(faulty.coverage.decisiveFailures).toHaveLength(failed.length);
  expect(faulty.ship.ship).toBe(false);
  const broken = faulty.results.filter(({ status }) => status !== 'PASSED');
  expect(faulty.diff.counts).toMatchObject({ regressed: broken.length, recovered: 0 });
  expect(waived.coverage).toMatchObject({ lifecycleBlocking: false, decisiveFailures: [] });
  const byJourney = <One extends { journeyId: string }>(all: One[]) =>
    all.toSorted((a, b) => a.journeyId.localeCompare(b.journeyId));
  const shown = byJourney(waived.coverage.waivedManual).map(({ waiver }) => waiver);
  expect(shown).toEqual(byJourney(waived.waivers));
  expect(waived.ship.ship).toBe(true);
  expect(recovered.diff.counts).toMatchObject({ regressed: 0, recovered: broken.length });
  expect(recovered.diff.changes.map(({ kind }) => kind)).toEqual(broken.map(() => 'RECOVERED'));
  expect(billing).toMatchObject({ passed: true, isInTime: true });
};

type Finished = { code: number | null; stdout: string; stderr: string };

describe('the README, followed by a stranger in a copy of the repository', () => {
  let copy: string;
  let todo: Awaited<ReturnType<typeof startExampleTodo>>;

  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), 'readme-'));
    const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const path of tracked.split('\0').filter(Boolean)) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      cpSync(join(root, path), join(copy, path));
    }
    // The install itself is what a clean checkout begins with; here it would only download the same packages again.
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    todo = await startExampleTodo();
    writeFileSync(join(copy, 'openapi.json'), await (await fetch(`${todo.url}/openapi.json`)).text());
  });

  afterAll(async () => {
    await todo.close();
    rmSync(copy, { recursive: true, force: true });
  });

  const run = async (command: string, env: NodeJS.ProcessEnv = {}): Promise<Finished> => {
    const child = spawn('sh', ['-c', command], {
      cwd: copy,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, stdout, stderr };
  };

  /** The install before a command is done above; addresses are those of the server that runs here. */
  const prepared = (command: string): string =>
    command.replace(/^npm ci && /, '').replace('http://127.0.0.1:3000', todo.url);

  const checks: Record<string, (command: string) => Promise<void>> = {
    'npm ci && npm run demo': async (command) => {
      // What it shows goes to stderr then, and the facts to stdout.
      const { code, stdout, stderr } = await run(`${command} --silent -- --json`);
      expect(code, stderr).toBe(0);
      for (const shown of ['VERIFIER_STATUS_UPDATE', 'FAIL_DECISIVE_', 'reproduce  curl', 'waived', 'RECOVERED'])
        expect(stderr).toContain(shown);
      expectWholeLoop(JSON.parse(stdout) as Facts);
    },
    'npm ci && npm test': async (command) => {
      // This test is part of that very run; what is left to prove is that the script exists and is the suite's.
      const scripts = (
        JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
      ).scripts;
      expect(command).toBe('npm test');
      expect(scripts['test']).toMatch(/^vitest run/);
    },
    'npm run --silent dezycro -- plan --spec openapi.json': async (command) => {
      const { code, stdout, stderr } = await run(command);
      expect(code, stderr).toBe(0);
      expect(stdout).toMatch(/^ {2}create-read +A created todo can be read back$/m);
      expect(stdout).toMatch(/^\d+ of \d+ operations covered \(\d+ %\) · \d+ journeys, each proved · \d+ dropped$/m);
    },
    'npm run --silent dezycro -- verify --spec openapi.json --base-url http://127.0.0.1:3000': async (command) => {
      const { code, stdout, stderr } = await run(command);
      expect(code, stderr).toBe(0);
      expect(stdout).toMatch(/^\d+ passed · 0 failed · 0 undecided · 0 not run · nothing left behind · [\d.]+ s\b/m);
    },
    [walkName]: async () => {
      const service = spawn('npm', ['start', '--', '--port', '0'], { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] });
      const closed = new Promise((resolve) => service.on('close', resolve));
      try {
        await readyAddress(service);
        mkdirSync(join(copy, '.dezycro'));
        const path = join(copy, '.dezycro/auth.local.json');
        writeFileSync(path, authFile.replace('pass show staging/owner', 'echo secret'), { mode: 0o600 });
        // Nothing shows what the example's bulk update did.
        const waive = "dezycro waive --operation TodoController.updateAll --reason 'no read shows it'\ndezycro record";
        const steps = prepared(walk).replace('dezycro record', waive);
        const { code, stdout, stderr } = await run(`set -e\n${steps}`, { HOME: copy, XDG_CONFIG_HOME: '' });
        expect([code, stderr]).toEqual([0, expect.anything()]);
        expect(stdout).toMatch(/^run \S+ is COMPLETED: (\d+) of \1 passed, 0 failed, 0 undecided, 0 not run$/m);
        expect(stdout).toMatch(/^nothing keeps the feature from shipping$/m);
        expect(walk.trim().split('\n').length).toBeLessThanOrEqual(10);
      } finally {
        service.kill('SIGTERM');
      }
      await closed;
    },
    'npm run --silent dezycro -- plan --spec openapi.json --format arazzo --out plans.arazzo.yaml': async (command) => {
      const { code, stderr } = await run(command);
      expect(code, stderr).toBe(0);
      expect(readFileSync(join(copy, 'plans.arazzo.yaml'), 'utf8')).toMatch(/^arazzo: 1\.0\.1$/m);
    },
    // Runs the file that the command before it has written.
    'npm run --silent dezycro -- verify --plan plans.arazzo.yaml --base-url http://127.0.0.1:3000': async (command) => {
      const { code, stdout, stderr } = await run(command);
      expect(code, stderr).toBe(0);
      expect(stdout).toMatch(/^\d+ passed · 0 failed · 0 undecided/m);
    },
    'npm start': async () => {
      const args = ['start', '--', '--port', '0', '--data', join(copy, 'data')];
      const child = spawn('npm', args, { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] });
      const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
      try {
        const url = await readyAddress(child);
        const credentials = readFileSync(join(copy, 'data/credentials.json'), 'utf8');
        const { token } = JSON.parse(credentials) as { token: string };
        const me = await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
        expect(me.status).toBe(200);
      } finally {
        child.kill('SIGTERM');
      }
      expect(await closed).toBe(0);
    },
  };

  it('has a check for each command, and no check without its command', () => {
    expect(fencedCommands(readme).toSorted()).toEqual(Object.keys(checks).toSorted());
  });

  for (const [command, check] of Object.entries(checks)) {
    it(`does what it says: ${command}`, () => check(prepared(command)), 180_000);
  }
});
