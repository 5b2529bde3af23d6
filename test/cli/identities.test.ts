import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DoctorReport } from '#verifier/cli/doctor.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { runCommand } from '../support/run-command.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { startTaskboard, taskboardSpec } from '../support/taskboard.ts';

let folder: string;
let spec: string;
let board: Awaited<ReturnType<typeof startTaskboard>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'identities-'));
  spec = join(folder, 'openapi.json');
  writeFileSync(spec, JSON.stringify(taskboardSpec));
  board = await startTaskboard();
});
afterAll(async () => {
  await board.close();
  rmSync(folder, { recursive: true });
});

type Verified = { code: number; result: ResultDocument & { error?: { message: string; fix: string } } };

const verifyAs = async (args: string[], env: NodeJS.ProcessEnv = {}): Promise<Verified> => {
  const { code, out } = await runCommand(['verify', spec, '--base-url', board.url, ...args, '--json'], env);
  return { code, result: JSON.parse(out) as Verified['result'] };
};

const login = ['--login', 'POST /api/v1/auth/login'];

describe('where no identity is given and the API asks for one', () => {
  it('at most 12 lines say what it asks for, how many journeys need it and how to go on, and nothing is sent', async () => {
    const before = board.log.length;
    const { code, out, said } = await runCommand(['verify', spec, '--base-url', board.url]);
    const lines = `${out}${said}`.trimEnd().split('\n');
    expect([code, lines.length <= 12, board.log.length]).toEqual([3, true, before]);
    expect(lines[1]).toMatch(/^This API asks for OAuth2PasswordBearer \(oauth2\); \d+ of \d+ journeys need it\./);
  });

  it('the first command that it prints passes, with a name and a password in it', async () => {
    const { said } = await runCommand(['verify', spec, '--base-url', board.url]);
    const [, printed = ''] = /^ {2}dezycro (verify .*NAME:PASSWORD)$/m.exec(said) ?? [];
    const words = `${printed.replace('NAME:PASSWORD', 'alice:wonderland')} --json`;
    const script = `${process.execPath} clients/cli/main.ts ${words}`;
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script], { maxBuffer: 1e8 });
    const { summary } = JSON.parse(stdout) as ResultDocument;
    expect([summary.passed, summary.total > 40]).toEqual([summary.total, true]);
  });

  it('a variable AUTH_… that nothing uses is named with the option that would use it', async () => {
    const { result } = await verifyAs([], { AUTH_OWNER: 'secret-1' });
    expect(result.error?.fix).toContain('AUTH_OWNER is set: --persona owner="may do everything" uses it.');
    expect(JSON.stringify(result)).not.toContain('secret-1');
  });

  it('--anonymous goes on as nobody', async () => {
    const { result } = await verifyAs(['--anonymous']);
    expect(result.summary.inconclusive).toBeGreaterThan(10);
    expect((await verifyAs(['--anonymous', '--token', 'a'])).result.error?.message).toContain('leave --token out');
  });

  it('doctor of such a verifier warns, and does not say that no persona is needed', async () => {
    const verifier = join(folder, 'dezycro-verify.mjs');
    await runCommand(['build', spec, '--platform', 'node', '--out', verifier]);
    const args = ['doctor', '--verifier', verifier, '--allow-unsigned'];
    const told = await runCommand(args);
    expect(told.out).toMatch(
      /^Personas +\[warn\] +no persona for them → \d+ of \d+ journeys INCONCLUSIVE_AUTH_REQUIRED/m,
    );
    expect([told.code, /Personas.*none needed/.test(told.out)]).toEqual([1, false]);
    const probed = await runCommand([...args, '--probe', '--base-url', board.url, '--json']);
    const { target } = JSON.parse(probed.out) as DoctorReport;
    expect(target?.detail).toContain('→ 401: the API answers, and requires an identity');
  });
});

describe('--login', () => {
  it('signs in by the operation that the spec describes, and shows no password', async () => {
    const { code, result } = await verifyAs([...login, '--user', 'alice:wonderland']);
    expect([code, result.summary.passed]).toEqual([0, result.summary.total]);
    expect(JSON.stringify(result)).not.toContain('wonderland');
  });

  it('names the sign-ins of the spec where it is given another path', async () => {
    const { code, result } = await verifyAs(['--login', 'POST /nowhere', '--user', 'a:b']);
    expect([code, result.error?.message]).toEqual([
      2,
      expect.stringContaining("it describes 'POST /api/v1/auth/login'"),
    ]);
  });

  it('wants to know who signs in', async () => {
    const { code, result } = await verifyAs(login);
    expect([code, result.error?.message]).toEqual([2, '--login needs who signs in: --user NAME:PASSWORD.']);
  });
});

describe('--persona NAME=TEXT', () => {
  const roles = ['--persona', 'owner=may do everything', '--persona', 'viewer=may only read'];

  it('makes personas whose variables hold names and passwords for --login', async () => {
    const env = { AUTH_OWNER: 'alice:wonderland', AUTH_VIEWER: 'vic:looking-glass' };
    const { code, result } = await verifyAs([...login, ...roles], env);
    expect([code, result.summary.passed]).toEqual([0, result.summary.total]);
    expect(result.journeys.filter(({ kind }) => kind === 'forbidden').length).toBeGreaterThan(2);
  });

  it('takes a bare token, or the JSON of a type', async () => {
    const env = { AUTH_OWNER: board.token('alice'), AUTH_VIEWER: JSON.stringify({ token: board.token('vic') }) };
    const { code, result } = await verifyAs(roles, env);
    expect([code, result.summary.passed]).toEqual([0, result.summary.total]);
    expect(JSON.stringify(result)).not.toContain(board.token('alice'));
  });

  it('without a text still selects the journeys of a persona', async () => {
    const env = { AUTH_OWNER: board.token('alice'), AUTH_VIEWER: board.token('vic') };
    const { result } = await verifyAs([...roles, '--persona', 'viewer'], env);
    expect(new Set(result.journeys.map(({ personas }) => personas.includes('viewer')))).toEqual(new Set([true]));
  });

  it('whose variable is not set is told with it before the first request', async () => {
    const env = { AUTH_OWNER: board.token('alice') };
    const { said } = await runCommand(['verify', spec, '--base-url', board.url, ...roles], env);
    expect(said).toMatch(
      /^warning: AUTH_VIEWER is not set: [1-9]\d* of \d+ journeys need persona "viewer" and will be undecided$/m,
    );
    expect(said).not.toContain('AUTH_OWNER is not set');
  });

  it('is refused without what it may do, or twice', async () => {
    expect((await verifyAs(['--persona', 'viewer='])).result.error?.message).toContain('--persona takes NAME=');
    const twice = ['--persona', 'a=reads', '--persona', 'A=writes'];
    expect((await verifyAs(twice)).result.error?.message).toBe('Two personas are called "a".');
  });
});

describe('files that are found by themselves', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(folder, 'home-'));
    mkdirSync(join(home, '.dezycro'));
  });
  const personas = {
    personas: [{ name: 'owner', description: 'may do everything', authType: 'BEARER', envVar: 'AUTH_OWNER' }],
  };
  const verifyIn = (env: NodeJS.ProcessEnv) =>
    spawnCommand(['verify', spec, '--base-url', board.url, '--json'], { cwd: home, env });

  it('.dezycro/personas.json and .dezycro/auth.local.json are used and named', async () => {
    writeFileSync(join(home, '.dezycro', 'personas.json'), JSON.stringify(personas));
    const owner = { envVar: 'AUTH_OWNER', type: 'bearer', config: { token: '${TOKEN}' } };
    const auth = { version: 1, personas: { owner }, secrets: { TOKEN: '!env:SOURCE' } };
    writeFileSync(join(home, '.dezycro', 'auth.local.json'), JSON.stringify(auth), { mode: 0o600 });
    const { code, said } = await verifyIn({ SOURCE: board.token('alice') });
    expect(said).toMatch(/^identities: \S+personas\.json, \S+auth\.local\.json\n/);
    expect(code).toBe(0);
  });

  it('personas.json of the folder is used with the variables that it names', async () => {
    writeFileSync(join(home, 'personas.json'), JSON.stringify(personas));
    const { code, said } = await verifyIn({ AUTH_OWNER: board.token('alice') });
    expect([code, said.split('\n')[0]]).toEqual([0, 'identities: personas.json']);
  });
});
