import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { changeTo, type ObjectVersion } from '../../../scripts/restore/changes.ts';
import { writeTableSetting } from '../../../scripts/restore/write-table-setting.ts';

const folder = mkdtempSync(join(tmpdir(), 'dezycro-restore-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = new Date('2026-11-29T08:00:00Z');
const second = (offset: number): Date => new Date(at.getTime() + offset * 1000);

/** Versions of one object, oldest first: at which second, and which content; null is a marker. */
const versionsOf = (...history: [number, string | null][]): ObjectVersion[] =>
  history
    .map(([offset, etag], index) => ({
      key: 'k',
      versionId: `v${index}`,
      modifiedAt: second(offset),
      isLatest: index === history.length - 1,
      ...(etag !== null && { etag }),
    }))
    .toReversed();

describe('a document is brought to what it was at the moment', () => {
  test.for<[string, ObjectVersion[], ReturnType<typeof changeTo>]>([
    ['unchanged since', versionsOf([-5, 'a']), undefined],
    ['written in the very second', versionsOf([0, 'a']), undefined],
    ['removed later', versionsOf([-5, 'a'], [3, null]), { kind: 'copy', key: 'k', versionId: 'v0' }],
    ['replaced later', versionsOf([-9, 'a'], [-5, 'b'], [3, 'c']), { kind: 'copy', key: 'k', versionId: 'v1' }],
    ['written again with the same content', versionsOf([-5, 'a'], [3, 'a']), undefined],
    ['written later', versionsOf([3, 'a']), { kind: 'remove', key: 'k', versionId: 'v0' }],
    ['removed before', versionsOf([-9, 'a'], [-5, null]), undefined],
    [
      'removed before, written later',
      versionsOf([-9, 'a'], [-5, null], [3, 'a']),
      { kind: 'remove', key: 'k', versionId: 'v2' },
    ],
    [
      'removed within one second: what has content counts',
      versionsOf([-5, 'a'], [-5, null], [3, null]),
      { kind: 'copy', key: 'k', versionId: 'v0' },
    ],
    ['removed within one second, for good', versionsOf([-5, 'a'], [-5, null]), undefined],
    ['brought back already', versionsOf([-5, 'a'], [3, null], [9, 'a']), undefined],
  ])('%s', ([, versions, change]) => {
    expect(changeTo(at, versions)).toEqual(change);
  });
});

test('the stage’s file names the restored table, keeps its other settings, and is written once', () => {
  const file = join(folder, 'dev.json');
  writeFileSync(file, '{"$schema": "../schemas/stage.schema.json", "account": "1", "table": null, "tags": {"a": "b"}}');
  const table = { name: 'restored', stream: 'arn:aws:dynamodb:eu-west-1:123456789012:table/restored/stream/2026' };
  expect(writeTableSetting(file, table)).toBe(true);
  const written = readFileSync(file, 'utf8');
  expect(JSON.parse(written)).toEqual({
    $schema: '../schemas/stage.schema.json',
    account: '1',
    table,
    tags: { a: 'b' },
  });
  expect(writeTableSetting(file, table)).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe(written);
});
