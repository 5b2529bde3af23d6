import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import { makePrivateFile, makePrivateFolder } from '../private-files.ts';
import { refuseWhenNearlyFull, writeFailed } from '../storage-failure.ts';
import { AcknowledgedCommits } from './acknowledged-commits.ts';
import type { WireItem } from './attribute-values.ts';
import type { PlainKey } from './item-keys.ts';
import type { KeyCondition } from './key-condition.ts';

/** The directory belongs to a running process, was made by another version, or has lost acknowledged writes. */
export class TableUnavailable extends Error {
  override readonly name: string = 'TableUnavailable';
}

/** The table holds fewer commits than were acknowledged. */
export class AcknowledgedWritesLost extends TableUnavailable {
  override readonly name = 'AcknowledgedWritesLost';
}

/** A query of the table, or of its index: then `start` has the index's keys too. */
export interface StoredQuery extends KeyCondition {
  readonly isOfIndex: boolean;
  readonly descending: boolean;
  readonly limit: number | undefined;
  readonly start: Readonly<Record<string, string>> | undefined;
}

export interface ItemReader {
  get(key: PlainKey): WireItem | undefined;
  /** The items in the order of their sort keys, read one by one as they are asked for. */
  query(query: StoredQuery): Iterable<WireItem>;
}

export const databaseFile = 'table.sqlite';
const version = 1;
const busy = 5;
const { index, partitionKey, sortKey, timeToLiveAttribute } = tableSchema;

const layout = `
  CREATE TABLE items (
    id INTEGER PRIMARY KEY, pk TEXT NOT NULL, sk TEXT NOT NULL, gsi1pk TEXT, gsi1sk TEXT, expires_at REAL,
    item TEXT NOT NULL
  );
  CREATE UNIQUE INDEX by_key ON items (pk, sk);
  CREATE INDEX by_gsi1 ON items (gsi1pk, gsi1sk, pk, sk) WHERE gsi1pk IS NOT NULL;
  CREATE INDEX by_expiry ON items (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE commits (number INTEGER NOT NULL);
  INSERT INTO commits VALUES (0);
  PRAGMA user_version = ${version};`;

const upsert = `
  INSERT INTO items (pk, sk, gsi1pk, gsi1sk, expires_at, item) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (pk, sk) DO UPDATE SET gsi1pk = excluded.gsi1pk, gsi1sk = excluded.gsi1sk,
    expires_at = excluded.expires_at, item = excluded.item`;

/**
 * The items in one SQLite file, or in memory. After any error of SQLite the file is closed, and opened again for the
 * next call: nothing is acknowledged on top of a write whose fate is unknown. Every method throws
 * DEPENDENCY_UNAVAILABLE (503) where the disk refuses.
 */
export class SqliteStore implements ItemReader {
  readonly #directory: string | undefined;
  readonly #acknowledged: AcknowledgedCommits | undefined;
  readonly #statements = new Map<string, StatementSync>();
  #database: DatabaseSync | undefined;
  #commits = 0;
  #transaction: { isEmpty: boolean } | undefined;
  /** The log may hold what never reached the disk: the next commit writes it into the table first. */
  #isLogTrusted = false;
  #isClosed = false;

  /** Throws TableUnavailable. */
  constructor(directory: string | undefined) {
    this.#directory = directory;
    if (directory !== undefined) {
      makePrivateFolder(directory);
      makePrivateFile(join(directory, databaseFile));
    }
    this.#database = this.#open();
    if (directory === undefined) return;
    // Only now is known that no other process writes the file.
    this.#acknowledged = new AcknowledgedCommits(directory);
    try {
      this.#refuseLoss();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get({ pk, sk }: PlainKey): WireItem | undefined {
    return this.#guarded(() => {
      const found = this.#statement('SELECT item FROM items WHERE pk = ? AND sk = ?').get(pk, sk);
      return found === undefined ? undefined : itemOf(found);
    });
  }

  *query({ partition, bounds, isOfIndex, descending, limit, start }: StoredQuery): Generator<WireItem> {
    const names = isOfIndex ? { pk: 'gsi1pk', sk: 'gsi1sk' } : { pk: 'pk', sk: 'sk' };
    const order = isOfIndex ? ['gsi1sk', 'pk', 'sk'] : ['sk'];
    const startNames = isOfIndex ? [index.sortKey, partitionKey, sortKey] : [sortKey];
    const wanted = [`${names.pk} = ?`, ...bounds.map(({ operator }) => `${names.sk} ${operator} ?`)];
    if (start) wanted.push(`(${order.join(', ')}) ${descending ? '<' : '>'} (${order.map(() => '?').join(', ')})`);
    const sorted = order.map((name) => `${name} ${descending ? 'DESC' : 'ASC'}`).join(', ');
    const sql = `SELECT item FROM items WHERE ${wanted.join(' AND ')} ORDER BY ${sorted} LIMIT ?`;
    const ends = bounds.map(({ value }) => value);
    const values = [partition, ...ends, ...(start ? startNames.map((name) => start[name]!) : []), limit ?? -1];
    const rows = this.#guarded(() => this.#statement(sql).iterate(...values));
    try {
      for (let row = this.#guarded(() => rows.next()); !row.done; row = this.#guarded(() => rows.next())) {
        yield itemOf(row.value);
      }
    } finally {
      if (this.#database) rows.return?.();
    }
  }

  /** Up to 256 items behind the place where the last batch ended; each item once, whatever is written meanwhile. */
  batchBehind(place: number): { items: WireItem[]; place: number } {
    return this.#guarded(() => {
      const rows = this.#statement('SELECT id, item FROM items WHERE id > ? ORDER BY id LIMIT 256').all(place);
      return { items: rows.map(itemOf), place: Number(rows.at(-1)?.['id'] ?? place) };
    });
  }

  /** Up to 256 keys of items whose time ended before. */
  expiredBefore(seconds: number): PlainKey[] {
    return this.#guarded(() => {
      const sql = 'SELECT pk, sk FROM items WHERE expires_at < ? ORDER BY expires_at LIMIT 256';
      return this.#statement(sql).all(seconds) as unknown as PlainKey[];
    });
  }

  /** What SQLite's own check finds wrong with the file: nothing, in a healthy one. */
  damage(): string[] {
    return this.#guarded(() => {
      const found = this.#statement('PRAGMA integrity_check')
        .all()
        .map((row) => String(row['integrity_check']));
      return found.filter((line) => line !== 'ok');
    });
  }

  /**
   * Runs `work` and makes durable what it `put` and `remove`d, all or nothing. What it throws rolls back and passes
   * through. Refused below 64 MB of free space.
   */
  commit(work: () => void): void {
    if (this.#directory !== undefined) refuseWhenNearlyFull(this.#directory);
    this.#guarded((database) => {
      this.#trustLog(database);
      database.exec('BEGIN IMMEDIATE');
    });
    this.#transaction = { isEmpty: true };
    try {
      work();
      this.#guarded((database) => {
        if (this.#transaction?.isEmpty) database.exec('ROLLBACK');
        else this.#commitAs(database, this.#commits + 1);
      });
    } catch (error) {
      if (this.#database?.isTransaction) this.#guarded((database) => database.exec('ROLLBACK'));
      throw error;
    } finally {
      this.#transaction = undefined;
    }
  }

  #commitAs(database: DatabaseSync, number: number): void {
    this.#statement('UPDATE commits SET number = ?').run(number);
    database.exec('COMMIT');
    this.#acknowledged?.write(number);
    this.#commits = number;
  }

  /** Only inside of `commit`. */
  put(item: WireItem): void {
    const at = (name: string): SQLInputValue => (item[name]?.['S'] as string | undefined) ?? null;
    const [gsi1pk, gsi1sk] = [at(index.partitionKey), at(index.sortKey)];
    const isIndexed = gsi1pk !== null && gsi1sk !== null;
    const expiry = item[timeToLiveAttribute]?.['N'];
    const expiresAt = expiry === undefined ? null : Number(expiry);
    const indexed = isIndexed ? [gsi1pk, gsi1sk] : [null, null];
    const values = [at(partitionKey), at(sortKey), ...indexed, expiresAt, JSON.stringify(item)];
    this.#change(() => this.#statement(upsert).run(...values));
  }

  /** Only inside of `commit`. */
  remove({ pk, sk }: PlainKey): void {
    this.#change(() => this.#statement('DELETE FROM items WHERE pk = ? AND sk = ?').run(pk, sk));
  }

  #change(run: () => unknown): void {
    if (this.#transaction === undefined) throw new Error('The table changes only in a commit.');
    this.#transaction.isEmpty = false;
    this.#guarded(run);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closeDatabase();
    this.#acknowledged?.close();
  }

  #guarded<T>(work: (database: DatabaseSync) => T): T {
    if (this.#isClosed) throw new Error('The table is closed.');
    try {
      return work(this.#database ?? this.#reopened());
    } catch (error) {
      // What is in memory would be gone with it; no disk refuses it either.
      if (this.#directory === undefined) throw error;
      this.#closeDatabase();
      throw writeFailed(error);
    }
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database!.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #reopened(): DatabaseSync {
    // What the transaction did before is gone with the connection that failed.
    if (this.#transaction !== undefined) throw new Error('The connection failed inside of a transaction.');
    this.#database = this.#open();
    this.#refuseLoss();
    return this.#database;
  }

  #open(): DatabaseSync {
    const database = new DatabaseSync(this.#directory === undefined ? ':memory:' : join(this.#directory, databaseFile));
    try {
      // An exclusive lock keeps other processes out, and the log's index in memory instead of a mapped file.
      database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
      const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
      if (found === 0) database.exec(`BEGIN EXCLUSIVE; ${layout} COMMIT;`);
      else if (found !== version) throw this.#otherVersion();
      this.#commits = Number(database.prepare('SELECT number FROM commits').get()?.['number']);
      return database;
    } catch (error) {
      database.close();
      if ((error as { errcode?: number }).errcode !== busy) throw error;
      const message = `The data folder ${this.#directory} is in use by another process.`;
      throw new TableUnavailable(message, { cause: error });
    }
  }

  #otherVersion(): TableUnavailable {
    return new TableUnavailable(
      `The data folder ${this.#directory} was made with another table schema; delete it or name a new one.`,
    );
  }

  #refuseLoss(): void {
    const acknowledged = this.#acknowledged?.read() ?? 0;
    if (this.#commits >= acknowledged) return;
    throw new AcknowledgedWritesLost(
      `The table in ${this.#directory} has lost writes: ${acknowledged} commits were acknowledged, ${this.#commits} are there. ` +
        `Restore the data folder from a backup, or delete ${this.#acknowledged?.path} to go on with what is there.`,
    );
  }

  /**
   * Writes the whole log into the table and begins a new log. After a sync that failed, the log as it is read back may
   * be one that the disk does not hold; a commit appended to it would be lost with it.
   */
  #trustLog(database: DatabaseSync): void {
    if (this.#isLogTrusted) return;
    const outcome = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (outcome?.['busy'] === 1) throw new Error('The log could not be written into the table.');
    this.#isLogTrusted = true;
  }

  #closeDatabase(): void {
    this.#statements.clear();
    this.#isLogTrusted = false;
    try {
      this.#database?.close();
    } finally {
      this.#database = undefined;
    }
  }
}

function itemOf(row: Record<string, unknown>): WireItem {
  return JSON.parse(row['item'] as string) as WireItem;
}
