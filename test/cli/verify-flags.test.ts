import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { runCommand } from '../support/run-command.ts';
import { startTaskboard, taskboardSpec } from '../support/taskboard.ts';

let folder: string;
let todo: Awaited<ReturnType<typeof startExampleTodo>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-flags-'));
  todo = await startExampleTodo();
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${todo.url}/openapi.json`)).text());
});
afterAll(async () => {
  await todo.close();
  rmSync(folder, { recursive: true });
});
const verify = (...args: string[]) =>
  runCommand(['verify', '--spec', join(folder, 'openapi.json'), '--base-url', todo.url, ...args]);

it('dezycro verify takes the flags of the verifier itself: reports, one journey, what failed', async () => {
  const [json, junit] = [join(folder, 'result.json'), join(folder, 'junit.xml')];
  const all = await verify('--reporter', `json=${json}`, '--reporter', `junit=${junit}`, '--concurrency', '2');
  expect(all.code).toBe(0);
  const { journeys } = JSON.parse(readFileSync(json, 'utf8')) as ResultDocument;
  expect(readFileSync(junit, 'utf8').match(/<testcase /g)).toHaveLength(journeys.length);
  const one = await verify('--journey', journeys[1]!.id, '--json');
  expect((JSON.parse(one.out) as ResultDocument).journeys.map(({ id }) => id)).toEqual([journeys[1]!.id]);
  expect((await verify('--failed', json)).said).toContain('nothing to run');
});

it.each([
  ['--concurrency', '0'],
  ['--timeout', 'soon'],
  ['--reporter', 'xml'],
  ['--cert', 'only.pem'],
  ['--fail-on', 'never'],
])('%s %s is a usage error of dezycro, told before the spec is read', async (...args) => {
  const ended = await runCommand(['verify', '--spec', 'absent.json', '--base-url', todo.url, ...args]);
  expect([ended.code, ended.said]).toEqual([2, expect.stringMatching(/See: dezycro verify --help/)]);
});

it('in GitHub each annotation stands at the line of the spec that describes the operation at fault', async () => {
  const board = await startTaskboard('PATCH is lost');
  try {
    const spec = join(folder, 'taskboard.json');
    const text = JSON.stringify(taskboardSpec, null, 2);
    writeFileSync(spec, text);
    const identity = ['--token', board.token('alice'), '--journey', 'A task changed by PATCH shows the change'];
    const { code, out, said } = await runCommand(
      ['verify', spec, '--base-url', board.url, '--reporter', `github=${join(folder, 'summary.md')}`, ...identity],
      { GITHUB_WORKSPACE: folder },
    );
    const [, line] = /^::error file=taskboard\.json,line=(\d+),title=A task changed by PATCH/m.exec(out + said) ?? [];
    const lines = text.split('\n');
    expect([code, lines[Number(line) - 1]?.trim()]).toEqual([1, '"get": {']);
    expect(lines.slice(0, Number(line)).findLast((each) => /^ {4}"\//.test(each))).toContain('/tasks/{task_id}');
  } finally {
    await board.close();
  }
});
