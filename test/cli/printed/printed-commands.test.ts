import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bundleCli } from '../../../scripts/bundle-cli.ts';
import { type LocalServiceProcess, startLocalService } from '../../support/local-service.ts';
import { startTaskboard, taskboardSpec } from '../../support/taskboard.ts';
import { PRINTED, type Printed } from './table.ts';

// Each command is a process of its own, as a user types it: a minute for all of them.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Fewer operations, so that a run takes a second, and one that no journey may call. */
const {
  '/api/v1/auth/login': login,
  '/api/v1/projects': list,
  '/api/v1/projects/{project_id}': item,
} = taskboardSpec.paths;
const deleteAll = { operationId: 'deleteProjects', responses: { 204: { description: 'all gone' } } };
const spec = JSON.stringify({
  ...taskboardSpec,
  paths: {
    '/api/v1/auth/login': login,
    '/api/v1/projects': { ...list, delete: deleteAll },
    '/api/v1/projects/{project_id}': item,
  },
});

let home: string;
let folder: string;
let service: LocalServiceProcess;
let board: Awaited<ReturnType<typeof startTaskboard>>;
let broken: Awaited<ReturnType<typeof startTaskboard>>;
let admin: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'printed-'));
  folder = join(home, 'checkout');
  [service, board, broken] = await Promise.all([
    startLocalService(join(home, 'data')),
    startTaskboard(),
    startTaskboard('PATCH is lost'),
  ]);
  admin = JSON.stringify({ token: board.token('alice') });
  for (const made of ['bin', '.dezycro', '.local']) mkdirSync(join(folder, made), { recursive: true });
  mkdirSync(join(home, '.config/fish/completions'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('openapi.json', spec);
  write('api.yaml', spec);
  write('token.txt', service.credentials.token);
  const headers = { authorization: `Bearer ${service.credentials.token}` };
  const key = await (await fetch(`${service.origin}/api/v1/signing-key`, { headers })).json();
  write('signing-key.pem', (key as { publicKey: string }).publicKey);
  copyFileSync(join(home, 'data', 'credentials.json'), join(folder, '.local', 'credentials.json'));
  const persona = { name: 'admin', description: 'may do everything', authType: 'BEARER', envVar: 'AUTH_ADMIN' };
  write('personas.json', JSON.stringify({ personas: [persona] }));
  write('prd.md', 'A user can create a project with a name.\n');
  const config = { token: '${TOKEN}' };
  const auth = { version: 1, personas: { admin: { envVar: 'AUTH_ADMIN', type: 'bearer', config } } };
  write('.dezycro/auth.local.json', JSON.stringify({ ...auth, secrets: { TOKEN: '!env:TOKEN' } }));
  chmodSync(join(folder, '.dezycro/auth.local.json'), 0o600);
  writeFileSync(join(home, 'dezycro.mjs'), await bundleCli());
  program('dezycro', `exec "${process.execPath}" "${join(home, 'dezycro.mjs')}" "$@"`);
  // What `dezycro pull` wrote: an executable where the service has a runner for this platform, else a file for Node.
  const verifier = `if [ -x dezycro-verify ]; then exec ./dezycro-verify "$@"; fi`;
  program('dezycro-verify', `${verifier}; exec "${process.execPath}" ./dezycro-verify.mjs "$@"`);
  program('gh', 'cat >/dev/null; echo "set $3"');
  program('claude', 'shift 4; exec "$@" </dev/null');
  await bash('git init -q && git -c user.name=a -c user.email=a@localhost commit -q --allow-empty -m first');
});
afterAll(async () => {
  await Promise.all([service.end('SIGTERM'), board.close(), broken.close()]);
  rmSync(home, { recursive: true });
});

const program = (name: string, script: string): void => {
  mkdirSync(join(home, 'programs'), { recursive: true });
  writeFileSync(join(home, 'programs', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(home, 'programs', name), 0o755);
};

type End = { code: number; text: string };
const bash = (command: string, input = ''): Promise<End> =>
  new Promise((resolve) => {
    const env = {
      PATH: `${join(home, 'programs')}:${process.env['PATH']}`,
      HOME: home,
      TOKEN: board.token('alice'),
      AUTH_ADMIN: admin,
      PASSWORD: 'wonderland',
    };
    const child = execFile('bash', ['-c', command], { cwd: folder, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    );
    // A command that reads nothing is over before this is written.
    child.stdin?.on('error', () => undefined).end(input);
  });

/** Example addresses and capital words, replaced by what is here. */
const filled = ({ command, fill = {} }: Printed): string =>
  Object.entries({
    ...fill,
    'https://staging.example.com': board.url,
    'https://dezycro.example.com': service.origin,
    'http://127.0.0.1:8000': board.url,
    'http://127.0.0.1:3000': board.url,
    '{"token":"…"}': admin,
    'POST /login': 'POST /api/v1/auth/login',
    'project NAME': 'project Other',
    getHealth: 'deleteProjects',
    'feature NAME': 'feature Other',
    SPEC: 'openapi.json',
    FILE: 'openapi.json',
    '--url URL': `--url ${service.origin}`,
  }).reduce((text, [from, to]) => text.replaceAll(from, to), command);

it.each(PRINTED)('as printed: $command', async (printed) => {
  const { code, text } = await bash(filled(printed), printed.input && service.credentials.token);
  expect({ code, text }).toEqual({ code: printed.code ?? 0, text: expect.stringMatching(printed.says ?? /^/) });
});

const printedIn = (text: string, pattern: RegExp): string => pattern.exec(text)?.[0] ?? `echo not printed: ${text}`;

it('the command that a run prints for a journey runs it again', async () => {
  const red = await bash(`dezycro verify openapi.json --base-url ${broken.url}`);
  const again = printedIn(red.text, /dezycro verify .*--journey [0-9a-f]{8}$/m);
  expect(await bash(again)).toEqual({ code: 1, text: expect.stringMatching(/PERSISTENCE[\s\S]* 1 failed/) });
});

it('the command that a verifier prints for a journey runs it again', async () => {
  const red = await bash(`dezycro-verify run --all --base-url ${broken.url}`);
  const again = printedIn(red.text, /dezycro-verify run --base-url .*--journey [0-9a-f]{8}$/m);
  expect(await bash(again)).toEqual({ code: 1, text: expect.stringMatching(/PERSISTENCE[\s\S]* 1 failed/) });
});

it('the command that record prints for a failure tells the fault from a sound server', async () => {
  await bash(`dezycro run --all --base-url ${broken.url} --json > red.json`);
  const recorded = await bash('dezycro record red.json');
  expect(await bash(printedIn(recorded.text, /dezycro replay .* > repro\.sh$/m))).toEqual({ code: 0, text: '' });
  const behind = await bash(`BASE_URL=${broken.url} sh repro.sh`);
  expect(behind).toEqual({ code: 1, text: expect.stringMatching(/^the fault is there: /m) });
  const sound = await bash(`BASE_URL=${board.url} sh repro.sh`);
  expect(sound).toEqual({ code: 0, text: expect.stringMatching(/^mended: /m) });
});
