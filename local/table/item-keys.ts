import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import type { WireItem } from './attribute-values.ts';
import { ServiceError, validationError } from './service-error.ts';

/** The only table name that the embedded engine answers to. */
export const embeddedTableName = 'service';

const { index, partitionKey, sortKey } = tableSchema;
/** Bytes of a key attribute, as DynamoDB limits them. */
const longest = { [partitionKey]: 2048, [sortKey]: 1024, [index.partitionKey]: 2048, [index.sortKey]: 1024 };

/** What DescribeTable answers. */
export const description = {
  TableName: embeddedTableName,
  TableStatus: 'ACTIVE',
  AttributeDefinitions: Object.keys(longest).map((name) => ({ AttributeName: name, AttributeType: 'S' })),
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

export interface PlainKey {
  readonly pk: string;
  readonly sk: string;
}

/** Throws ResourceNotFoundException for any other table. */
export function checkTable(name: unknown): void {
  if (typeof name !== 'string') throw validationError('TableName must be a string');
  if (name !== embeddedTableName) {
    throw new ServiceError('ResourceNotFoundException', 'Requested resource not found');
  }
}

/** The key attributes of an item, in the order of the schema. */
export function keyOf(item: WireItem): WireItem {
  return Object.fromEntries([partitionKey, sortKey].flatMap((name) => (item[name] ? [[name, item[name]]] : [])));
}

export function plainKey(key: WireItem): PlainKey {
  return { pk: String(key[partitionKey]?.['S']), sk: String(key[sortKey]?.['S']) };
}

/** Why this is not a whole key and nothing else. */
export function refusalOfKey(key: WireItem): ServiceError | undefined {
  if (Object.keys(key).length !== 2) return validationError('The provided key element does not match the schema');
  return refusalOfAttributes(key, [partitionKey, sortKey], true);
}

/** Why the table or its index cannot hold the item: a key attribute of another type, empty or too long. */
export function refusalOfItem(item: WireItem): ServiceError | undefined {
  return (
    refusalOfAttributes(item, [partitionKey, sortKey], true) ??
    refusalOfAttributes(item, [index.partitionKey, index.sortKey], false)
  );
}

function refusalOfAttributes(
  item: WireItem,
  names: readonly (keyof typeof longest)[],
  isRequired: boolean,
): ServiceError | undefined {
  for (const name of names) {
    const held = item[name]?.['S'];
    if (item[name] === undefined && !isRequired) continue;
    if (typeof held !== 'string') return validationError(`The key attribute ${name} must be a string`);
    if (held === '') return validationError(`The key attribute ${name} must not be empty`);
    if (Buffer.byteLength(held) > longest[name]!) {
      return validationError(`The key attribute ${name} has more than ${longest[name]} bytes`);
    }
  }
  return undefined;
}

/** Whether a write may not change the attribute. */
export function isKeyAttribute(name: string): boolean {
  return name === partitionKey || name === sortKey;
}
