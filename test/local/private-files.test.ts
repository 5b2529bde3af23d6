import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder } from '../../local/private-files.ts';
import { startLocalService } from '../support/local-service.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
/** Whatever in the folder others may touch. */
const openIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((found) => (statSync(found).mode & 0o077) !== 0);

test('a data folder that others could read is its owner’s alone after a start', async () => {
  const first = await startLocalService(folder);
  await first.end('SIGTERM');
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of all) {
    const path = join(parentPath, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
  const second = await startLocalService(folder);
  expect(all.length).toBeGreaterThan(8);
  expect(mode(folder)).toBe('700');
  expect(openIn(folder)).toEqual([]);
  await second.end('SIGTERM');
});

test('what else lies in the folder is left alone', () => {
  writeFileSync(join(folder, 'program'), '', { mode: 0o755 });
  mkdirSync(join(folder, 'blobs'), { mode: 0o755 });
  chmodSync(folder, 0o755);
  openDataFolder(folder);
  expect([mode(folder), mode(join(folder, 'program')), mode(join(folder, 'blobs'))]).toEqual(['755', '755', '700']);
});
