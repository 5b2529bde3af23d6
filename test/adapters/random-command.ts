import {
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import * as fc from 'fast-check';
import {
  absent,
  add,
  all,
  atLeast,
  atMost,
  type Change,
  type Condition,
  different,
  equal,
  exists,
  greater,
  less,
  lessThanAttribute,
  remove,
  set,
  setIfAbsent,
  some,
} from '#adapters/dynamodb/expressions.ts';
import {
  deleteInput,
  type Item,
  keyOf,
  putInput,
  transactItem,
  updateInput,
  type Write,
} from '#adapters/dynamodb/writes.ts';

export interface RandomCommand {
  readonly name: string;
  readonly input: object;
  readonly to: (client: DynamoDBClient) => Promise<unknown>;
}

/** Few keys and few values, so that commands meet one another. */
const key = fc.record({ pk: fc.constantFrom('P#1', 'P#2'), sk: fc.constantFrom('a', 'a#', 'ab', 'b', 'é') });
const text = fc.constantFrom('', 'a', 'ab', 'b', 'é', '😀');
const number = fc.constantFrom(-10, -1, 0, 0.5, 1, 2, 10, 1e21, 1e-9);
const bytes = fc.constantFrom(new Uint8Array([]), new Uint8Array([0]), new Uint8Array([0, 200]), new Uint8Array([9]));
const scalar = fc.oneof(text, number, bytes, fc.boolean(), fc.constant(null));
const indexKey = fc.constantFrom('G#1', 'G#2');

const item: fc.Arbitrary<Item> = fc
  .record(
    {
      n: number,
      n2: number,
      s: text,
      any: scalar,
      list: fc.array(scalar, { maxLength: 3 }),
      m: fc.dictionary(fc.constantFrom('x', 'y'), scalar, { noNullPrototype: true }),
      gsi1pk: indexKey,
      gsi1sk: fc.constantFrom('1', '2', '10'),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .chain((attributes) => key.map((chosen) => ({ ...attributes, ...chosen })));

const path = fc.constantFrom<string | string[]>(
  'pk',
  'n',
  'n2',
  's',
  'any',
  'gsi1pk',
  'nope',
  ['m', 'x'],
  ['m', 'y'],
  ['nope', 'x'],
);
const comparison = fc
  .tuple(fc.constantFrom(equal, different, less, atMost, greater, atLeast), path, scalar)
  // DynamoDB has no order of booleans and nulls, and refuses to be asked for one.
  .filter(([by, , value]) => by === equal || by === different || !(value === null || typeof value === 'boolean'))
  .map(([by, of, value]) => by(of, value));
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    path.map(exists),
    path.map(absent),
    comparison,
    fc
      .tuple(path, path)
      .filter(([a, b]) => a !== b)
      .map(([a, b]) => lessThanAttribute(a, b)),
    fc.tuple(tie('condition'), tie('condition')).map((both) => all(...both)),
    fc.tuple(tie('condition'), tie('condition')).map((both) => some(...both)),
  ),
}));
const maybeCondition = fc.option(condition, { nil: undefined, freq: 2 });

/** Changes that fit every item; one per attribute, since DynamoDB refuses overlapping paths. */
const safeChanges: fc.Arbitrary<readonly Change[]> = fc
  .record(
    {
      n: number.map((value) => add('n', value)),
      n2: number.map((value) => setIfAbsent('n2', value)),
      s: fc.oneof(
        text.map((value) => set('s', value)),
        fc.constant(remove('s')),
      ),
      any: scalar.map((value) => set('any', value)),
      gsi1pk: fc.oneof(
        indexKey.map((value) => set('gsi1pk', value)),
        fc.constant(remove('gsi1pk')),
      ),
    },
    { requiredKeys: ['n2'] },
  )
  .map((changes) => Object.values(changes).filter((change) => change !== undefined));
/** Changes that fit some items and fail on others. */
const daringChanges: fc.Arbitrary<readonly Change[]> = fc.oneof(
  number.map((value) => [add('any', value)]),
  scalar.map((value) => [set(['m', 'x'], value)]),
  scalar.map((value) => [set(['nope', 'x'], value)]),
  fc.constant([remove(['m', 'y'])]),
);

const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ put: item, if: maybeCondition }),
  fc.record({ update: key, changes: safeChanges, if: maybeCondition }),
  fc.record({ delete: key, if: maybeCondition }),
  fc.record({ check: key, if: condition }),
);

/** Actions on one item twice are left to the contract: DynamoDB Local looks at conditions first, DynamoDB does not. */
function nameOf(of: Write): string {
  const { pk, sk } = 'put' in of ? of.put : 'update' in of ? of.update : 'delete' in of ? of.delete : of.check;
  return `${pk} ${sk}`;
}

const range = fc.oneof(
  fc.constant(''),
  fc.constantFrom('= :sk', '< :sk', '<= :sk', '> :sk', '>= :sk', 'begins_with', 'BETWEEN :sk AND :to'),
);

export function command(tableName: string): fc.Arbitrary<RandomCommand> {
  const single = fc.oneof(
    fc
      .tuple(item, maybeCondition, fc.constantFrom('NONE' as const, 'ALL_OLD' as const))
      .map(([put, guard, ReturnValues]) => {
        const input = { ...putInput(tableName, put, guard), ReturnValues };
        return { name: 'put', input, to: (client: DynamoDBClient) => client.send(new PutItemCommand(input)) };
      }),
    fc
      .tuple(
        ...([key, fc.oneof({ weight: 3, arbitrary: safeChanges }, { weight: 1, arbitrary: daringChanges })] as const),
        maybeCondition,
        fc.constantFrom('NONE' as const, 'ALL_OLD' as const, 'ALL_NEW' as const, 'UPDATED_NEW' as const),
      )
      .map(([of, changes, guard, ReturnValues]) => {
        const input = { ...updateInput(tableName, of, changes, guard), ReturnValues };
        return { name: 'update', input, to: (client: DynamoDBClient) => client.send(new UpdateItemCommand(input)) };
      }),
    fc.tuple(key, maybeCondition).map(([of, guard]) => {
      const input = { ...deleteInput(tableName, of, guard), ReturnValues: 'ALL_OLD' as const };
      return { name: 'delete', input, to: (client: DynamoDBClient) => client.send(new DeleteItemCommand(input)) };
    }),
    key.map((of) => {
      const input = { TableName: tableName, Key: keyOf(of), ConsistentRead: true };
      return { name: 'get', input, to: (client: DynamoDBClient) => client.send(new GetItemCommand(input)) };
    }),
  );
  return fc.oneof(
    { weight: 5, arbitrary: single },
    { weight: 3, arbitrary: transactWrite(tableName) },
    { weight: 1, arbitrary: transactGet(tableName) },
    { weight: 2, arbitrary: query(tableName) },
  );
}

function transactWrite(tableName: string): fc.Arbitrary<RandomCommand> {
  return fc.uniqueArray(write, { minLength: 1, maxLength: 4, selector: nameOf }).map((writes) => {
    const input = { TransactItems: writes.map((each) => transactItem(tableName, each)) };
    return { name: 'transactWrite', input, to: (client) => client.send(new TransactWriteItemsCommand(input)) };
  });
}

function transactGet(tableName: string): fc.Arbitrary<RandomCommand> {
  return fc.uniqueArray(key, { minLength: 1, maxLength: 3, selector: JSON.stringify }).map((keys) => {
    const input = { TransactItems: keys.map((of) => ({ Get: { TableName: tableName, Key: keyOf(of) } })) };
    return { name: 'transactGet', input, to: (client) => client.send(new TransactGetItemsCommand(input)) };
  });
}

function query(tableName: string): fc.Arbitrary<RandomCommand> {
  return fc
    .record({ pk: fc.constantFrom('P#1', 'P#2', 'P#3'), range, sk: key.map(({ sk }) => sk), descending: fc.boolean() })
    .chain((chosen) =>
      fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }).map((Limit) => ({ ...chosen, Limit })),
    )
    .map(({ pk, range: by, sk, descending, Limit }) => {
      const and = by === 'begins_with' ? ' AND begins_with(sk, :sk)' : by === '' ? '' : ` AND sk ${by}`;
      const input = {
        TableName: tableName,
        KeyConditionExpression: `pk = :pk${and}`,
        ExpressionAttributeValues: {
          ':pk': { S: pk },
          ...(by !== '' && { ':sk': { S: sk } }),
          ...(by.includes(':to') && { ':to': { S: 'é' } }),
        },
        ScanIndexForward: !descending,
        ConsistentRead: true,
        ...(Limit !== undefined && { Limit }),
      };
      return { name: 'query', input, to: (client) => client.send(new QueryCommand(input)) };
    });
}
