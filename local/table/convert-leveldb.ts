import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '#contract/errors.ts';
import { privateFolderMode, syncFolder } from '../private-files.ts';
import { writeFailed } from '../storage-failure.ts';
import { acknowledgedFile } from './acknowledged-commits.ts';
import type { WireItem } from './attribute-values.ts';
import { LeveldbDamaged, readLeveldb } from './leveldb/read-leveldb.ts';
import { databaseFile, SqliteStore, TableUnavailable } from './sqlite-store.ts';

/** What the version before put before the key of each item; all else in its folder can be made from the items. */
const itemPrefix = 'item-service~';
const itemsPerCommit = 500;
/** Where the files of the version before go, to be deleted by hand. */
const oldFolder = 'leveldb';
const oldFiles = /^(?:CURRENT|LOCK|LOG|LOG\.old|MANIFEST-\d+|\d+\.(?:ldb|sst|log|dbtmp))$/;

/**
 * Converts a table folder that the version before kept in LevelDB; answers one line that says what was done, undefined
 * where there was nothing to do. The new file appears whole, by one rename: until then the old ones stay as they are.
 * Throws TableUnavailable.
 */
export function convertLeveldb(directory: string): string | undefined {
  if (!existsSync(join(directory, 'CURRENT'))) return undefined;
  const release = lockOld(directory);
  try {
    refuseTwo(directory);
    const isConverted = existsSync(join(directory, databaseFile));
    const done = isConverted ? 'The conversion from LevelDB was interrupted and is now complete.' : convert(directory);
    putAway(directory);
    return `${done} The old files are in ${join(directory, oldFolder)}; delete them when you no longer want them.`;
  } catch (error) {
    if (!(error instanceof LeveldbDamaged || error instanceof ServiceError)) throw error;
    throw new TableUnavailable(`The table cannot be converted from LevelDB: ${error.message}`, { cause: error });
  } finally {
    release();
  }
}

function convert(directory: string): string {
  const unfinished = join(directory, 'converting');
  rmSync(unfinished, { recursive: true, force: true });
  let dropped = 0;
  const staged = stage(readLeveldb(directory, (bytes) => (dropped += bytes)));
  const store = new SqliteStore(unfinished);
  let count = 0;
  try {
    const batch = staged.prepare(
      `SELECT rowid, item FROM staged WHERE rowid > ? AND item IS NOT NULL ORDER BY rowid LIMIT ${itemsPerCommit}`,
    );
    for (let rows = batch.all(0); rows.length > 0; rows = batch.all(rows.at(-1)!['rowid']!)) {
      store.commit(() => rows.forEach(({ item }) => store.put(JSON.parse(item as string) as WireItem)));
      count += rows.length;
    }
  } finally {
    store.close();
    staged.close();
  }
  // SQLite leaves its log where it could not write it into the file.
  if (existsSync(join(unfinished, `${databaseFile}-wal`))) throw writeFailed(new Error('The log was left behind.'));
  renameSync(join(unfinished, acknowledgedFile), join(directory, acknowledgedFile));
  renameSync(join(unfinished, databaseFile), join(directory, databaseFile));
  syncFolder(directory);
  rmSync(unfinished, { recursive: true });
  const lost = dropped === 0 ? '' : ` ${dropped} bytes at the torn end of its log were left out.`;
  return `Converted ${count} items from LevelDB to SQLite.${lost}`;
}

/** The last value of each item, in a temporary file of SQLite: the folder may be larger than the memory. */
function stage(entries: ReturnType<typeof readLeveldb>): DatabaseSync {
  const staged = new DatabaseSync('');
  staged.exec(
    'PRAGMA synchronous = OFF; CREATE TABLE staged (key TEXT PRIMARY KEY, sequence INTEGER NOT NULL, item TEXT); BEGIN',
  );
  const put = staged.prepare(
    `INSERT INTO staged VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET sequence = excluded.sequence, item = excluded.item WHERE excluded.sequence > staged.sequence`,
  );
  for (const { key, sequence, value } of entries) {
    // A deletion stays, without item, until all is read: an older value may come behind it.
    if (key.startsWith(itemPrefix)) put.run(key, sequence, value?.toString() ?? null);
  }
  staged.exec('COMMIT');
  return staged;
}

/** LevelDB locks its LOCK file with the same kind of lock as SQLite, which therefore sees it. */
function lockOld(directory: string): () => void {
  const lock = new DatabaseSync(join(directory, 'LOCK'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new TableUnavailable(`The data folder ${directory} is in use by another process.`, { cause: error });
  }
  return () => lock.close();
}

/** Whoever went back to the version before has a second LevelDB beside the one that was converted: only they know which one counts. */
function refuseTwo(directory: string): void {
  const old = join(directory, oldFolder);
  const twice = oldFilesIn(directory).filter((file) => file !== 'LOCK' && existsSync(join(old, file)));
  if (twice.length === 0) return;
  throw new TableUnavailable(
    `Both ${directory} and ${old} hold files of the version before (${twice.join(', ')}), so it is unclear which data counts. ` +
      `To go on with what was converted, move these files out of ${directory}. ` +
      `To convert ${directory} instead, move ${old} and ${join(directory, databaseFile)} away.`,
  );
}

function oldFilesIn(directory: string): string[] {
  return readdirSync(directory).filter((file) => oldFiles.test(file));
}

/** CURRENT goes last: as long as it is there, this is taken up again. */
function putAway(directory: string): void {
  const old = join(directory, oldFolder);
  mkdirSync(old, { recursive: true, mode: privateFolderMode });
  const files = oldFilesIn(directory).filter((file) => file !== 'CURRENT');
  for (const file of [...files, 'CURRENT']) renameSync(join(directory, file), join(old, file));
  syncFolder(old);
  syncFolder(directory);
}
