import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ByteReader } from './byte-reader.ts';
import { batchEntries, logRecords } from './log-file.ts';
import { type Entry, sortedTableEntries } from './sorted-table.ts';

/** What is wrong with a file of the folder. */
export class LeveldbDamaged extends Error {
  override readonly name = 'LeveldbDamaged';
}

/**
 * Everything that a LevelDB folder holds, in no stated order: of the entries of one key, the one with the highest
 * sequence number is what LevelDB would show. Reads only. `onDrop` hears of bytes at the damaged or torn end of a log, which LevelDB leaves out
 * too. Throws LeveldbDamaged.
 */
export function* readLeveldb(folder: string, onDrop: (bytes: number) => void): Generator<Entry> {
  const { tables, oldestLog } = readManifest(folder);
  for (const number of tables) {
    const name = ['ldb', 'sst'].map((end) => fileName(number, end)).find((file) => existsSync(join(folder, file)));
    if (name === undefined) throw new LeveldbDamaged(`${join(folder, fileName(number, 'ldb'))} is missing.`);
    yield* named(join(folder, name), (file) => sortedTableEntries(file));
  }
  const logs = readdirSync(folder).flatMap((file) => /^(\d+)\.log$/.exec(file)?.[1] ?? []);
  for (const log of logs.filter((number) => Number(number) >= oldestLog).toSorted((a, b) => Number(a) - Number(b))) {
    yield* named(join(folder, `${log}.log`), (file) => logRecords(file, onDrop).flatMap(batchEntries));
  }
}

function fileName(number: number, end: string): string {
  return `${String(number).padStart(6, '0')}.${end}`;
}

function* named(path: string, entries: (file: Buffer) => Iterable<Entry>): Generator<Entry> {
  try {
    yield* entries(readFileSync(path));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new LeveldbDamaged(`${path} is damaged: ${error.message}`, { cause: error });
  }
}

/** The sorted tables in use. */
function readManifest(folder: string): { tables: number[]; oldestLog: number } {
  const manifest = join(folder, readFileSync(join(folder, 'CURRENT'), 'utf8').trim());
  const tables = new Set<number>();
  let oldestLog = 0;
  const onDrop = (): never => {
    throw new LeveldbDamaged(`${manifest} is damaged.`);
  };
  for (const record of logRecords(readFileSync(manifest), onDrop)) {
    oldestLog = applyEdit(new ByteReader(record), tables) ?? oldestLog;
  }
  return { tables: [...tables], oldestLog };
}

/** Applies one edit to the tables in use; answers the oldest log in use where the edit names it. */
function applyEdit(edit: ByteReader, tables: Set<number>): number | undefined {
  let oldestLog: number | undefined;
  while (!edit.isAtEnd) {
    const tag = edit.varint();
    switch (tag) {
      case 1: // comparator
        edit.slice();
        break;
      case 2:
        oldestLog = edit.varint();
        break;
      case 3: // next file
      case 4: // last sequence
      case 9: // log before
        edit.varint();
        break;
      case 5: // where the next compaction of a level begins
        edit.varint();
        edit.slice();
        break;
      case 6: // a table is gone from a level
        edit.varint();
        tables.delete(edit.varint());
        break;
      case 7: {
        // a new table: level, number, size, smallest and largest key
        edit.varint();
        tables.add(edit.varint());
        edit.varint();
        edit.slice();
        edit.slice();
        break;
      }
      default:
        throw new LeveldbDamaged(`The manifest has an edit of unknown kind ${tag}.`);
    }
  }
  return oldestLog;
}
