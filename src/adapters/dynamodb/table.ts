import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type AttributeValue,
  BatchGetItemCommand,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { ConditionFailed, decoded, isConflict, itemOf } from './condition-failed.ts';
import { all, type Change, type Condition, different, Placeholders, set } from './expressions.ts';
import { markAttribute, tableSchema } from './table-schema.ts';
import { installTenantFirewall, onBehalfOf, type TenantId } from './tenant-firewall.ts';
import { deleteInput, type Item, type Key, keyOf, putInput, transactItem, updateInput, type Write } from './writes.ts';

const keysPerBatch = 100;
const maxTries = 8;
const firstPauseMs = 25;

/** Which items of one partition, in the order of their sort keys. */
export interface Query {
  readonly pk: string;
  /** Ask the index instead of the table; `pk` and `sk` are then the index's keys. */
  readonly index?: typeof tableSchema.index.name;
  readonly sk?:
    | { readonly beginsWith: string }
    | { readonly from: string; readonly to: string }
    | { readonly after: string }
    | { readonly before: string };
  readonly descending?: boolean;
  /** At most so many items; without it, all of them. */
  readonly limit?: number;
  /** Go on behind the page that answered this as `next`. */
  readonly start?: Cursor;
}

export type Cursor = Readonly<Record<string, AttributeValue>>;

export interface Page {
  readonly items: readonly Item[];
  /** Present when the limit was reached; what follows may still be nothing. */
  readonly next?: Cursor;
}

export interface TableConnection {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  /** How to wait before a retry; tests pass their own. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * The table on behalf of one tenant (null: only the global key families). Reads of the table are strongly consistent,
 * reads of the index are not. Errors other than ConditionFailed pass through as the SDK throws them.
 */
export class Table {
  readonly #client: DynamoDBClient;
  readonly #tableName: string;
  readonly #pause: (ms: number) => Promise<unknown>;
  readonly #tenantId: TenantId;

  constructor({ client, tableName, pause = wait }: TableConnection, tenantId: TenantId) {
    this.#client = client;
    this.#tableName = tableName;
    this.#pause = pause;
    this.#tenantId = tenantId;
  }

  async get(key: Key): Promise<Item | undefined> {
    const input = { TableName: this.#tableName, Key: keyOf(key), ConsistentRead: true };
    const { Item: found } = await this.#client.send(new GetItemCommand(this.#own(input)));
    return itemOf(found);
  }

  /** The items in the order of `keys`, undefined where there is none. Not a snapshot: each item is read for itself. */
  async batchGet(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    const unique = [...new Map(keys.map((key) => [nameOf(key), keyOf(key)])).values()];
    const found = new Map<string, Item>();
    for (let from = 0; from < unique.length; from += keysPerBatch) {
      for (const item of await this.#getBatch(unique.slice(from, from + keysPerBatch))) found.set(nameOf(item), item);
    }
    return keys.map((key) => found.get(nameOf(key)));
  }

  /** Follows the pages of DynamoDB until the limit or the end of the partition. */
  async query(query: Query): Promise<Page> {
    const items: Item[] = [];
    let next = query.start;
    do {
      const rest = query.limit === undefined ? {} : { Limit: query.limit - items.length };
      const input = { ...queryInput(this.#tableName, query), ...rest, ...(next && { ExclusiveStartKey: next }) };
      const page = await this.#client.send(new QueryCommand(this.#own(input)));
      for (const found of page.Items ?? []) items.push(itemOf(found) as Item);
      next = page.LastEvaluatedKey;
    } while (next !== undefined && (query.limit === undefined || items.length < query.limit));
    return { items, ...(next && { next }) };
  }

  /** Writes the whole item. Throws ConditionFailed. */
  async put(item: Item, condition?: Condition): Promise<void> {
    const input = putInput(this.#tableName, item, condition);
    await this.#write(() => this.#client.send(new PutItemCommand(this.#own(input))));
  }

  /** Answers the new item; where there was none, it is made. Throws ConditionFailed. */
  async update(key: Key, changes: readonly Change[], condition?: Condition): Promise<Item> {
    const input = { ...updateInput(this.#tableName, key, changes, condition), ReturnValues: 'ALL_NEW' as const };
    const { Attributes } = await this.#write(() => this.#client.send(new UpdateItemCommand(this.#own(input))));
    return itemOf(Attributes) as Item;
  }

  /**
   * As `update`, but for an answer that was lost on the way: the SDK sends again, and the second try must neither be refused for what the
   * first one changed nor change it twice. So the item keeps the mark of the request that wrote it last.
   */
  async updateOnce(key: Key, changes: readonly Change[], condition: Condition): Promise<Item> {
    const mark = randomUUID();
    const isNew = all(condition, different(markAttribute, mark));
    try {
      return await this.update(key, [...changes, set(markAttribute, mark)], isNew);
    } catch (error) {
      if (error instanceof ConditionFailed && error.oldItem?.[markAttribute] === mark) return error.oldItem;
      throw error;
    }
  }

  /** Answers the item that was there, if any. Throws ConditionFailed. */
  async delete(key: Key, condition?: Condition): Promise<Item | undefined> {
    const input = { ...deleteInput(this.#tableName, key, condition), ReturnValues: 'ALL_OLD' as const };
    const { Attributes } = await this.#write(() => this.#client.send(new DeleteItemCommand(this.#own(input))));
    return itemOf(Attributes);
  }

  /**
   * All writes or none, at most 100 on different items. Throws ConditionFailed with the writes whose conditions did
   * not hold. One token for all tries, so a lost answer cannot make it happen twice.
   */
  async transact(writes: readonly Write[]): Promise<void> {
    const input = {
      TransactItems: writes.map((write) => transactItem(this.#tableName, write)),
      ClientRequestToken: randomUUID(),
    };
    await this.#write(() => this.#client.send(new TransactWriteItemsCommand(this.#own(input))));
  }

  async #getBatch(keys: Record<string, AttributeValue>[]): Promise<Item[]> {
    const items: Item[] = [];
    let left = keys;
    for (let tries = 1; left.length > 0;) {
      if (tries > maxTries) throw new Error(`${left.length} keys were still unprocessed after ${maxTries} tries`);
      if (tries > 1) await this.#pause(pauseMs(tries));
      const input = { RequestItems: { [this.#tableName]: { Keys: left, ConsistentRead: true } } };
      const { Responses, UnprocessedKeys } = await this.#client.send(new BatchGetItemCommand(this.#own(input)));
      for (const found of Responses?.[this.#tableName] ?? []) items.push(itemOf(found) as Item);
      const unprocessed = UnprocessedKeys?.[this.#tableName]?.Keys ?? [];
      // An answer has a size limit, so a part of the keys is progress; none of them is a throttled table.
      tries = unprocessed.length < left.length ? 1 : tries + 1;
      left = unprocessed;
    }
    return items;
  }

  /** Sends again while only other transactions are in the way, with growing random pauses. */
  async #write<T>(send: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await send();
      } catch (error) {
        if (tries === maxTries || !isConflict(error)) throw decoded(error);
        await this.#pause(pauseMs(tries + 1));
      }
    }
  }

  #own<T extends object>(input: T): T {
    return onBehalfOf(this.#tenantId, input);
  }
}

/** Puts the tenant firewall into the client and answers how to get the table of a tenant. */
export function connectTable(connection: TableConnection): (tenantId: TenantId) => Table {
  installTenantFirewall(connection.client);
  return (tenantId) => new Table(connection, tenantId);
}

function queryInput(tableName: string, { pk, sk, index, descending = false }: Query): QueryCommandInput {
  const placeholders = new Placeholders();
  const { partitionKey, sortKey } = index === undefined ? tableSchema : tableSchema.index;
  const partition = `${placeholders.path(partitionKey)} = ${placeholders.value(pk)}`;
  const range = sk && rangeOf(placeholders, sortKey, sk);
  return {
    TableName: tableName,
    ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
    KeyConditionExpression: range === undefined ? partition : `${partition} AND ${range}`,
    ScanIndexForward: !descending,
    ...placeholders.fields(),
  };
}

function rangeOf(placeholders: Placeholders, sortKey: string, range: NonNullable<Query['sk']>): string {
  const name = placeholders.path(sortKey);
  if ('beginsWith' in range) return `begins_with(${name}, ${placeholders.value(range.beginsWith)})`;
  if ('after' in range) return `${name} > ${placeholders.value(range.after)}`;
  if ('before' in range) return `${name} < ${placeholders.value(range.before)}`;
  return `${name} BETWEEN ${placeholders.value(range.from)} AND ${placeholders.value(range.to)}`;
}

function nameOf({ pk, sk }: Key): string {
  return JSON.stringify([pk, sk]);
}

/** Full jitter: half of the pauses are shorter than half of the bound, which doubles from try to try. */
function pauseMs(tries: number): number {
  return Math.random() * firstPauseMs * 2 ** (tries - 2);
}
