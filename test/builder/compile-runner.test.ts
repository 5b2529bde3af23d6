import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hostPlatform, type unpackBun } from '#builder/bun-packages.ts';
import { hashUpTo } from '#builder/half-hash.ts';
import { compileRunner, factsOf } from '#builder/compile-runner.ts';
import { materialise } from '#builder/materialise.ts';
import { PlanTooLarge } from '#builder/plan-patches.ts';
import { emptyPlanSlot, slotSizeBytes } from '#builder/plan-slot.ts';
import type { BinaryPlatform, RunnerEntry } from '#builder/runner-manifest.ts';
import { encodePlanSlot } from '#verifier/plan/plan-slot.ts';
import { bundle, create, plan, read } from '../support/things-plans.ts';
import { checkCodeDirectory } from './code-directory.ts';
import { smallMachO } from './small-mach-o.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const twoSteps = bundle([plan('create-read', [create(), read()])]);
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

let folder: string;
let runners: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compile-runner-'));
  runners = join(folder, 'runners');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A compiler in place of this machine's Bun: notes what it is asked, and puts what it is given as slot between two pieces of a program. */
const compiler = (before: Uint8Array, after: Uint8Array): typeof unpackBun => {
  writeFileSync(join(folder, 'before'), before);
  writeFileSync(join(folder, 'after'), after);
  const bun = join(folder, `bun-${hostPlatform()}`);
  const lines = [
    '#!/bin/sh',
    `printf '%s\\n' "$PWD" "$@" > '${folder}/asked'`,
    'for each; do case $each in --outfile=*) out="${each#--outfile=}";; esac; last="$each"; done',
    `cat '${folder}/before' "$last" '${folder}/after' > "$out"`,
  ];
  writeFileSync(bun, lines.join('\n'));
  chmodSync(bun, 0o755);
  return async (platform, bunFolder) => join(bunFolder, `bun-${platform}`);
};
const compile = (platform: BinaryPlatform, bunOf: typeof unpackBun): Promise<RunnerEntry> =>
  compileRunner(platform, runners, folder, bunOf);

it.each<[BinaryPlatform, string]>([
  ['linux-arm64', 'linux-arm64/dezycro-verify'],
  ['windows-x64', 'windows-x64/dezycro-verify.exe'],
])(
  'the runner of %s is what the compiler made of the sources and an empty slot, described to the byte',
  async (platform, file) => {
    const [before, after] = [Buffer.alloc(500, 1), Buffer.alloc(70, 2)];
    mkdirSync(join(runners, platform), { recursive: true });
    writeFileSync(join(runners, platform, 'left-over'), 'of an older release');
    const entry = await compile(platform, compiler(before, after));
    const content = readFileSync(join(runners, file));
    expect(content.equals(Buffer.concat([before, emptyPlanSlot(), after]))).toBe(true);
    expect(entry).toEqual({
      file,
      sizeBytes: content.length,
      sha256: sha256(content),
      slot: { offset: 500, sizeBytes: slotSizeBytes },
      hashUpToSlot: await hashUpTo(500, before),
    });
    expect(existsSync(join(runners, platform, 'left-over'))).toBe(false);
  },
);

it('the compiler of this machine makes the other platforms from the root, and leaves nothing to the folder of a start', async () => {
  await compile('windows-x64', compiler(Buffer.alloc(1), Buffer.alloc(1)));
  const [where, ...asked] = readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
  expect(realpathSync(where!)).toBe(realpathSync(root));
  expect(asked).toEqual([
    'build',
    '--compile',
    '--minify',
    '--bytecode',
    '--format=esm',
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    '--target=bun-windows-x64',
    `--compile-executable-path=${join(folder, 'bun-windows-x64')}`,
    `--outfile=${join(runners, 'windows-x64', 'dezycro-verify.exe')}`,
    'verifier/cli/main.bun.ts',
    join(folder, 'plan-slot.bin'),
  ]);
});

it.each(['darwin-arm64', 'darwin-x64'] as const)('the runner of %s is signed, empty and stamped', async (platform) => {
  const program = smallMachO(Buffer.concat([Buffer.alloc(5000, 1), emptyPlanSlot(), Buffer.alloc(3000, 2)]));
  const end = 4096 + 5000 + slotSizeBytes;
  const entry = await compile(platform, compiler(program.subarray(0, 9096), program.subarray(end)));
  const path = join(runners, platform, 'dezycro-verify');
  const content = readFileSync(path);
  expect(entry).toMatchObject({ sizeBytes: content.length, sha256: sha256(content), slot: { offset: 9096 } });
  expect(statSync(path).mode & 0o777).toBe(0o755);
  for (const file of [content, await materialise(runners, entry, twoSteps)])
    expect(await checkCodeDirectory(file)).toMatchObject({ identifier: 'dezycro-verify', badPages: [], faults: [] });
});

it('a program without an empty slot is no runner', async () => {
  const used = Buffer.from('dezycro:another-slot');
  await expect(compile('linux-x64', async () => writeProgram(used))).rejects.toThrow('The runner has no plan slot.');
});

/** A compiler that leaves the slot out. */
const writeProgram = (content: Uint8Array): string => {
  const bun = join(folder, 'bun');
  writeFileSync(join(folder, 'program'), content);
  const out = 'for each; do case $each in --outfile=*) out="${each#--outfile=}";; esac; done';
  writeFileSync(bun, `#!/bin/sh\n${out}\ncp '${folder}/program' "$out"\n`);
  chmodSync(bun, 0o755);
  return bun;
};

it('a stamped runner is the runner with the plans in its slot; another file than that of the manifest is refused', async () => {
  const entry = await compile('linux-x64', compiler(Buffer.alloc(500, 1), Buffer.alloc(70, 2)));
  const text = encodePlanSlot(twoSteps);
  const [empty, stamped] = [readFileSync(join(runners, entry.file)), await materialise(runners, entry, twoSteps)];
  expect(stamped).toHaveLength(empty.length);
  expect(stamped.toString('latin1', 500, 500 + text.length)).toBe(text);
  const rest = 500 + text.length;
  expect(stamped.subarray(0, 500).equals(empty.subarray(0, 500))).toBe(true);
  expect(stamped.subarray(rest).equals(empty.subarray(rest))).toBe(true);
  writeFileSync(join(runners, entry.file), 'another file');
  await expect(materialise(runners, entry, twoSteps)).rejects.toThrow(
    `The runner linux-x64/dezycro-verify is damaged: its sha256 is ${sha256(Buffer.from('another file'))}.`,
  );
  const small = { ...entry, slot: { offset: 0, sizeBytes: 10 } };
  await expect(materialise(runners, small, twoSteps)).rejects.toThrow(PlanTooLarge);
});

it('a manifest made on Windows names its files like any other', () => {
  expect(factsOf('windows-x64\\dist\\x.exe', Buffer.from('abc'))).toEqual({
    file: 'windows-x64/dist/x.exe',
    sizeBytes: 3,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  });
});
