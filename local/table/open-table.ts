import { mkdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import engine, { type Level, type Parsed, type WireItem } from 'dynalite/db/index.js';
import { withoutLogEntries } from '#adapters/dynamodb/client.ts';
import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import { inProcessHandler } from './in-process-handler.ts';
import {
  type Input,
  isOperation,
  isWrite,
  parse,
  type ParsedWrite,
  run,
  withOldItem,
  type WriteName,
} from './operations.ts';
import { ReplayedTransactions } from './replayed-transactions.ts';
import { ServiceError, unsupported } from './service-error.ts';
import {
  type Change,
  description,
  embeddedTableName,
  itemPrefix,
  keyOf,
  nothingStaged,
  plainKey,
  viewOf,
} from './table-store.ts';
import { type IsBusy, transactGet, transactWrite } from './transactions.ts';

export interface TableOptions {
  /** Where the data lives; without it, in memory. One process per directory. */
  readonly directory?: string;
  /** Milliseconds since 1970, for the ten minutes that a client request token counts. */
  readonly now?: () => number;
  /** For tests: whether another transaction is under way on the item. */
  readonly isBusy?: IsBusy;
}

/** The directory belongs to a running process, or was made with another schema. */
export class TableUnavailable extends Error {
  override readonly name = 'TableUnavailable';
}

const schemaKey = 'schema';

type Listener = (change: Change) => void;

/**
 * The one table of `tableSchema` in this process, behind the real SDK client (local and oracles, "Embedded default").
 * Everything acknowledged survives the end of the process, however it ends. Rejects with `TableUnavailable` when another
 * process holds the directory, and when the directory was made with another schema.
 */
export async function openTable(options: TableOptions = {}): Promise<EmbeddedTable> {
  const { directory } = options;
  if (directory !== undefined) await mkdir(directory, { recursive: true });
  const { db } = engine.create(directory === undefined ? {} : { path: directory });
  try {
    await db.open();
  } catch (error) {
    const { code } = (error as { cause?: { code?: string } }).cause ?? {};
    if (code !== 'LEVEL_LOCKED') throw error;
    throw new TableUnavailable(`The data folder ${directory} is in use by another process.`, { cause: error });
  }
  await checkSchema(db, directory);
  return new EmbeddedTable(db, options);
}

/** The rows of an index are written with its items, so a folder made under another schema would answer wrongly. */
async function checkSchema(level: Level, directory: string | undefined): Promise<void> {
  const stored = level.getSync(schemaKey);
  if (stored === undefined) return level.batch([{ type: 'put', key: schemaKey, value: description }]);
  if (isDeepStrictEqual(stored, description)) return;
  await level.close();
  throw new TableUnavailable(
    `The data folder ${directory} was made with another table schema; delete it or name a new one.`,
  );
}

export class EmbeddedTable {
  readonly tableName = embeddedTableName;
  readonly client: DynamoDBClient;
  readonly #level: Level;
  readonly #isBusy: IsBusy;
  readonly #replayed: ReplayedTransactions;
  readonly #listeners = new Set<Listener>();
  /** Settles when the last queued write has: commits happen one after the other, and the feed keeps their order. */
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(level: Level, { now = Date.now, isBusy = () => false }: TableOptions) {
    this.#level = level;
    this.#isBusy = isBusy;
    this.#replayed = new ReplayedTransactions(now);
    this.client = withoutLogEntries(
      new DynamoDBClient({
        region: 'local',
        endpoint: 'http://embedded.invalid',
        credentials: { accessKeyId: 'embedded', secretAccessKey: 'embedded' },
        signer: { sign: async (request) => request },
        maxAttempts: 1,
        requestHandler: inProcessHandler((operation, input) => this.#execute(operation, input)),
      }),
    );
  }

  /**
   * Calls `listener` for each changed item after its commit, in the order of commits; this stands in for the table's
   * stream. Returns how to stop. An error thrown by a listener is a defect and ends the process.
   */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Every item as it is at the first step, in no stated order: for work at start-up, such as publishing what a killed
   * process had committed and not told any more.
   */
  async *items(): AsyncGenerator<WireItem> {
    const values = this.#level.values({ gte: itemPrefix, lt: `${itemPrefix}\u00FF` });
    try {
      for (let batch = await values.nextv(256); batch.length > 0; batch = await values.nextv(256)) yield* batch;
    } finally {
      await values.close();
    }
  }

  /** Deletes the items whose time to live ended before `nowMs`; answers how many. */
  async sweepExpired(nowMs: number): Promise<number> {
    const nowSeconds = Math.floor(nowMs / 1000);
    let swept = 0;
    for await (const item of this.items()) {
      if (isExpired(item, nowSeconds) && (await this.#expire(item, nowSeconds))) swept += 1;
    }
    return swept;
  }

  /** Waits for the writes under way and gives the directory free. */
  async close(): Promise<void> {
    this.client.destroy();
    await this.#lastWrite;
    await this.#level.close();
  }

  async #execute(operation: string, input: Input): Promise<object> {
    if (operation === 'TransactWriteItems') {
      const { ClientRequestToken: token, ...rest } = input;
      return this.#queue(() =>
        this.#replayed.run(token, JSON.stringify(rest), () =>
          this.#commit((view) => transactWrite(input, view, this.#isBusy)),
        ),
      );
    }
    if (operation === 'TransactGetItems') {
      return this.#queue(() => transactGet(input, viewOf(this.#level), this.#isBusy));
    }
    if (operation === 'DescribeTable') return { Table: description };
    if (!isOperation(operation)) throw unsupported(operation);
    if (isWrite(operation)) return this.#write(operation, input);
    const view = viewOf(this.#level);
    return run(operation, parse<Parsed>(operation, input, view), view);
  }

  #write(operation: WriteName, input: Input): Promise<object> {
    const parsed = parse<ParsedWrite>(operation, input, viewOf(this.#level));
    const key = keyOf(parsed);
    return this.#queue(() => {
      if (this.#isBusy(plainKey(key))) {
        throw new ServiceError('TransactionConflictException', 'Transaction is ongoing for the item');
      }
      return this.#commit(async (view) => {
        try {
          return await run(operation, parsed, view);
        } catch (error) {
          throw withOldItem(error, input, key, view);
        }
      });
    });
  }

  /** Deletes the item unless it was renewed since it was read. */
  #expire(item: WireItem, nowSeconds: number): Promise<boolean> {
    const name = tableSchema.timeToLiveAttribute;
    const input = {
      TableName: embeddedTableName,
      Key: keyOf({ Item: item }),
      ConditionExpression: `${name} < :now`,
      ExpressionAttributeValues: { ':now': { N: String(nowSeconds) } },
    };
    return this.#write('DeleteItem', input).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ServiceError && error.name === 'ConditionalCheckFailedException') return false;
        throw error;
      },
    );
  }

  #queue<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#lastWrite.then(work);
    // The queue goes on after a failure; the one who queued the work sees it.
    this.#lastWrite = done.catch(() => undefined);
    return done;
  }

  async #commit(work: (view: ReturnType<typeof viewOf>) => Promise<object>): Promise<object> {
    const staged = nothingStaged();
    const output = await work(viewOf(this.#level, staged));
    if (staged.operations.length > 0) await this.#level.batch(staged.operations);
    for (const change of staged.changes) this.#publish(change);
    return output;
  }

  /** A write that changed nothing is no change, as in DynamoDB's streams. */
  #publish(change: Change): void {
    const plain = JSON.parse(JSON.stringify(change)) as Change;
    if (isDeepStrictEqual(plain.oldImage, plain.newImage)) return;
    for (const listener of this.#listeners) {
      try {
        listener(plain);
      } catch (error) {
        // The commit stands and its caller must hear so; the defect still has to be loud.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

function isExpired(item: WireItem, nowSeconds: number): boolean {
  const expiry = item[tableSchema.timeToLiveAttribute]?.['N'];
  return expiry !== undefined && Number(expiry) < nowSeconds;
}
