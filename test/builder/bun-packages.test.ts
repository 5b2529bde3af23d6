import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bunPackages, bunVersion, hostPlatform, unpackBun } from '#builder/bun-packages.ts';
import { type BinaryPlatform, binaryPlatforms } from '#builder/runner-manifest.ts';

let folder: string;
const path = process.env['PATH'];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bun-packages-'));
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

const tarballOf = (name: string): string => join(folder, `oven-${name}-${bunVersion}.tgz`);

/** A package with an executable, as the registry would give it: where its tarball is, and what it must hash to. */
const smallPackage = (executable: string): { tarball: string; name: string; sha512: string } => {
  const tarball = join(folder, 'small.tgz');
  mkdirSync(join(folder, 'package', 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package', 'bin', executable), 'the executable');
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package']);
  return { tarball, name: 'small', sha512: createHash('sha512').update(readFileSync(tarball)).digest('base64') };
};

/** Stands first in the PATH, notes its arguments and puts a tarball where it is asked to. */
const npmThatPacks = (tarball: string): { asked: () => string[] } => {
  const bin = join(folder, 'path');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\nprintf '%s\\n' "$@" >> '${bin}/asked'\ncp '${tarball}' "$5/oven-small-${bunVersion}.tgz"\n`,
  );
  chmodSync(join(bin, 'npm'), 0o755);
  process.env['PATH'] = `${bin}:${path}`;
  return { asked: () => readFileSync(join(bin, 'asked'), 'utf8').trim().split('\n') };
};

it.each(binaryPlatforms)(
  'a tarball for %s that is not the expected one is neither unpacked nor kept',
  async (platform) => {
    const tarball = tarballOf(bunPackages[platform].name);
    writeFileSync(tarball, 'not the package');
    const found = createHash('sha512').update('not the package').digest('base64');
    await expect(unpackBun(platform, folder)).rejects.toThrow(
      `${tarball} is not the package that was expected (sha512 ${found}); it was removed.`,
    );
    expect(readdirSync(folder)).toEqual([]);
  },
);

it('each platform has the package of its system, pinned to a version and to a whole hash', () => {
  expect(Object.entries(bunPackages).map(([platform, { name }]) => [platform, name])).toEqual([
    ['linux-x64', 'bun-linux-x64'],
    ['linux-arm64', 'bun-linux-aarch64'],
    ['darwin-arm64', 'bun-darwin-aarch64'],
    ['darwin-x64', 'bun-darwin-x64'],
    ['windows-x64', 'bun-windows-x64'],
  ]);
  expect(bunVersion).toMatch(/^\d+\.\d+\.\d+$/);
  const hashes = Object.values(bunPackages).map(({ sha512 }) => Buffer.from(sha512, 'base64'));
  expect(hashes.map(({ length }) => length)).toEqual([64, 64, 64, 64, 64]);
  expect(new Set(hashes.map(String)).size).toBe(5);
});

it('a package is asked of the registry once, at its exact version, into a folder that need not exist', async () => {
  const { tarball, ...own } = smallPackage('bun');
  const npm = npmThatPacks(tarball);
  const kept = join(folder, 'not', 'yet');
  const executable = await unpackBun('linux-x64', kept, own);
  expect(executable).toBe(join(kept, `small-${bunVersion}`, 'package', 'bin', 'bun'));
  expect(readFileSync(executable, 'utf8')).toBe('the executable');
  expect(await unpackBun('linux-x64', kept, own)).toBe(executable);
  expect(npm.asked()).toEqual(['pack', `@oven/small@${bunVersion}`, '--silent', '--pack-destination', kept]);
  expect(readdirSync(kept).toSorted()).toEqual([`oven-small-${bunVersion}.tgz`, `small-${bunVersion}`]);
});

it('what is unpacked already stays as it is, but its tarball is compared each time', async () => {
  const { tarball, ...own } = smallPackage('bun.exe');
  writeFileSync(tarballOf('small'), readFileSync(tarball));
  const executable = await unpackBun('windows-x64', folder, own);
  expect(basename(executable)).toBe('bun.exe');
  writeFileSync(executable, 'in use');
  expect(readFileSync(await unpackBun('windows-x64', folder, own), 'utf8')).toBe('in use');
  writeFileSync(tarballOf('small'), 'exchanged');
  await expect(unpackBun('windows-x64', folder, own)).rejects.toThrow('it was removed');
  expect(existsSync(dirname(executable))).toBe(true);
});

it.each<[string, string, BinaryPlatform | undefined]>([
  ['linux', 'x64', 'linux-x64'],
  ['linux', 'arm64', 'linux-arm64'],
  ['darwin', 'arm64', 'darwin-arm64'],
  ['win32', 'x64', 'windows-x64'],
  ['win32', 'ia32', undefined],
  ['sunos', 'x64', undefined],
])('a machine with %s on %s', (platform, arch, name) => {
  if (name !== undefined) expect(hostPlatform({ platform, arch })).toBe(name);
  else
    expect(() => hostPlatform({ platform, arch })).toThrow(/^Runners cannot be built on (windows-ia32|sunos-x64)\.$/);
});
