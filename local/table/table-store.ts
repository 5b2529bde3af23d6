import { Stream } from 'node:stream';
import engine, {
  type Level,
  type LevelOperation,
  type Rows,
  type Store,
  type TableDescription,
  type WireItem,
} from 'dynalite/db/index.js';
import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import { ServiceError, unsupported, validationError } from './service-error.ts';

/** The only table name that the embedded engine answers to. */
export const embeddedTableName = 'service';

const { index, partitionKey, sortKey } = tableSchema;
const maxItemSizeBytes = 400 * 1024;
/** Values fetched from LevelDB at a time while a query runs. */
const readAhead = 64;

export const description: TableDescription = {
  TableName: embeddedTableName,
  TableStatus: 'ACTIVE',
  AttributeDefinitions: [partitionKey, sortKey, index.partitionKey, index.sortKey].map((name) => ({
    AttributeName: name,
    AttributeType: 'S',
  })),
  KeySchema: [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: index.name,
      IndexStatus: 'ACTIVE',
      KeySchema: [
        { AttributeName: index.partitionKey, KeyType: 'HASH' },
        { AttributeName: index.sortKey, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};

export const itemPrefix = `item-${embeddedTableName}~`;
const indexPrefix = `index-global~${embeddedTableName}~${index.name}~`;

/** One committed change of one item; images are in wire form, as a stream record carries them. */
export interface Change {
  readonly oldImage?: WireItem;
  readonly newImage?: WireItem;
}

/** Writes collected by actions, to be committed as one batch: items and index rows become visible together. */
export interface Staged {
  readonly operations: LevelOperation[];
  readonly changes: Change[];
}

export function nothingStaged(): Staged {
  return { operations: [], changes: [] };
}

/** UTF-8 bytes: dynalite counts UTF-16 units, so what non-ASCII text adds is put on top. */
export function itemSizeBytes(item: WireItem): number {
  const text = JSON.stringify(item);
  return engine.itemSize(item) + Buffer.byteLength(text) - text.length;
}

/** The key of a key or an item, its attributes in the order of the schema. */
export function keyOf({ Key, Item }: { readonly Key?: WireItem; readonly Item?: WireItem }): WireItem {
  const source = Key ?? Item ?? {};
  const key: WireItem = {};
  for (const name of [partitionKey, sortKey]) if (source[name]) key[name] = source[name];
  return key;
}

export function plainKey(key: WireItem): { pk: string; sk: string } {
  return { pk: String(key[partitionKey]?.['S']), sk: String(key[sortKey]?.['S']) };
}

/**
 * The store as dynalite's actions see it. Reads go to LevelDB (synchronously, so that no read of an action can
 * interleave with a commit); writes go to `staged` only. Without `staged` it is a view for reading.
 */
export function viewOf(level: Level, staged?: Staged): Store {
  return {
    options: { maxItemSize: maxItemSizeBytes },
    getTable(name, checkStatus, callback) {
      const done = typeof checkStatus === 'function' ? checkStatus : callback;
      if (name === embeddedTableName) return done?.(null, description);
      done?.(new ServiceError('ResourceNotFoundException', 'Requested resource not found'));
    },
    getItemDb: () => itemRows(level, staged),
    getIndexDb: () => rows(level, indexPrefix, staged),
  };
}

function rows(level: Level, prefix: string, staged: Staged | undefined): Rows {
  const stage = (operation: LevelOperation) => {
    if (staged === undefined) throw new Error('A read tried to write.');
    staged.operations.push(operation);
  };
  return {
    // Every writer already holds the table's write queue.
    lock: (_key, run) => run((callback) => callback),
    get: (key, callback) => callback(null, level.getSync(prefix + key)),
    put(key, item, callback) {
      stage({ type: 'put', key: prefix + key, value: item });
      callback(null);
    },
    del(key, callback) {
      stage({ type: 'del', key: prefix + key });
      callback(null);
    },
    createValueStream: (range) => valueStream(level, prefix, range),
  };
}

function itemRows(level: Level, staged: Staged | undefined): Rows {
  const base = rows(level, itemPrefix, staged);
  const change = (key: string, newImage?: WireItem) => {
    const oldImage = level.getSync(itemPrefix + key);
    staged?.changes.push({ ...(oldImage && { oldImage }), ...(newImage && { newImage }) });
  };
  return {
    ...base,
    put(key, item, callback) {
      const refusal = refusalOf(item);
      if (refusal !== undefined) return callback(refusal);
      change(key, item);
      base.put(key, item, callback);
    },
    del(key, callback) {
      change(key);
      base.del(key, callback);
    },
  };
}

/** What DynamoDB refuses in a finished item and dynalite lets through. */
function refusalOf(item: WireItem): Error | undefined {
  for (const name of [index.partitionKey, index.sortKey]) {
    const value = item[name];
    if (value !== undefined && (typeof value['S'] !== 'string' || value['S'] === '')) {
      return validationError(`The index key ${name} must be a string that is not empty.`);
    }
  }
  return sizeRefusalOf(item);
}

export function sizeRefusalOf(item: WireItem): Error | undefined {
  if (itemSizeBytes(item) <= maxItemSizeBytes) return undefined;
  return validationError('Item size has exceeded the maximum allowed size');
}

/**
 * The rows of a range as the old-style stream that dynalite's query reads. An error thrown by its filter surfaces
 * as an 'error' event and so as the query's rejection; from a real stream it would end the process.
 */
function valueStream(level: Level, prefix: string, range: Record<string, unknown>): Stream {
  const stream = Object.assign(new Stream(), { done: false, destroy: () => (stream.done = true) });
  const values = level.values(prefixed(prefix, range));
  const pump = async () => {
    try {
      for (let batch = await values.nextv(readAhead); batch.length > 0;) {
        for (const value of batch) if (!stream.done) stream.emit('data', value);
        batch = stream.done ? [] : await values.nextv(readAhead);
      }
      stream.emit('end');
    } catch (error) {
      stream.emit('error', error);
    } finally {
      await values.close();
    }
  };
  void pump();
  return stream;
}

function prefixed(prefix: string, { reverse, limit, ...bounds }: Record<string, unknown>): object {
  const range: Record<string, unknown> = { reverse: reverse === true, limit: limit ?? -1 };
  for (const [bound, value] of Object.entries(bounds)) {
    if (!['gt', 'gte', 'lt', 'lte'].includes(bound)) throw unsupported(`the range option ${bound}`);
    range[bound] = prefix + String(value);
  }
  if (range['gt'] === undefined && range['gte'] === undefined) range['gte'] = prefix;
  if (range['lt'] === undefined && range['lte'] === undefined) range['lt'] = `${prefix}\u00FF`;
  return range;
}
