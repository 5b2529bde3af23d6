import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startLocalService, type LocalServiceProcess } from '../support/local-service.ts';
import { startTaskboard, taskboardSpec } from '../support/taskboard.ts';

// Processes beside a service: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 });

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs', 'getting-started.md'), 'utf8');
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text!);
const walk = blocks.find((text) => text.includes('dezycro login'))!;

const owner = { name: 'owner', description: 'may do everything', authType: 'BEARER' };

let board: Awaited<ReturnType<typeof startTaskboard>>;
let service: LocalServiceProcess;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'getting-started-'));
  [board, service] = await Promise.all([startTaskboard(), startLocalService(join(folder, 'data'))]);
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(taskboardSpec));
  writeFileSync(join(folder, 'token.txt'), service.credentials.token);
  writeFileSync(join(folder, 'prd.md'), 'A user can create a project with a name.\n');
});
afterAll(async () => {
  await board.close();
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true });
});

const run = (script: string): Promise<{ code: number; out: string; said: string }> => {
  const dezycro = `set -e\ndezycro() { "${process.execPath}" "${join(root, 'clients/cli/main.ts')}" "$@"; }\n`;
  const here = script
    .replaceAll('http://127.0.0.1:3000', board.url)
    .replaceAll('http://127.0.0.1:4280', service.origin);
  const secrets = { TOKEN: board.token('alice'), AUTH_OWNER: JSON.stringify({ token: board.token('alice') }) };
  const env = { PATH: process.env['PATH'], HOME: folder, ...secrets };
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', dezycro + here], { cwd: folder, env, maxBuffer: 1e8 }, (error, out, said) =>
      resolve({ code: error ? Number(error.code) : 0, out, said }),
    );
  });
};

it.each(blocks.filter((text) => text !== walk))('without an account, as printed: %s', async (script) => {
  const personas = join(folder, 'personas.json');
  if (script.includes('--personas')) writeFileSync(personas, JSON.stringify({ personas: [owner] }));
  const { code, out } = await run(script);
  // Where it lies in the folder, no --token is taken.
  rmSync(personas, { force: true });
  expect([code, out]).toEqual([0, expect.stringMatching(/covered|\d+ passed · 0 failed · 0 undecided/)]);
});

it('with the service, as printed: from login to a feature that can ship', async () => {
  writeFileSync(join(folder, 'personas.json'), JSON.stringify({ personas: [owner] }));
  const { code, out, said } = await run(walk);
  expect([code, out, said]).toEqual([0, expect.stringMatching(/\bship\b/), expect.anything()]);
  expect(out).toMatch(/^run \S+ is COMPLETED: (\d+) of \1 passed, 0 failed, 0 undecided, 0 not run$/m);
});
