import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeIo } from '#verifier/cli/node-io.ts';
import { build } from '../../clients/cli/build.ts';
import { InputError } from '../../clients/input-error.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { type CommandEnd, runCommand } from '../support/run-command.ts';

let folder: string;
let spec: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
  spec = join(folder, 'openapi.json');
  const todo = await startExampleTodo();
  writeFileSync(spec, await (await fetch(`${todo.url}/openapi.json`)).text());
  await todo.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]): Promise<CommandEnd> => runCommand(['build', ...args]);
const buildNode = (out: string, ...args: string[]): Promise<CommandEnd> =>
  run('--spec', spec, '--platform', 'node', '--out', out, ...args);

/** What the command throws when its runners lie in the folder; a test's own, whatever was built here. */
const refusal = async (runners: string): Promise<InputError> => {
  const options = { spec: join(folder, 'not-read.json'), platform: 'linux-x64', out: join(folder, 'none') } as const;
  try {
    return expect.unreachable(`ended with ${await build({ options, rest: [] }, nodeIo, runners)}`);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
};

it('writes a verifier that runs, prints its sha256, and the same again gives the same file', async () => {
  const [first, second] = [join(folder, 'first.mjs'), join(folder, 'second.mjs')];
  const { code, out, said } = await buildNode(first);
  const content = readFileSync(first);
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect([code, out]).toEqual([0, `${sha256}  ${first}\n`]);
  expect(said).toContain('journeys planned and proved');
  expect(statSync(first).mode & 0o111).not.toBe(0);
  const shown = JSON.parse(execFileSync(process.execPath, [first, 'plan', 'show', '--json'], { encoding: 'utf8' }));
  const asJson = await buildNode(second, '--json');
  expect(JSON.parse(asJson.out)).toEqual({
    platform: 'node',
    file: second,
    sizeBytes: content.length,
    sha256,
    signature: 'unsigned-local',
    specHash: (shown as { specHash: string }).specHash,
  });
  expect(readFileSync(second).equals(content)).toBe(true);
});

it.each([
  [['--platform', 'node', '--out', 'x'], '--spec is missing.'],
  [['--spec', 'x', '--out', 'x'], '--platform is missing.'],
  [['--spec', 'x', '--platform', 'node'], '--out is missing.'],
  [['--spec', 'x', '--platform', 'amiga', '--out', 'x'], /node, linux-x64, .* not "amiga"/],
  [['--spec', 'x', '--platform', 'toString', '--out', 'x'], /not "toString"/],
])('%j is refused with 2', async (args, message) => {
  const { code, out } = await run(...args, '--json');
  const { error } = JSON.parse(out) as { error: { code: string; message: string; fix: string } };
  expect([code, error.code, error.fix]).toEqual([2, 'USAGE', 'See: dezycro build --help']);
  expect(error.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

it('without runners it names the command that builds them, before the spec is read', async () => {
  const { code, fix } = await refusal(join(folder, 'no-runners'));
  expect([code, fix]).toEqual(['RUNNERS_MISSING', 'Build them once with: npm run build:runners']);
});

it('runners of other sources are not stamped', async () => {
  const runners = join(folder, 'old-runners');
  mkdirSync(runners);
  writeFileSync(join(runners, 'manifest.json'), JSON.stringify({ sourcesSha256: 'another' }));
  const { code, fix } = await refusal(runners);
  expect([code, fix]).toEqual(['RUNNERS_OUTDATED', 'Build them once with: npm run build:runners']);
});

it('a place that cannot be written is told, and nothing is left behind', async () => {
  const taken = join(folder, 'taken');
  mkdirSync(join(taken, 'full'), { recursive: true });
  for (const out of [join(folder, 'nowhere', 'x'), join(taken, 'full')]) {
    const { code, said } = await buildNode(out);
    expect([code, said]).toEqual([2, expect.stringContaining(`cannot be written`)]);
  }
  expect(readdirSync(taken)).toEqual(['full']);
});

it('a spec without an executable plan ends with 2 and writes nothing', async () => {
  const empty = join(folder, 'empty.json');
  writeFileSync(empty, JSON.stringify({ openapi: '3.0.3', info: { title: 't', version: '1' }, paths: {} }));
  const out = join(folder, 'unwritten.mjs');
  const ended = await run('--spec', empty, '--platform', 'node', '--out', out, '--json');
  expect(ended.code).toBe(2);
  expect(readdirSync(folder)).not.toContain('unwritten.mjs');
});

it('--help shows the platforms and an example', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  expect(out).toMatch(/node, linux-x64, .*windows-x64/s);
  expect(out).toContain('npm run build:runners');
});
