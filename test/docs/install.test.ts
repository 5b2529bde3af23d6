import { Ajv2020 } from 'ajv/dist/2020.js';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { validate } from 'dockerfile-utils';
import { parse, parseAllDocuments } from 'yaml';
import { homebrewFormula, scoopManifest } from '../../scripts/release/packaging.ts';
import { type CommandName } from '../../clients/cli/command-table.ts';
import { parseOptions } from '../../clients/cli/parse-options.ts';
import { schemaFiles } from '../../scripts/schemas.ts';
import { startTaskboard, taskboardSpec } from '../support/taskboard.ts';

// Each script is a process: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
const main = `"${process.execPath}" "${join(root, 'clients/cli/main.ts')}"`;

let board: Awaited<ReturnType<typeof startTaskboard>>;
let folder: string;
beforeAll(async () => {
  board = await startTaskboard();
  folder = mkdtempSync(join(tmpdir(), 'install-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(taskboardSpec));
});
afterAll(async () => {
  await board.close();
  rmSync(folder, { recursive: true });
});

/** A script of a CI system in bash, in the folder with the spec. */
const bash = (script: string, env: NodeJS.ProcessEnv): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder, ...env }, maxBuffer: 1e8 };
    execFile('bash', ['-eo', 'pipefail', '-c', script], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    );
  });

describe('schemas of files that users write', () => {
  const ajv = new Ajv2020({ strict: false });
  const check = (name: string) => ajv.compile(JSON.parse(read(`schemas/${name}`)) as object);

  it.each(Object.entries(schemaFiles()))('schemas/%s is up to date (npm run schemas)', (name, text) => {
    expect(read(`schemas/${name}`)).toBe(text);
  });

  it('dezycro.yaml of docs/ci.md fits, and what the command refuses does not', () => {
    const fits = check('dezycro.schema.json');
    const [, example = ''] = /```yaml\n(# yaml-language-server[\s\S]*?)```/.exec(read('docs/ci.md')) ?? [];
    expect(fits(parse(example))).toBe(true);
    for (const wrong of ['token: secret', 'no-delete: maybe', 'fail-on: never', 'specc: a.json'])
      expect([wrong, fits(parse(wrong))]).toEqual([wrong, false]);
  });

  it('every personas.json of docs/personas.md fits, and one without a description does not', () => {
    const fits = check('personas.schema.json');
    const files = [...read('docs/personas.md').matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text!);
    expect(files.length).toBeGreaterThan(6);
    for (const file of files) expect(fits(JSON.parse(file))).toBe(true);
    expect(fits({ personas: [{ name: 'owner', authType: 'BEARER' }] })).toBe(false);
  });

  it('the auth.local.json of the README fits, and one that holds a secret itself does not', () => {
    const fits = check('auth.local.schema.json');
    const [, file = ''] = /```json\n(\{ "version": 1,[\s\S]*?)```/.exec(read('README.md')) ?? [];
    expect(fits(JSON.parse(file))).toBe(true);
    expect(fits({ version: 1, personas: {}, secrets: { TOKEN: 'the secret itself' } })).toBe(false);
  });
});

type Step = { id?: string; uses?: string; run?: string };
const stepsOf = (file: string): Step[] => {
  const { runs, jobs } = parse(read(file)) as { runs?: { steps: Step[] }; jobs?: Record<string, { steps: Step[] }> };
  return runs?.steps ?? Object.values(jobs ?? {}).flatMap(({ steps }) => steps);
};

describe('CI without a service', () => {
  it('the action verifies, writes its reports, and ends as the run did', async () => {
    const script = stepsOf('verify/action.yml').find(({ id }) => id === 'verify')!.run!;
    const output = join(folder, 'github-output');
    const env = {
      SCHEMA: 'openapi.json',
      BASE_URL: board.url,
      ARGUMENTS: `--token=${board.token('alice')}\n--no-delete`,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: output,
      GITHUB_ACTION_PATH: join(root, 'verify'),
    };
    writeFileSync(output, '');
    const { code, text } = await bash(script, env);
    expect([code, text]).toEqual([0, expect.anything()]);
    const [, made = ''] = /^folder=(.*)$/m.exec(readFileSync(output, 'utf8')) ?? [];
    expect([existsSync(join(made, 'result.json')), readFileSync(join(made, 'junit.xml'), 'utf8')]).toEqual([
      true,
      expect.stringContaining('<testsuites'),
    ]);
    const refused = await bash(script, { ...env, ARGUMENTS: '' });
    expect([refused.code, readFileSync(output, 'utf8')]).toEqual([3, expect.stringContaining('exit-code=3')]);
  });

  it('the GitLab component runs the same with its inputs', async () => {
    const [, job] = parseAllDocuments(read('templates/verify.yml')).map((each) => each.toJS() as Record<string, never>);
    const { script } = (job as unknown as Record<string, { script: string[] }>)['dezycro-verify']!;
    const inputs: Record<string, string> = { package: 'dezycro', arguments: `--token ${board.token('alice')}` };
    const filled = script[0]!
      .replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => inputs[name]!)
      .replace('npx --yes dezycro', main);
    const { code, text } = await bash(filled, { SCHEMA: 'openapi.json', BASE_URL: board.url });
    expect([code, text]).toEqual([0, expect.stringContaining(' passed · 0 failed')]);
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('<testsuites');
  });

  it('the hook of pre-commit plans a document that changed', async () => {
    const [hook] = parse(read('.pre-commit-hooks.yaml')) as [{ entry: string; files: string }];
    expect(
      ['api/openapi.yaml', 'openapi.json', 'my-openapi.json.bak'].map((name) => new RegExp(hook.files).test(name)),
    ).toEqual([true, true, false]);
    const { code } = await bash(`${hook.entry.replace('npx --yes dezycro', main)} openapi.json`, {});
    expect(code).toBe(0);
  });
});

describe('release', () => {
  it('every action is pinned to a commit, and every script and file of the workflow is there', () => {
    const steps = [...stepsOf('.github/workflows/release.yml'), ...stepsOf('verify/action.yml')];
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    const text = steps.map(({ run = '' }) => run).join('\n');
    for (const [, name] of text.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([name!]);
    for (const [, file] of text.matchAll(/node (scripts\/\S+)/g)) expect(existsSync(join(root, file!))).toBe(true);
  });

  it('formula and manifest name the file of the release, its hash and the one command', () => {
    const url = 'https://github.com/OWNER/REPOSITORY/releases/download/v0.1.0/dezycro-0.1.0.tgz';
    const release = { version: '0.1.0', url, sha256: 'a'.repeat(64) };
    const formula = homebrewFormula(release);
    for (const part of [`url "${url}"`, `sha256 "${'a'.repeat(64)}"`, 'homepage "https://github.com/OWNER/REPOSITORY"'])
      expect(formula).toContain(part);
    expect(JSON.parse(scoopManifest(release))).toMatchObject({ url, hash: 'a'.repeat(64), bin: 'dezycro.cmd' });
  });

  it('the linter finds nothing in the Dockerfile, and a fault that is planted', () => {
    const dockerfile = read('Dockerfile');
    expect(validate(dockerfile)).toEqual([]);
    const faulty = dockerfile.replace('COPY . .', 'COPY .').replace('USER 10001', 'USERS 10001');
    expect(validate(faulty).map(({ message }) => message)).toEqual([
      'COPY requires at least two arguments',
      'Unknown instruction: USERS',
    ]);
  });

  it('the image is of named versions, runs as nobody, and starts the one file', () => {
    const lines = read('Dockerfile')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const of = (word: string) =>
      lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
    for (const from of of('FROM')) expect(from).toMatch(/^[\w/]+:\d[\w.-]*( AS \w+)?$/);
    expect(of('USER')).toEqual(['10001']);
    expect(lines.indexOf('USER 10001')).toBeLessThan(lines.findIndex((line) => line.startsWith('ENTRYPOINT')));
    const [entry = ''] = of('ENTRYPOINT');
    expect(JSON.parse(entry)).toEqual(['node', '/usr/local/lib/dezycro.mjs']);
    expect(lines.filter((line) => /^(ADD|MAINTAINER)\b|:latest|curl .*\| *sh/.test(line))).toEqual([]);
  });
});

describe('Windows', () => {
  it('every command of docs/windows.md is one of dezycro, with options that it has', () => {
    const [...blocks] = read('docs/windows.md').matchAll(/```powershell\n([\s\S]*?)```/g);
    const commands = blocks.flatMap(([, text]) => [
      ...text!.matchAll(/^(?:npm run --silent dezycro --|\S*dezycro\S*|node clients\S+main\.ts) (.*)$/gm),
    ]);
    expect(commands.length).toBeGreaterThan(2);
    for (const [, line] of commands) {
      const [name, ...args] = line!.split(' ');
      expect(() => parseOptions(name as CommandName, args)).not.toThrow();
    }
  });
});
