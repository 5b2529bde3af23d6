import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bunVersion, unpackBun } from '#builder/bun-packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'bun-packages-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a tarball that is not the expected one is neither unpacked nor kept', async () => {
  const tarball = join(folder, `oven-bun-linux-x64-${bunVersion}.tgz`);
  writeFileSync(tarball, 'not the package');
  await expect(unpackBun('linux-x64', folder)).rejects.toThrow('is not the package that was expected');
  expect(existsSync(tarball)).toBe(false);
});
