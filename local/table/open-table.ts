import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { withoutLogEntries } from '#adapters/dynamodb/client.ts';
import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import { logNotice } from '../log.ts';
import type { WireItem } from './attribute-values.ts';
import { convertLeveldb } from './convert-leveldb.ts';
import { inProcessHandler } from './in-process-handler.ts';
import { description, embeddedTableName, type PlainKey, plainKey } from './item-keys.ts';
import { batchGetItem, getItem, query } from './reads.ts';
import { ReplayedTransactions } from './replayed-transactions.ts';
import type { Input } from './requests.ts';
import { ServiceError, unsupported } from './service-error.ts';
import { SqliteStore } from './sqlite-store.ts';
import { type Effect, type IsBusy, parseTransactWrite, runTransaction, transactGet } from './transactions.ts';
import { parseWrite, type WriteName } from './writes.ts';

export { AcknowledgedWritesLost, TableUnavailable } from './sqlite-store.ts';

export interface TableOptions {
  /** Where the data lives; without it, in memory. One process per directory. */
  readonly directory?: string;
  /** Milliseconds since 1970, for the ten minutes that a client request token counts. */
  readonly now?: () => number;
  /** For tests: whether another transaction is under way on the item. */
  readonly isBusy?: IsBusy;
}

/** One committed change of one item; images are in wire form, as a stream record carries them. */
export interface Change {
  readonly oldImage?: WireItem;
  readonly newImage?: WireItem;
}

type Listener = (change: Change) => void;

/** What one queued write does to the items as it finds them, and what its caller is told. */
interface Outcome {
  readonly effects: readonly Effect[];
  readonly output: object;
}

interface Queued {
  readonly run: () => Outcome;
  readonly resolve: (output: object) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The one table of `tableSchema` in this process, behind the real SDK client (local and oracles, "Embedded default").
 * Everything acknowledged survives the end of the process and of the machine. A directory that the version before kept
 * in LevelDB is converted first. Rejects with `TableUnavailable` when
 * another process holds the directory, when another version made it, and when it has lost acknowledged writes.
 */
export async function openTable(options: TableOptions = {}): Promise<EmbeddedTable> {
  const converted = options.directory === undefined ? undefined : convertLeveldb(options.directory);
  if (converted !== undefined) logNotice(converted);
  return new EmbeddedTable(new SqliteStore(options.directory), options);
}

export class EmbeddedTable {
  readonly tableName = embeddedTableName;
  readonly client: DynamoDBClient;
  readonly #store: SqliteStore;
  readonly #isBusy: IsBusy;
  readonly #replayed: ReplayedTransactions;
  readonly #listeners = new Set<Listener>();
  /** Writes that share the next commit. */
  #queued: Queued[] = [];

  constructor(store: SqliteStore, { now = Date.now, isBusy = () => false }: TableOptions) {
    this.#store = store;
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

  /** Every item that is there throughout, once and in no stated order; what is written meanwhile may be among them. */
  async *items(): AsyncGenerator<WireItem> {
    for (let batch = this.#store.batchBehind(0); batch.items.length > 0; batch = this.#store.batchBehind(batch.place)) {
      yield* batch.items;
    }
  }

  /** What is wrong with the file itself: nothing, in a healthy one. */
  damage(): string[] {
    return this.#store.damage();
  }

  /** Deletes the items whose time to live ended before `nowMs`; answers how many. */
  async sweepExpired(nowMs: number): Promise<number> {
    const nowSeconds = Math.floor(nowMs / 1000);
    let swept = 0;
    for (
      let keys = this.#store.expiredBefore(nowSeconds);
      keys.length > 0;
      keys = this.#store.expiredBefore(nowSeconds)
    ) {
      const done = await Promise.all(keys.map((key) => this.#queue(() => this.#expiry(key, nowSeconds))));
      swept += done.filter((output) => 'isExpired' in output && output.isExpired).length;
    }
    return swept;
  }

  /** Commits the writes under way and gives the directory free. */
  async close(): Promise<void> {
    this.client.destroy();
    this.#commitQueued();
    this.#store.close();
  }

  async #execute(operation: string, input: Input): Promise<object> {
    switch (operation) {
      case 'GetItem':
        return getItem(input, this.#store);
      case 'BatchGetItem':
        return batchGetItem(input, this.#store);
      case 'Query':
        return query(input, this.#store);
      case 'TransactGetItems':
        return transactGet(input, this.#store, this.#isBusy);
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return this.#write(operation, input);
      case 'TransactWriteItems':
        return this.#transact(input);
      case 'DescribeTable':
        return { Table: description };
      default:
        throw unsupported(operation);
    }
  }

  #write(operation: WriteName, input: Input): Promise<object> {
    const write = parseWrite(operation, input);
    if (write.refusal !== undefined) throw write.refusal;
    const key = plainKey(write.key);
    return this.#queue(() => {
      if (this.#isBusy(key)) {
        throw new ServiceError('TransactionConflictException', 'Transaction is ongoing for the item');
      }
      const before = this.#store.get(key);
      const { after, output } = write.run(before);
      return { effects: [{ key, before, after }], output };
    });
  }

  async #transact({ ClientRequestToken, ...input }: Input): Promise<object> {
    const token = this.#replayed.tokenOf(ClientRequestToken, input);
    const writes = parseTransactWrite(input);
    let isRemembered = false;
    try {
      return await this.#queue(() => {
        if (token && this.#replayed.has(token)) return { effects: [], output: {} };
        const effects = runTransaction(writes, this.#store, this.#isBusy);
        if (token) this.#replayed.remember(token);
        isRemembered = true;
        return { effects, output: {} };
      });
    } catch (error) {
      if (token && isRemembered) this.#replayed.forget(token);
      throw error;
    }
  }

  /** Deletes the item unless it was renewed since it was found. */
  #expiry(key: PlainKey, nowSeconds: number): Outcome {
    const before = this.#store.get(key);
    const expiry = before?.[tableSchema.timeToLiveAttribute]?.['N'];
    const isExpired = expiry !== undefined && Number(expiry) < nowSeconds;
    return { effects: isExpired ? [{ key, before, after: undefined }] : [], output: { isExpired } };
  }

  #queue(run: () => Outcome): Promise<object> {
    const { promise, resolve, reject } = Promise.withResolvers<object>();
    this.#queued.push({ run, resolve, reject });
    if (this.#queued.length === 1) setImmediate(() => this.#commitQueued());
    return promise;
  }

  /** All that came up since the last commit, in its order, with one sync of the disk; answered after it. */
  #commitQueued(): void {
    const queued = this.#queued;
    this.#queued = [];
    if (queued.length === 0) return;
    let answers: (() => void)[] = [];
    try {
      this.#store.commit(() => {
        // Refusals wait for the commit too: what one was refused for may be the work of another before it.
        answers = queued.map((write) => this.#carryOut(write));
      });
    } catch (error) {
      for (const { reject } of queued) reject(error);
      return;
    }
    for (const answer of answers) answer();
  }

  /** Puts what one write does into the transaction; answers how to tell its caller. */
  #carryOut({ run, resolve, reject }: Queued): () => void {
    let outcome: Outcome;
    try {
      outcome = run();
    } catch (error) {
      return () => reject(error);
    }
    // A write that changes nothing is no change, as in DynamoDB's streams.
    const effects = outcome.effects.filter(({ before, after }) => !isDeepStrictEqual(before, after));
    for (const { key, after } of effects) {
      if (after === undefined) this.#store.remove(key);
      else this.#store.put(after);
    }
    return () => {
      for (const effect of effects) this.#publish(effect);
      resolve(outcome.output);
    };
  }

  #publish({ before, after }: Effect): void {
    const change = { ...(before && { oldImage: before }), ...(after && { newImage: after }) };
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        // The commit stands and its caller must hear so; the defect still has to be loud.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
