import {
  type DynamoDBClient,
  type TransactWriteItem,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConditionFailed } from '#adapters/dynamodb/condition-failed.ts';
import {
  absent,
  add,
  all,
  atLeast,
  atMost,
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
import { type Cursor, Table } from '#adapters/dynamodb/table.ts';
import type { Item } from '#adapters/dynamodb/writes.ts';
import { outcomeOf } from './outcome.ts';

export interface Engine {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  close(): Promise<void>;
}

/** What the adapter relies on, held against every engine that it runs on. */
export function tableContract(name: string, open: () => Promise<Engine>): void {
  describe(`table on ${name}`, () => {
    let engine: Engine;
    let table: Table;
    let raw: DynamoDBClient;
    let partition = 0;

    beforeAll(async () => {
      engine = await open();
      raw = engine.client;
      table = new Table(engine, 't1');
    });
    afterAll(() => engine.close());

    /** A partition that no other test touches. */
    const fresh = () => `T#t1#${(partition += 1)}`;
    const put = (Item: Record<string, { S: string } | { N: string }>, rest = {}): TransactWriteItem => ({
      Put: { TableName: engine.tableName, Item, ...rest },
    });
    const transactRaw = (items: TransactWriteItem[], token?: string) =>
      outcomeOf(
        raw.send(new TransactWriteItemsCommand({ TransactItems: items, ...(token && { ClientRequestToken: token }) })),
      );

    describe('single items', () => {
      it('an item comes back as it was put', async () => {
        const item = {
          ...{ pk: fresh(), sk: 'a', text: 'Ünïcödé 😀', empty: '', yes: true, no: false, nothing: null },
          ...{ whole: 42, fraction: -0.1, tiny: 1e-100, huge: 1.5e100, bytes: new Uint8Array([0, 255, 7]) },
          ...{ list: ['a', 1, [null], { deep: true }], map: { 'a.b': { c: [] } }, emptyMap: {} },
        };
        await table.put({ ...item, left: undefined });
        expect(await table.get(item)).toEqual(item);
      });

      it('an absent item is undefined', async () => {
        expect(await table.get({ pk: fresh(), sk: 'a' })).toBeUndefined();
      });

      it('a put replaces the whole item', async () => {
        const key = { pk: fresh(), sk: 'a' };
        await table.put({ ...key, one: 1 });
        await table.put({ ...key, two: 2 });
        expect(await table.get(key)).toEqual({ ...key, two: 2 });
      });

      it('a failed condition names the old item and writes nothing', async () => {
        const old = { pk: fresh(), sk: 'a', version: 1 };
        await table.put(old, absent('pk'));
        const failure = await table.put({ ...old, version: 2 }, absent('pk')).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(ConditionFailed);
        expect(failure).toMatchObject({ index: 0, oldItem: old });
        expect(await table.get(old)).toEqual(old);
      });

      it('a failed condition on an absent item has no old item', async () => {
        const failure = await table.delete({ pk: fresh(), sk: 'a' }, exists('pk')).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(ConditionFailed);
        expect(failure).toMatchObject({ oldItem: undefined });
      });

      it('an update makes, changes and cleans an item and answers it whole', async () => {
        const key = { pk: fresh(), sk: 'a' };
        expect(await table.update(key, [set('name', 'n'), add('count', 2), set('ws', {})])).toEqual({
          ...{ ...key, name: 'n', count: 2, ws: {} },
        });
        const changes = [set(['ws', 'w-1'], 'ADMIN'), add('count', -5), setIfAbsent('name', 'other'), remove('gone')];
        expect(await table.update(key, changes)).toEqual({ ...key, name: 'n', count: -3, ws: { 'w-1': 'ADMIN' } });
        expect(await table.update(key, [remove(['ws', 'w-1']), remove('name')])).toEqual({ ...key, count: -3, ws: {} });
        expect(await table.get(key)).toEqual({ ...key, count: -3, ws: {} });
      });

      it('a delete answers what was there', async () => {
        const item = { pk: fresh(), sk: 'a', n: 1 };
        await table.put(item);
        expect(await table.delete(item, equal('n', 1))).toEqual(item);
        expect(await table.delete(item)).toBeUndefined();
        expect(await table.get(item)).toBeUndefined();
      });

      const held: [string, boolean, Condition][] = [
        ['equal string', true, equal('s', 'b')],
        ['equal number across notations', true, equal('n', 5.0)],
        ['equal of another type', false, equal('n', '5')],
        ['equal null', true, equal('z', null)],
        ['equal bytes', true, equal('b', new Uint8Array([1]))],
        ['different on absent', true, different('nope', 1)],
        ['different on same', false, different('n', 5)],
        ['less string', true, less('s', 'ba')],
        ['less is strict', false, less('n', 5)],
        ['less across types', false, less('n', 'a')],
        ['at most', true, atMost('n', 5)],
        ['greater negative', true, greater('n', -6)],
        ['at least on absent', false, atLeast('nope', 0)],
        ['number order, not text order', true, less('n', 40)],
        ['nested', true, equal(['m', 'k'], true)],
        ['nested in absent', false, exists(['nope', 'k'])],
        ['two attributes', true, lessThanAttribute('n', 'cap')],
        ['two attributes, one absent', false, lessThanAttribute('n', 'nope')],
        ['all', false, all(exists('n'), exists('nope'))],
        ['some', true, some(absent('n'), all(equal('n', 5), exists('s')))],
        ['reserved word as name', true, absent('status')],
      ];
      it.each(held)('condition: %s is %s', async (_name, holds, condition) => {
        const item = { pk: fresh(), sk: 'a', s: 'b', n: 5, z: null, b: new Uint8Array([1]), m: { k: true }, cap: 6 };
        await table.put(item);
        const outcome = await table.update(item, [set('seen', true)], condition).then(
          () => true,
          (error: unknown) => (error instanceof ConditionFailed ? false : error),
        );
        expect(outcome).toBe(holds);
      });
    });

    describe('queries', () => {
      const sks = ['', '0', 'A', 'a', 'a!', 'a/', 'aa', 'ab', 'a~', 'b', 'é', '😀'].map((end) => `s#${end}`);
      const sksOf = (items: readonly Item[]) => items.map(({ sk }) => sk);
      const filled = async (items: readonly Omit<Item, 'pk'>[]) => {
        const pk = fresh();
        await Promise.all(items.map((item) => table.put({ ...item, pk } as Item)));
        return pk;
      };

      it('a partition comes in the byte order of its sort keys, either way', async () => {
        const pk = await filled(sks.map((sk) => ({ sk })));
        await filled([{ sk: 's#foreign' }]);
        const ordered = sks.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(sksOf((await table.query({ pk })).items)).toEqual(ordered);
        expect(sksOf((await table.query({ pk, descending: true })).items)).toEqual(ordered.toReversed());
      });

      it('ranges have the ends they state', async () => {
        const pk = await filled(sks.map((sk) => ({ sk })));
        const found = async (sk: NonNullable<Parameters<Table['query']>[0]['sk']>) =>
          sksOf((await table.query({ pk, sk })).items);
        expect(await found({ beginsWith: 's#a' })).toEqual(['s#a', 's#a!', 's#a/', 's#aa', 's#ab', 's#a~']);
        expect(await found({ from: 's#a', to: 's#aa' })).toEqual(['s#a', 's#a!', 's#a/', 's#aa']);
        expect(await found({ after: 's#ab' })).toEqual(['s#a~', 's#b', 's#é', 's#😀']);
        expect(await found({ before: 's#A' })).toEqual(['s#', 's#0']);
      });

      it.each([1, 3, 5, 100])('pages of %i concatenate to the collection', async (limit) => {
        const pk = await filled(sks.map((sk) => ({ sk })));
        const found: string[] = [];
        let start: Cursor | undefined;
        do {
          const page = await table.query({ pk, limit, ...(start && { start }) });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          found.push(...sksOf(page.items));
          start = page.next;
        } while (start !== undefined);
        expect(found).toEqual(sksOf((await table.query({ pk })).items));
      });

      it('a partition over one megabyte comes whole', async () => {
        const pk = await filled(Array.from({ length: 5 }, (_, i) => ({ sk: `${i}`, fill: 'x'.repeat(300_000) })));
        expect(sksOf((await table.query({ pk })).items)).toEqual(['0', '1', '2', '3', '4']);
      });

      it('the index holds the items with both of its keys and follows their changes', async () => {
        const pk = await filled([{ sk: 'none' }]);
        const gsi1pk = `${pk}#RUNNING`;
        await table.put({ pk, sk: '1', gsi1pk, gsi1sk: 'b', n: 1 });
        await table.put({ pk, sk: '2', gsi1pk, gsi1sk: 'a' });
        await table.put({ pk, sk: '3', gsi1pk });
        const indexed = async (of: string) => sksOf((await table.query({ pk: of, index: 'GSI1' })).items);
        expect(await indexed(gsi1pk)).toEqual(['2', '1']);
        await table.update({ pk, sk: '1' }, [set('gsi1pk', `${pk}#DONE`), set('n', 2)]);
        await table.update({ pk, sk: '2' }, [remove('gsi1sk')]);
        expect(await indexed(gsi1pk)).toEqual([]);
        expect((await table.query({ pk: `${pk}#DONE`, index: 'GSI1' })).items).toMatchObject([{ sk: '1', n: 2 }]);
        await table.delete({ pk, sk: '1' });
        expect(await indexed(`${pk}#DONE`)).toEqual([]);
      });

      it('pages of the index concatenate, equal sort keys included', async () => {
        const gsi1pk = fresh();
        const pk = await filled(
          Array.from({ length: 7 }, (_, i) => ({ sk: `${i}`, gsi1pk, gsi1sk: `${Math.floor(i / 3)}` })),
        );
        const found: string[] = [];
        let start: Cursor | undefined;
        do {
          const page = await table.query({ pk: gsi1pk, index: 'GSI1', limit: 2, ...(start && { start }) });
          found.push(...sksOf(page.items));
          start = page.next;
        } while (start !== undefined);
        expect(found.toSorted()).toEqual(sksOf((await table.query({ pk })).items));
      });
    });

    describe('batch reads', () => {
      it('items come in the order of the keys, absent ones undefined, repeated ones repeated', async () => {
        const pk = fresh();
        await Promise.all(Array.from({ length: 120 }, (_, i) => table.put({ pk, sk: `${i}`, i })));
        const keys = [...Array.from({ length: 130 }, (_, i) => ({ pk, sk: `${129 - i}` })), { pk, sk: '7' }];
        const items = await table.batchGet(keys);
        expect(items.map((item) => item?.['i'])).toEqual([
          ...Array.from({ length: 130 }, (_, i) => (129 - i < 120 ? 129 - i : undefined)),
          7,
        ]);
      });

      it('what one answer cannot hold is asked again', async () => {
        const pk = fresh();
        const keys = Array.from({ length: 50 }, (_, i) => ({ pk, sk: `${i}` }));
        await Promise.all(keys.map((key) => table.put({ ...key, fill: 'x'.repeat(390_000) })));
        expect((await table.batchGet(keys)).map((item) => item?.sk)).toEqual(keys.map(({ sk }) => sk));
      });
    });

    describe('transactions', () => {
      it('all kinds of writes happen together', async () => {
        const pk = fresh();
        await table.put({ pk, sk: 'counter', n: 1 });
        await table.put({ pk, sk: 'old' });
        await table.transact([
          { put: { pk, sk: 'new', gsi1pk: pk, gsi1sk: 'x' }, if: absent('pk') },
          { update: { pk, sk: 'counter' }, changes: [add('n', 1)], if: less('n', 2) },
          { delete: { pk, sk: 'old' } },
          { check: { pk, sk: 'tombstone' }, if: absent('pk') },
        ]);
        expect((await table.query({ pk })).items).toEqual([
          { pk, sk: 'counter', n: 2 },
          { pk, sk: 'new', gsi1pk: pk, gsi1sk: 'x' },
        ]);
        expect((await table.query({ pk, index: 'GSI1' })).items).toHaveLength(1);
      });

      it('one failed condition keeps every write from happening and is named with its old item', async () => {
        const pk = fresh();
        await table.put({ pk, sk: 'there', n: 1 });
        const failure = await table
          .transact([
            { put: { pk, sk: 'new' } },
            { update: { pk, sk: 'there' }, changes: [add('n', 1)], if: equal('n', 7) },
            { check: { pk, sk: 'nope' }, if: exists('pk') },
          ])
          .catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(ConditionFailed);
        expect((failure as ConditionFailed).failures).toEqual([
          { index: 1, oldItem: { pk, sk: 'there', n: 1 } },
          { index: 2, oldItem: undefined },
        ]);
        expect((await table.query({ pk })).items).toEqual([{ pk, sk: 'there', n: 1 }]);
      });

      it('a hundred writes go, a hundred and one do not', async () => {
        const pk = fresh();
        const writes = (count: number) => Array.from({ length: count }, (_, i) => ({ put: { pk, sk: `${i}` } }));
        await table.transact(writes(100));
        expect((await table.query({ pk })).items).toHaveLength(100);
        await expect(table.transact(writes(101))).rejects.toMatchObject({ name: 'ValidationException' });
      });

      it('the old item comes only where it was asked for, reasons stand in the order of the actions', async () => {
        const key = { pk: { S: fresh() }, sk: { S: 'a' } };
        await raw.send(new PutItemCommand({ TableName: engine.tableName, Item: { ...key, n: { N: '1' } } }));
        const ConditionExpression = 'attribute_not_exists(pk)';
        expect(
          await transactRaw([
            put({ ...key, sk: { S: 'b' } }),
            put(key, { ConditionExpression, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
          ]),
        ).toEqual({
          error: 'TransactionCanceledException',
          reasons: [{ code: 'None' }, { code: 'ConditionalCheckFailed', item: { ...key, n: { N: '1' } } }],
        });
        expect(await transactRaw([put(key, { ConditionExpression }), put({ ...key, sk: { S: 'b' } })])).toEqual({
          error: 'TransactionCanceledException',
          reasons: [{ code: 'ConditionalCheckFailed' }, { code: 'None' }],
        });
      });

      it('a wrong key or index type cancels with a validation reason', async () => {
        const pk = { S: fresh() };
        const reasons = [{ code: 'ValidationError' }, { code: 'None' }];
        const good = put({ pk, sk: { S: 'good' } });
        expect(await transactRaw([put({ pk, sk: { N: '1' } }), good])).toMatchObject({ reasons });
        expect(await transactRaw([put({ pk, sk: { S: '1' }, gsi1pk: { N: '1' } }), good])).toMatchObject({ reasons });
        const Key = { pk, sk: { S: 'x' } };
        const ExpressionAttributeValues = { ':v': { S: 'v' } };
        const update = { TableName: engine.tableName, Key, UpdateExpression: 'SET pk = :v', ExpressionAttributeValues };
        expect(await transactRaw([{ Update: update }])).toMatchObject({ reasons: [reasons[0]] });
      });

      it('malformed transactions are refused whole', async () => {
        const key = { pk: { S: fresh() }, sk: { S: 'a' } };
        const TableName = engine.tableName;
        const malformed: TransactWriteItem[][] = [
          [],
          [{}],
          [put(key), { Delete: { TableName, Key: key } }],
          [{ ...put(key), Delete: { TableName, Key: key } }],
          [{ ConditionCheck: { TableName, Key: key, ConditionExpression: undefined } }],
          [put(key, { ConditionExpression: 'what is this' })],
          [put(key, { ConditionExpression: 'attribute_exists(pk)', ExpressionAttributeNames: { '#unused': 'x' } })],
          [put({ ...key, fill: { S: 'é'.repeat(205_000) } })],
          Array.from({ length: 11 }, (_, i) => put({ ...key, sk: { S: `${i}` }, fill: { S: 'x'.repeat(399_000) } })),
        ];
        for (const items of malformed) expect(await transactRaw(items)).toEqual({ error: 'ValidationException' });
        expect(await transactRaw([{ Put: { TableName: 'no-such-table', Item: key } }])).toEqual({
          error: 'ResourceNotFoundException',
        });
        expect(await outcomeOf(raw.send(new GetItemCommand({ TableName, Key: key })))).toEqual({ ok: {} });
      });

      it('a repeated token answers without writing again, with other parameters it is refused', async () => {
        const key = { pk: { S: fresh() }, sk: { S: 'a' } };
        const addOf = (amount: string): TransactWriteItem => ({
          Update: {
            ...{ TableName: engine.tableName, Key: key, UpdateExpression: 'ADD n :v' },
            ExpressionAttributeValues: { ':v': { N: amount } },
          },
        });
        const token = `token-${key.pk.S}`;
        expect(await transactRaw([addOf('1')], token)).toEqual({ ok: {} });
        expect(await transactRaw([addOf('1')], token)).toEqual({ ok: {} });
        expect(await transactRaw([addOf('2')], token)).toEqual({ error: 'IdempotentParameterMismatchException' });
        expect(await transactRaw([addOf('1')], 't'.repeat(37))).toEqual({ error: 'ValidationException' });
        expect(await table.get({ pk: key.pk.S, sk: 'a' })).toMatchObject({ n: 1 });
      });

      it('the token of a failed transaction may be used again', async () => {
        const key = { pk: { S: fresh() }, sk: { S: 'a' } };
        const guarded = [put(key, { ConditionExpression: 'attribute_exists(pk)' })];
        const token = `failed-${key.pk.S}`;
        expect(await transactRaw(guarded, token)).toMatchObject({ error: 'TransactionCanceledException' });
        await raw.send(new PutItemCommand({ TableName: engine.tableName, Item: key }));
        expect(await transactRaw(guarded, token)).toEqual({ ok: {} });
      });

      it('transactional reads answer in order, with projections, and refuse one item twice', async () => {
        const pk = { S: fresh() };
        const TableName = engine.tableName;
        await raw.send(new PutItemCommand({ TableName, Item: { pk, sk: { S: 'a' }, n: { N: '1' } } }));
        const get = (sk: string, rest = {}) => ({ Get: { TableName, Key: { pk, sk: { S: sk } }, ...rest } });
        const read = (...TransactItems: ReturnType<typeof get>[]) =>
          outcomeOf(raw.send(new TransactGetItemsCommand({ TransactItems })));
        expect(await read(get('nope'), get('a', { ProjectionExpression: 'n' }))).toEqual({
          ok: { Responses: [{}, { Item: { n: { N: '1' } } }] },
        });
        expect(await read(get('a'), get('a'))).toEqual({ error: 'ValidationException' });
      });

      it('400 concurrent transfers keep the exact sum and no snapshot is torn', { timeout: 60_000 }, async () => {
        const pk = fresh();
        const accounts = Array.from({ length: 20 }, (_, i) => ({ pk, sk: `${i}` }));
        await Promise.all(accounts.map((key) => table.put({ ...key, amount: 100 })));
        const sums: number[] = [];
        const TransactItems = accounts.map(({ sk }) => ({
          Get: { TableName: engine.tableName, Key: { pk: { S: pk }, sk: { S: sk } } },
        }));
        const transfers = Array.from({ length: 400 }, async (_, i) => {
          const [from, to] = [accounts[(i * 7) % 20], accounts[(i * 11 + 3) % 20]];
          if (from === undefined || to === undefined || from === to) return;
          await table
            .transact([
              { update: from, changes: [add('amount', -((i % 9) + 1))], if: atLeast('amount', (i % 9) + 1) },
              { update: to, changes: [add('amount', (i % 9) + 1)] },
            ])
            .catch((error: unknown) => {
              if (!(error instanceof ConditionFailed)) throw error;
            });
          if (i % 8 > 0) return;
          const { Responses = [] } = await raw.send(new TransactGetItemsCommand({ TransactItems }));
          sums.push(Responses.reduce((sum, { Item }) => sum + Number(Item?.['amount']?.N), 0));
        });
        await Promise.all(transfers);
        expect(sums.length).toBeGreaterThan(30);
        expect(sums.filter((sum) => sum !== 2000)).toEqual([]);
        const { items } = await table.query({ pk });
        expect(items.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(2000);
        expect(items.every(({ amount }) => Number(amount) >= 0)).toBe(true);
      });
    });

    describe('refusals', () => {
      const refused: [string, string, (pk: string, TableName: string) => Promise<unknown>][] = [
        ['an empty key', 'ValidationException', (pk) => table.put({ pk, sk: '' })],
        ['an empty index key', 'ValidationException', (pk) => table.put({ pk, sk: 'a', gsi1pk: '', gsi1sk: 'a' })],
        [
          'an index key set empty',
          'ValidationException',
          (pk, TableName) => updateRaw(TableName, pk, 'SET gsi1sk = :v', { S: '' }),
        ],
        ['an item over 400 KB', 'ValidationException', (pk) => table.put({ pk, sk: 'a', fill: 'é'.repeat(205_000) })],
        ['a number out of range', 'ValidationException', (pk) => table.put({ pk, sk: 'a', n: 1e126 })],
        ['a change of the key', 'ValidationException', (pk) => table.update({ pk, sk: 'a' }, [set('sk', 'b')])],
        ['a path into nothing', 'ValidationException', (pk) => table.update({ pk, sk: 'a' }, [set(['no', 'way'], 1)])],
        [
          'adding to a string',
          'ValidationException',
          (pk, TableName) => updateRaw(TableName, pk, 'ADD n :v', { S: 'x' }),
        ],
        ['an unknown table', 'ResourceNotFoundException', (pk) => getRaw('no-such-table', pk)],
        ['a query without partition', 'ValidationException', (pk, TableName) => queryRaw(TableName, 'sk = :v', pk)],
        ['a query by inequality', 'ValidationException', (pk, TableName) => queryRaw(TableName, 'pk > :v', pk)],
        ['a page of nothing', 'ValidationException', (pk) => table.query({ pk, limit: 0 })],
      ];
      const updateRaw = (TableName: string, pk: string, UpdateExpression: string, value: { S: string }) =>
        raw.send(
          new UpdateItemCommand({
            ...{ TableName, Key: { pk: { S: pk }, sk: { S: 'a' } }, UpdateExpression },
            ExpressionAttributeValues: { ':v': value },
          }),
        );
      const getRaw = (TableName: string, pk: string) =>
        raw.send(new GetItemCommand({ TableName, Key: { pk: { S: pk }, sk: { S: 'a' } } }));
      const queryRaw = (TableName: string, KeyConditionExpression: string, pk: string) =>
        raw.send(
          new QueryCommand({ TableName, KeyConditionExpression, ExpressionAttributeValues: { ':v': { S: pk } } }),
        );
      it.each(refused)('%s is a %s', async (_what, error, attempt) => {
        expect(await outcomeOf(attempt(fresh(), engine.tableName))).toEqual({ error });
      });
    });
  });
}
