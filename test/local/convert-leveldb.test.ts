import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maskedCrc32c } from '../../local/table/leveldb/crc32c.ts';
import { openTable, TableUnavailable } from '../../local/table/open-table.ts';
import { startLocalService } from '../support/local-service.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'convert-'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Written by the version before: table and log of a used service, and a folder with tables on several levels. */
const fixtures = ['data-of-the-version-before', 'leveldb-levels'];
const copied = (fixture: string): { items: number; sha256: string } => {
  cpSync(join(import.meta.dirname, fixture), folder, { recursive: true });
  return JSON.parse(readFileSync(join(folder, 'items.json'), 'utf8')) as { items: number; sha256: string };
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
};

/** The items of the table, counted and digested as the version before did it with its own engine. */
const itemsIn = async (directory: string): Promise<{ items: number; sha256: string }> => {
  const table = await openTable({ directory });
  const lines: string[] = [];
  for await (const item of table.items()) lines.push(JSON.stringify(sorted(item)));
  await table.close();
  const sha256 = createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
  return { items: lines.length, sha256 };
};

test.each(fixtures)('%s: every item of LevelDB is there, as it was, and again at the next opening', async (fixture) => {
  const expected = copied(fixture);
  const directory = join(folder, 'table');
  expect(await itemsIn(directory)).toEqual(expected);
  expect(await itemsIn(directory)).toEqual(expected);
  expect(readdirSync(directory).toSorted()).toEqual(['acknowledged', 'leveldb', 'table.sqlite']);
  expect(existsSync(join(directory, 'leveldb/CURRENT'))).toBe(true);
});

test('a conversion that was killed half-way begins anew, one killed at its end is completed', async () => {
  const expected = copied('leveldb-levels');
  const directory = join(folder, 'table');
  mkdirSync(join(directory, 'converting'));
  writeFileSync(join(directory, 'converting/table.sqlite'), 'half');
  expect(await itemsIn(directory)).toEqual(expected);
  for (const file of ['CURRENT', '000028.log']) renameSync(join(directory, 'leveldb', file), join(directory, file));
  expect(await itemsIn(directory)).toEqual(expected);
  expect(existsSync(join(directory, 'CURRENT'))).toBe(false);
  expect(existsSync(join(directory, 'leveldb/000028.log'))).toBe(true);
});

test.each(['table.sqlite', 'nothing'])('a second LevelDB beside the old files and %s is refused', async (left) => {
  copied('leveldb-levels');
  const directory = join(folder, 'table');
  await itemsIn(directory);
  cpSync(join(directory, 'leveldb'), directory, { recursive: true });
  if (left === 'nothing') rmSync(join(directory, 'table.sqlite'));
  writeFileSync(join(directory, 'leveldb/CURRENT'), 'the one that was converted');
  const files = readdirSync(directory);
  const opened = openTable({ directory });
  await expect(opened).rejects.toThrow(`Both ${directory} and ${join(directory, 'leveldb')} hold files`);
  await expect(opened).rejects.toBeInstanceOf(TableUnavailable);
  expect(readdirSync(directory)).toEqual(files);
  expect(readFileSync(join(directory, 'leveldb/CURRENT'), 'utf8')).toBe('the one that was converted');
});

test('an older value of a key in a later table of the same level is not taken', async () => {
  const expected = copied('leveldb-levels');
  const directory = join(folder, 'table');
  renameSync(join(directory, '000005.ldb'), join(directory, '000099.ldb'));
  // Each table is new on level 1: tag, level, number, size, and no smallest and largest key.
  const edit = Buffer.from([25, 27, 29, 99].flatMap((number) => [7, 1, number, 0, 0, 0]));
  const type = Buffer.from([1]);
  const header = Buffer.alloc(6);
  header.writeUInt32LE(maskedCrc32c(type, edit));
  header.writeUInt16LE(edit.length, 4);
  writeFileSync(join(directory, 'MANIFEST-000002'), Buffer.concat([header, type, edit]));
  expect(await itemsIn(directory)).toEqual(expected);
});

test('what LevelDB leaves out at the torn end of its log is left out and told', async () => {
  const expected = copied('leveldb-levels');
  const directory = join(folder, 'table');
  appendFileSync(join(directory, '000028.log'), Buffer.from([1, 2, 3, 4, 200, 0, 1, 9, 9]));
  expect(await itemsIn(directory)).toEqual(expected);
  expect(console.error).toHaveBeenCalledWith(expect.stringMatching(/ Converted 156 items .* 9 bytes .* left out\./));
});

test('a damaged table is refused by name, and the old files stay', async () => {
  copied('leveldb-levels');
  const directory = join(folder, 'table');
  const file = join(directory, '000025.ldb');
  const content = readFileSync(file);
  content[5_000]! ^= 1;
  writeFileSync(file, content);
  const files = readdirSync(directory);
  await expect(openTable({ directory })).rejects.toThrow(`${file} is damaged`);
  expect(readdirSync(directory).filter((name) => name !== 'converting')).toEqual(files);
});

test('a folder that the version before still has open is refused', async () => {
  copied('leveldb-levels');
  const directory = join(folder, 'table');
  const held = new DatabaseSync(join(directory, 'LOCK'));
  held.exec('BEGIN EXCLUSIVE');
  await expect(openTable({ directory })).rejects.toThrow('is in use by another process');
  held.close();
});

test('npm start with data of the version before: every project is there, and fsck finds nothing', async () => {
  copied('data-of-the-version-before');
  const service = await startLocalService(folder);
  const { token, workspaceId } = service.credentials;
  const answer = await fetch(`${service.origin}/api/v1/workspaces/${workspaceId}/projects?size=100`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { name: string }[] };
  // The version before made eighteen and deleted the first of them.
  expect(data.map(({ name }) => name).toSorted()).toEqual(
    Array.from({ length: 18 }, (_, index) => `Project ${index >> 1}.${index & 1}`).slice(1),
  );
  expect(service.stderr()).toContain('Converted 610 items from LevelDB to SQLite.');
  await service.end('SIGTERM');
  const main = fileURLToPath(new URL('../../local/fsck/main.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--data', folder]);
  expect(stdout).toMatch(/, 0 violations$/m);
});
