import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

const root = join(import.meta.dirname, '../..');
const examples = join(root, 'examples');
/** Servers in Python start in seconds, and their journeys take some on a busy machine. */
const PATIENCE_MS = 300_000;

/** Where the packages are that each README installs: for tests they are installed already, in the same version. */
type Installed = { folder: string; as: string; pinnedBy: string; whole: string };
const subject = (name: string): Installed => ({
  folder: join(root, '.oracles/subjects', name),
  as: 'venv',
  pinnedBy: 'scripts/install-subjects.sh',
  // Written last: another test may be installing it.
  whole: 'packages',
});
const installed: Record<string, Installed> = {
  todo: { folder: join(root, 'node_modules'), as: 'node_modules', pinnedBy: 'package.json', whole: '.bin' },
  records: subject('kinto'),
  queue: subject('labtasker'),
};

const blocksOf = (readme: string): string[] => [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text!);
const isInstall = (line: string): boolean => /npm install|pip install/.test(line);

/** A copy of the example on a free port in place of its own, with its packages. */
const copyOf = async (name: string): Promise<{ folder: string; spec: string }> => {
  const folder = join(mkdtempSync(join(tmpdir(), `example-${name}-`)), name);
  cpSync(join(examples, name), folder, { recursive: true });
  const own = /127\.0\.0\.1:(\d+)/.exec(readFileSync(join(folder, 'dezycro.yaml'), 'utf8'))![1]!;
  const port = String(await freePort());
  for (const file of readdirSync(folder))
    writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replaceAll(own, port));
  symlinkSync(installed[name]!.folder, join(folder, installed[name]!.as));
  return { folder, spec: /^spec: (\S+)$/m.exec(readFileSync(join(folder, 'dezycro.yaml'), 'utf8'))![1]! };
};

const isServed = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
};

test('each example has a README of at most 15 lines, its options and a test', () => {
  const names = readdirSync(examples).filter((name) => name !== 'README.md');
  expect(names.toSorted()).toEqual(Object.keys(installed).toSorted());
  for (const name of names) {
    expect(
      readFileSync(join(examples, name, 'README.md'), 'utf8')
        .trimEnd()
        .split('\n').length,
    ).toBeLessThanOrEqual(15);
    expect(existsSync(join(examples, name, 'dezycro.yaml'))).toBe(true);
  }
});

describe.each(Object.entries(installed))('examples/%s', (name, { folder: packages, pinnedBy, whole }) => {
  const readme = readFileSync(join(examples, name, 'README.md'), 'utf8');
  const [start = ''] = blocksOf(readme);

  test('installs the version that tests use', () => {
    const [, version] = /(?:@|==)([\d.]+)\s*$/m.exec(start.split('\n').find(isInstall)!) ?? [];
    expect(readFileSync(join(root, pinnedBy), 'utf8')).toMatch(
      new RegExp(`(==|": ")${version!.replaceAll('.', '\\.')}`),
    );
  });

  test(
    'passes against its server, by the commands of its README as printed',
    async (context) => {
      if (!existsSync(join(packages, whole))) {
        console.log(`SKIPPED examples/${name}: its server is not installed; run scripts/install-subjects.sh`);
        return context.skip();
      }
      const { folder, spec } = await copyOf(name);
      const [ownStart = '', ownVerify = ''] = blocksOf(readFileSync(join(folder, 'README.md'), 'utf8'));
      const lines = ownStart.split('\n').filter((line) => !isInstall(line) && line !== '');
      const script = [...lines.slice(0, -1), `exec ${lines.at(-1)!.replace(/^((?:\w+=\S+ )+)/, 'env $1')}`].join('\n');
      const server = spawn('/bin/sh', ['-ec', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [server.stdout, server.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const ended = new Promise((resolve) => server.on('close', resolve));
      try {
        while (!(await isServed(spec))) {
          if (server.exitCode !== null) throw new Error(`the server ended: ${said}`);
          await sleep(100);
        }
        const dezycro = `dezycro() { "${process.execPath}" "${join(root, 'clients/cli/main.ts')}" "$@"; }\n`;
        const home = join(folder, 'home');
        mkdirSync(home);
        const env = { PATH: process.env['PATH'], HOME: home };
        const shown = await new Promise<string>((resolve) => {
          execFile('/bin/sh', ['-ec', dezycro + ownVerify], { cwd: folder, env }, (error, out, told) =>
            resolve(`${out}${told}exit code ${error?.code ?? 0}`),
          );
        });
        const undecided = /\((\d+) journeys? (?:is|are) undecided/.exec(readme)?.[1] ?? '0';
        expect(shown).toMatch(
          new RegExp(`^\\d+ passed · 0 failed · ${undecided} undecided.* · nothing left behind`, 'm'),
        );
        expect(shown).toMatch(/^exit code 0$/m);
      } finally {
        server.kill('SIGTERM');
        await ended;
        rmSync(join(folder, '..'), { recursive: true });
      }
    },
    PATIENCE_MS,
  );
});
