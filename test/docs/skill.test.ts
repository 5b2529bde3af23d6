import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { allTools } from '../../clients/mcp/all-tools.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { type LocalServiceProcess, startLocalService } from '../support/local-service.ts';
import { spawnCommand } from '../support/spawn-command.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const root = join(import.meta.dirname, '../..');
const skill = readFileSync(join(root, 'skills/verify-feature/SKILL.md'), 'utf8');
const llms = readFileSync(join(root, 'llms.txt'), 'utf8');

let folder: string;
let service: LocalServiceProcess;
let todo: Awaited<ReturnType<typeof startExampleTodo>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skill-'));
  mkdirSync(join(folder, 'checkout'));
  [service, todo] = await Promise.all([startLocalService(join(folder, 'data')), startExampleTodo()]);
});
afterAll(async () => {
  await Promise.all([service.end('SIGTERM'), todo.close()]);
  rmSync(folder, { recursive: true });
});

it('the commands of the skill lead from a spec to coverage', async () => {
  const cwd = join(folder, 'checkout');
  writeFileSync(join(cwd, 'openapi.json'), await (await fetch(`${todo.url}/openapi.json`)).text());
  const env = { HOME: folder };
  const login = ['login', '--from', join(folder, 'data', 'credentials.json')];
  expect(await spawnCommand(login, { cwd, env })).toMatchObject({ code: 0 });
  const lines = /```sh\n([\s\S]*?)```/.exec(skill)![1]!.trim().split('\n');
  expect(lines).toHaveLength(6);
  let last = '';
  // Nothing shows what the example's bulk update did.
  const waive = ['waive', '--operation', 'TodoController.updateAll', '--reason', 'no read shows it'];
  for (const line of lines) {
    if (line === 'dezycro coverage') expect(await spawnCommand(waive, { cwd, env })).toMatchObject({ code: 0 });
    const [command, file] = line.replace('http://127.0.0.1:3000', todo.url).split(' > ') as [string, string?];
    const [program, ...args] = command.split(' ');
    expect(program).toBe('dezycro');
    const { code, out, said } = await spawnCommand(args, { cwd, env });
    expect([code, code === 0 ? '' : said], line).toEqual([0, '']);
    if (file) writeFileSync(join(cwd, file), out);
    last = out;
  }
  expect(last).toMatch(/^nothing keeps the feature from shipping$/m);
});

it('every tool that the skill names is there, with the arguments that it names', () => {
  const named = [...skill.matchAll(/`(\w+) \{([^}]*)\}`/g)];
  expect(named.map(([, name]) => name)).toHaveLength(6);
  for (const [, name, given] of named) {
    const tool = allTools.find((each) => each.name === name);
    const args = given!.split(', ').map((arg) => arg.replace(/[?:].*$/, ''));
    expect(Object.keys(tool!.input.shape), name).toEqual(expect.arrayContaining(args));
  }
  for (const [, name] of skill.matchAll(/`((?:list|create)_\w+)`/g))
    expect(allTools.map((tool) => tool.name)).toContain(name);
});

it('every page that llms.txt leads to is there', () => {
  const pages = [...llms.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!);
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
