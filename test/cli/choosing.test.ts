import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { freePort } from '../support/free-port.ts';
import { runCommand } from '../support/run-command.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { startTaskboard, taskboardSpec } from '../support/taskboard.ts';

const main = join(import.meta.dirname, '../../clients/cli/main.ts');
let folder: string;
let spec: string;
let board: Awaited<ReturnType<typeof startTaskboard>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'choosing-'));
  spec = join(folder, 'openapi.json');
  writeFileSync(spec, JSON.stringify(taskboardSpec));
  board = await startTaskboard();
});
afterAll(async () => {
  await board.close();
  rmSync(folder, { recursive: true });
});

const verified = async (...args: string[]) => {
  const before = board.log.length;
  const options = ['--base-url', board.url, '--token', board.token('alice'), ...args, '--json'];
  const { code, out } = await runCommand(['verify', spec, ...options]);
  const result = JSON.parse(out) as ResultDocument & { error?: { message: string } };
  return { code, result, sent: board.log.slice(before) };
};

describe('operations that are chosen', () => {
  it.each([['--no-delete'], ['--exclude', 'method=delete'], ['--exclude', 'operation=delete*']])(
    '%s %s: no DELETE is sent, not even to take away what was made',
    async (...args) => {
      const { code, result, sent } = await verified(...args);
      expect([code, sent.filter((line) => line.startsWith('DELETE'))]).toEqual([0, []]);
      expect(result.summary.passed).toBeGreaterThan(15);
    },
  );

  it('--exclude path= leaves out a path and all below it', async () => {
    const { sent } = await verified('--exclude', 'path=*/tasks*');
    expect(sent.filter((line) => line.includes('/tasks'))).toEqual([]);
  });

  it('--include path= runs journeys about these operations, and makes what they need', async () => {
    const { code, result, sent } = await verified('--include', 'path=*/tasks');
    expect(code).toBe(0);
    const subjects = new Set(
      result.journeys.map(({ operations }) => operations.some((id) => id.endsWith('Task') || id.endsWith('Tasks'))),
    );
    expect([...subjects]).toEqual([true]);
    expect(sent).toContain('POST /api/v1/projects');
  });

  it('--read-only sends nothing but reads', async () => {
    const { sent } = await verified('--read-only');
    expect([sent.length > 0, sent.filter((line) => !line.startsWith('GET '))]).toEqual([true, []]);
  });

  it('a selector of no known kind, or that names nothing, is told before anything is sent', async () => {
    const wrong = await verified('--exclude', 'name=x');
    expect([wrong.code, wrong.sent]).toEqual([2, []]);
    expect(wrong.result.error?.message).toContain('--exclude takes path=, method=, tag= or operation=');
    expect((await verified('--include', 'path=/nowhere')).result.error?.message).toBe(
      '--include path=/nowhere names no operation of the spec.',
    );
  });
});

describe('dezycro.yaml', () => {
  const inFolder = async (text: string, args: string[] = []) => {
    const cwd = mkdtempSync(join(folder, 'config-'));
    writeFileSync(join(cwd, 'dezycro.yaml'), text);
    writeFileSync(join(cwd, 'openapi.json'), JSON.stringify(taskboardSpec));
    return spawnCommand(['verify', ...args, '--token', board.token('alice'), '--json'], { cwd });
  };

  it('gives the options that the command line does not', async () => {
    const { code, out, said } = await inFolder(
      `spec: openapi.json\nbase-url: ${board.url}\nexclude: [path=*/tasks*]\n`,
    );
    expect([code, said.split('\n')[0]]).toEqual([0, 'dezycro.yaml: spec, base-url, exclude']);
    const { journeys } = JSON.parse(out) as ResultDocument;
    expect(journeys.some(({ operations }) => operations.includes('createTask'))).toBe(false);
  });

  it('gives way to the command line', async () => {
    const { code, said } = await inFolder('spec: other.json\nbase-url: http://127.0.0.1:9\n', [
      'openapi.json',
      '--base-url',
      board.url,
    ]);
    expect([code, said]).toEqual([0, expect.not.stringContaining('dezycro.yaml')]);
  });

  it.each([
    ['bas-url: x', 'dezycro.yaml has an unknown option "bas-url". Did you mean base-url?'],
    ['token: secret', 'dezycro.yaml has an unknown option "token".'],
    ['no-delete: maybe', 'dezycro.yaml: no-delete is neither true nor false. Write no-delete: true'],
    ['fail-on: never', 'dezycro.yaml: fail-on is never. Use one of decisive, inconclusive, skip.'],
  ])('%s is refused', async (text, message) => {
    const { code, said } = await inFolder(`${text}\n`);
    expect([code, said]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('a spec in several files', () => {
  const parted = (): string => {
    const home = mkdtempSync(join(folder, 'parted-'));
    mkdirSync(join(home, 'schemas'));
    const { schemas, securitySchemes } = taskboardSpec.components;
    const refer = (value: object) =>
      JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', './schemas/all.json#/')) as object;
    writeFileSync(join(home, 'schemas', 'all.json'), JSON.stringify(schemas));
    writeFileSync(join(home, 'projects.json'), JSON.stringify(refer(taskboardSpec.paths['/api/v1/projects'])));
    const paths = { ...refer(taskboardSpec.paths), '/api/v1/projects': { $ref: './projects.json' } };
    const path = join(home, 'openapi.json');
    writeFileSync(path, JSON.stringify({ ...taskboardSpec, paths, components: { securitySchemes } }));
    return path;
  };
  const planned = async (path: string) => {
    const { out, said } = await runCommand(['plan', path, '--json']);
    return { plans: (JSON.parse(out) as { plans?: { name: string }[] }).plans?.map(({ name }) => name), said };
  };

  it('gives the plans of the same spec in one file', async () => {
    expect((await planned(parted())).plans).toEqual((await planned(spec)).plans);
  });

  it.each(['../../outside.json', '/etc/hostname', 'linked.json'])(
    '%s, which leads out of its folder, is not read',
    async (place) => {
      const path = parted();
      const outside = join(folder, 'outside.json');
      writeFileSync(outside, '{"Project": {"type": "object"}}');
      symlinkSync(outside, join(path, '..', 'linked.json'));
      writeFileSync(path, readFileSync(path, 'utf8').replace('./schemas/all.json#/Project"', `${place}#/Project"`));
      const { code, out } = await runCommand(['plan', path, '--json']);
      expect([code, JSON.parse(out)]).toMatchObject([2, { error: { code: 'REF_OUTSIDE' } }]);
    },
  );
});

describe('--wait', () => {
  it('waits until the API answers, and then runs', async () => {
    const port = await freePort();
    const target = ['--base-url', `http://127.0.0.1:${port}`, '--token', board.token('alice')];
    const running = runCommand(['verify', spec, ...target, '--wait', '30s', '--json']);
    const late = await startTaskboard(undefined, port);
    expect((await running).code).toBe(0);
    await late.close();
  });

  it('ends in 4 with one line where nothing answers in time', async () => {
    const { code, said } = await runCommand(['verify', spec, '--base-url', 'http://127.0.0.1:9', '--wait', '0.3s']);
    expect([code, said]).toEqual([
      4,
      'Nothing answers at http://127.0.0.1:9 after 0.3 s (ECONNREFUSED). Is the API up, and is --base-url right?\n',
    ]);
    expect((await runCommand(['verify', spec, '--base-url', 'http://a.test', '--wait', 'long'])).said).toContain(
      '--wait takes a time such as 30s or 2m',
    );
  });
});

it('--watch runs again when the spec changes, and ends by a signal', async () => {
  const watched = join(folder, 'watched.json');
  writeFileSync(watched, JSON.stringify(taskboardSpec));
  const args = ['verify', watched, '--base-url', board.url, '--token', board.token('alice'), '--watch'];
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const closed = once(child, 'close');
  const { promise: again, resolve } = Promise.withResolvers<void>();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const [before, after] = [said, (said += text)].map((all) => all.split('; Ctrl-C ends').length - 1);
    if (before === 0 && after === 1)
      writeFileSync(watched, JSON.stringify({ ...taskboardSpec, info: { title: 'Changed', version: '2' } }));
    if (after === 2) resolve();
  });
  await again;
  child.kill('SIGINT');
  expect((await closed)[0]).toBe(130);
  expect([out.includes('Taskboard at'), out.includes('Changed at')]).toEqual([true, true]);
});
