import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFaultProxy } from '../../bench/detect/proxy/fault-proxy.ts';
import { FAULTS } from '../../bench/detect/faults/faults.ts';
import { runScript } from '../../bench/detect/replay-cell.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { runCommand } from '../support/run-command.ts';
import { spawnCommand } from '../support/spawn-command.ts';

let folder: string;
let todo: Awaited<ReturnType<typeof startExampleTodo>>;
let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'replay-'));
  todo = await startExampleTodo();
  const spec = await (await fetch(`${todo.url}/openapi.json`)).text();
  writeFileSync(join(folder, 'openapi.json'), spec);
  const fault = FAULTS.find(({ name }) => name === 'write not stored');
  if (fault === undefined) throw new Error('There is no such fault.');
  const operation = 'PATCH /todos/{id}';
  proxy = await startFaultProxy({ target: todo.url, spec: JSON.parse(spec), planted: { fault, operation } });
  const main = fileURLToPath(new URL('../../clients/cli/main.ts', import.meta.url));
  writeFileSync(join(folder, 'dezycro'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(join(folder, 'dezycro'), 0o755);
});
afterAll(async () => {
  await proxy.close();
  await todo.close();
  rmSync(folder, { recursive: true });
});

it('the printed line, as printed, exits 1 behind the fault and 0 on a sound server', async () => {
  const args = ['verify', 'openapi.json', '--base-url', proxy.url, '--reporter', 'json=result.json'];
  const run = await spawnCommand(args, { cwd: folder });
  expect(run.code).toBe(1);
  const [, line = ''] = / reproduce (.*)/.exec(run.out) ?? [];
  expect(line).toMatch(/^dezycro replay [0-9a-f]{8} --result result\.json > repro\.sh && sh repro\.sh$/);
  const env = { PATH: `${folder}:${process.env['PATH']}`, WAIT_SECONDS: '0' };
  const behind = await runScript(line, env, folder);
  expect(behind.said).toMatch(/^the fault is there: /);
  expect(behind.code).toBe(1);
  const sound = await runScript(readFileSync(join(folder, 'repro.sh'), 'utf8'), { ...env, BASE_URL: todo.url }, folder);
  expect(sound).toEqual({ code: 0, said: expect.stringMatching(/^mended: /) as unknown });
  const left = (await (await fetch(`${todo.url}/todos`)).json()) as unknown[];
  expect(left).toEqual([]);
});

it('without a report the last run of the folder is there, for this user alone', async () => {
  const state = join(folder, 'state');
  const env = { HOME: folder, XDG_STATE_HOME: state };
  const first = await runCommand(['verify', join(folder, 'openapi.json'), '--base-url', proxy.url], env);
  const [, id = ''] = / reproduce dezycro replay ([0-9a-f]{8}) > repro\.sh/.exec(first.out) ?? [];
  const { code, out } = await runCommand(['replay', id], env);
  expect([code, out.split('\n')[0]]).toEqual([0, '#!/bin/sh']);
  const named = /^# (.*)$/m.exec(out)?.[1] ?? '';
  expect((await runCommand(['replay', named], env)).out).toBe(out);
  const kept = /runs\/.*/.exec((await runCommand(['replay', 'nothing'], env)).said);
  expect(kept).toBeNull();
  expect(statSync(join(state, 'dezycro/runs')).mode & 0o777).toBe(0o700);
});

it.each([
  [['replay'], 2, 'Name one journey: its id, or its name.'],
  [['replay', '00000000'], 2, 'No run of this folder is kept on this machine.'],
  [['replay', '1', '--run', 'a', '--result', 'b'], 2, '--run and --result exclude each other.'],
])('%s says what is missing', async (args, code, said) => {
  const end = await runCommand(args);
  expect(end.code).toBe(code);
  expect(end.said).toContain(said);
});
