import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import { itemSizeBytes, normalisedItem, type WireItem } from './attribute-values.ts';
import { type AttributePath, parseProjection, Placeholders, projected } from './expression-reader.ts';
import { checkTable, embeddedTableName, keyOf, plainKey, refusalOfKey } from './item-keys.ts';
import { isWithin, type KeyCondition, parseKeyCondition } from './key-condition.ts';
import { type Input, refuseUnknownFields } from './requests.ts';
import { type ServiceError, unsupported, validationError } from './service-error.ts';
import type { ItemReader } from './sqlite-store.ts';

const { index, partitionKey, sortKey } = tableSchema;
const pageSizeBytes = 1024 * 1024;
const batchSizeBytes = 16 * 1024 * 1024;
const keysPerBatch = 100;

/** A GetItem, checked; `read` answers its output. */
export interface Get {
  readonly key: WireItem;
  readonly refusal: ServiceError | undefined;
  readonly read: (store: ItemReader) => { Item?: WireItem };
}

const getFields = ['TableName', 'Key', 'ConsistentRead', 'ProjectionExpression', 'ExpressionAttributeNames'];

export function parseGet(input: Input): Get {
  refuseUnknownFields('GetItem', input, getFields);
  checkTable(input['TableName']);
  const placeholders = new Placeholders(input);
  const projection = input['ProjectionExpression'];
  const paths = projection === undefined ? undefined : parseProjection(projection, placeholders);
  placeholders.refuseUnused();
  const key = normalisedItem(input['Key'], 'Key');
  return { key, refusal: refusalOfKey(key), read: (store) => shown(store.get(plainKey(key)), paths) };
}

function shown(item: WireItem | undefined, paths: readonly AttributePath[] | undefined): { Item?: WireItem } {
  if (item === undefined) return {};
  return { Item: paths === undefined ? item : projected(item, paths) };
}

export function getItem(input: Input, store: ItemReader): object {
  const get = parseGet(input);
  if (get.refusal !== undefined) throw get.refusal;
  return get.read(store);
}

/** At most 100 keys and 16 MB; what did not fit comes back as `UnprocessedKeys`. */
export function batchGetItem(input: Input, store: ItemReader): object {
  refuseUnknownFields('BatchGetItem', input, ['RequestItems']);
  const [[name, request] = [], ...more] = Object.entries((input['RequestItems'] ?? {}) as Record<string, Input>);
  if (request === undefined) throw validationError('RequestItems must not be empty');
  if (more.length > 0) throw unsupported('a batch over several tables');
  checkTable(name);
  refuseUnknownFields('BatchGetItem', request, ['Keys', 'ConsistentRead']);
  const keys = keysOfBatch(request['Keys']);
  const items: WireItem[] = [];
  let left = batchSizeBytes;
  let done = 0;
  for (; done < keys.length && left > 0; done += 1) {
    const item = store.get(plainKey(keys[done]!));
    if (item === undefined) continue;
    left -= itemSizeBytes(item);
    if (left >= 0) items.push(item);
    else break;
  }
  const unprocessed = keys.slice(done);
  return {
    Responses: { [embeddedTableName]: items },
    UnprocessedKeys: unprocessed.length > 0 ? { [embeddedTableName]: { ...request, Keys: unprocessed } } : {},
  };
}

function keysOfBatch(given: unknown): WireItem[] {
  if (!Array.isArray(given) || given.length < 1) throw validationError('Keys must not be empty');
  if (given.length > keysPerBatch) throw validationError('Too many items requested for the BatchGetItem call');
  const keys = given.map((key) => normalisedItem(key, 'Keys'));
  const refusal = keys.map(refusalOfKey).find((found) => found !== undefined);
  if (refusal !== undefined) throw refusal;
  if (new Set(keys.map((key) => JSON.stringify(keyOf(key)))).size < keys.length) {
    throw validationError('Provided list of item keys contains duplicates');
  }
  return keys;
}

const queryFields = [
  'TableName',
  'IndexName',
  'KeyConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ScanIndexForward',
  'Limit',
  'ExclusiveStartKey',
  'ConsistentRead',
];

/** One page: up to `Limit` items and 1 MB, with the key of the last item where a bound ended it. */
export function query(input: Input, store: ItemReader): object {
  refuseUnknownFields('Query', input, queryFields);
  checkTable(input['TableName']);
  const isOfIndex = input['IndexName'] !== undefined;
  if (isOfIndex && input['IndexName'] !== index.name) {
    throw validationError(`The table does not have the specified index: ${String(input['IndexName'])}`);
  }
  if (isOfIndex && input['ConsistentRead'] === true) {
    throw validationError('Consistent reads are not supported on global secondary indexes');
  }
  const placeholders = new Placeholders(input);
  const condition = parseKeyCondition(input['KeyConditionExpression'], isOfIndex ? index : tableSchema, placeholders);
  placeholders.refuseUnused();
  const limit = limitOf(input['Limit']);
  const start = startOf(input['ExclusiveStartKey'], isOfIndex, condition);
  const descending = input['ScanIndexForward'] === false;
  const items: WireItem[] = [];
  let size = 0;
  for (const item of store.query({ ...condition, isOfIndex, descending, limit, start })) {
    items.push(item);
    size += itemSizeBytes(item);
    if (size >= pageSizeBytes) break;
  }
  const isCut = items.length === limit || size >= pageSizeBytes;
  const last = items.at(-1);
  return {
    Items: items,
    Count: items.length,
    ScannedCount: items.length,
    ...(isCut && last && { LastEvaluatedKey: cursorOf(last, isOfIndex) }),
  };
}

function limitOf(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  if (!Number.isInteger(given) || (given as number) < 1) throw validationError('Limit must be at least 1');
  return given as number;
}

function cursorNames(isOfIndex: boolean): string[] {
  return isOfIndex ? [partitionKey, sortKey, index.partitionKey, index.sortKey] : [partitionKey, sortKey];
}

function cursorOf(item: WireItem, isOfIndex: boolean): WireItem {
  return Object.fromEntries(cursorNames(isOfIndex).map((name) => [name, item[name]!]));
}

/** Throws ValidationException for a start that no page of this query can have answered. */
function startOf(
  given: unknown,
  isOfIndex: boolean,
  { partition, bounds }: KeyCondition,
): Record<string, string> | undefined {
  if (given === undefined) return undefined;
  const start = normalisedItem(given, 'ExclusiveStartKey');
  const names = cursorNames(isOfIndex);
  const isWhole =
    Object.keys(start).length === names.length && names.every((name) => typeof start[name]?.['S'] === 'string');
  if (!isWhole) throw validationError('The provided starting key is invalid');
  const plain = Object.fromEntries(names.map((name) => [name, start[name]!['S'] as string]));
  const queried = isOfIndex ? index : tableSchema;
  if (plain[queried.partitionKey] !== partition || !isWithin(plain[queried.sortKey]!, bounds)) {
    throw validationError('The provided starting key is outside query boundaries based on provided conditions');
  }
  return plain;
}
