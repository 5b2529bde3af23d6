import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BinaryPlatform } from './runner-manifest.ts';

const run = promisify(execFile);

export const bunVersion = '1.4.5';

type BunPackage = { name: string; sha512: string };

/** The npm package of each platform and what its tarball must hash to; no dependencies, so that an install stays small. */
export const bunPackages: Record<BinaryPlatform, BunPackage> = {
  'linux-x64': {
    name: 'bun-linux-x64',
    sha512: 'IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==',
  },
  'linux-arm64': {
    name: 'bun-linux-aarch64',
    sha512: '4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
  },
  'darwin-arm64': {
    name: 'bun-darwin-aarch64',
    sha512: '4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
  },
  'darwin-x64': {
    name: 'bun-darwin-x64',
    sha512: 'qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==',
  },
  'windows-x64': {
    name: 'bun-windows-x64',
    sha512: 'FNvply651vcE/GHgNWz6mZvhmkwBuu8Hw54oNzA+CQog+HW+542rXQmZqNHRkFxazD9L3xi+iTtvO3engAgJfw==',
  },
};

/**
 * The Bun executable of a platform: packed once from the npm registry, compared with its hash each time, unpacked into the folder.
 * Throws when the registry does not answer or the tarball is not the expected one.
 */
export const unpackBun = async (
  platform: BinaryPlatform,
  folder: string,
  { name, sha512 }: BunPackage = bunPackages[platform],
): Promise<string> => {
  const tarball = join(folder, `oven-${name}-${bunVersion}.tgz`);
  const unpacked = join(folder, `${name}-${bunVersion}`);
  await mkdir(folder, { recursive: true });
  if (!existsSync(tarball)) {
    const args = ['pack', `@oven/${name}@${bunVersion}`, '--silent', '--pack-destination', folder];
    await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
  }
  const found = createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64');
  if (found !== sha512) {
    await rm(tarball);
    throw new Error(`${tarball} is not the package that was expected (sha512 ${found}); it was removed.`);
  }
  const executable = join(unpacked, 'package', 'bin', platform === 'windows-x64' ? 'bun.exe' : 'bun');
  if (!existsSync(executable)) {
    const unfinished = `${unpacked}.${process.pid}.unfinished`;
    await mkdir(unfinished);
    await run('tar', ['-xzf', tarball, '-C', unfinished]);
    await rename(unfinished, unpacked);
  }
  return executable;
};

/** The platform of this machine, whose Bun compiles all the others. Throws where Bun has none. */
export const hostPlatform = ({ platform, arch }: { platform: string; arch: string } = process): BinaryPlatform => {
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  if (!Object.hasOwn(bunPackages, name)) throw new Error(`Runners cannot be built on ${name}.`);
  return name as BinaryPlatform;
};
