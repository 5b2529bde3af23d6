import {
  GetItemCommand,
  PutItemCommand,
  TransactGetItemsCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { ConditionFailed } from '#adapters/dynamodb/condition-failed.ts';
import { absent, add, atLeast, equal, exists, less } from '#adapters/dynamodb/expressions.ts';
import { outcomeOf } from './outcome.ts';
import type { Subject } from './table-contract.ts';

/** Transactions: all or nothing, reasons, tokens, snapshots. */
export function transactionContract(subject: Subject): void {
  const put = (Item: Record<string, { S: string } | { N: string }>, rest = {}): TransactWriteItem => ({
    Put: { TableName: subject.tableName(), Item, ...rest },
  });
  const transactRaw = (items: TransactWriteItem[], token?: string) =>
    outcomeOf(
      subject
        .client()
        .send(new TransactWriteItemsCommand({ TransactItems: items, ...(token && { ClientRequestToken: token }) })),
    );

  describe('transactions', () => {
    it('all kinds of writes happen together', async () => {
      const pk = subject.partition();
      await subject.table().put({ pk, sk: 'counter', n: 1 });
      await subject.table().put({ pk, sk: 'old' });
      await subject
        .table()
        .transact([
          { put: { pk, sk: 'new', gsi1pk: pk, gsi1sk: 'x' }, if: absent('pk') },
          { update: { pk, sk: 'counter' }, changes: [add('n', 1)], if: less('n', 2) },
          { delete: { pk, sk: 'old' } },
          { check: { pk, sk: 'tombstone' }, if: absent('pk') },
        ]);
      expect((await subject.table().query({ pk })).items).toEqual([
        { pk, sk: 'counter', n: 2 },
        { pk, sk: 'new', gsi1pk: pk, gsi1sk: 'x' },
      ]);
      expect((await subject.table().query({ pk, index: 'GSI1' })).items).toHaveLength(1);
    });

    it('one failed condition keeps every write from happening and is named with its old item', async () => {
      const pk = subject.partition();
      await subject.table().put({ pk, sk: 'there', n: 1 });
      const failure = await subject
        .table()
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
      expect((await subject.table().query({ pk })).items).toEqual([{ pk, sk: 'there', n: 1 }]);
    });

    it('a hundred writes go, a hundred and one do not', async () => {
      const pk = subject.partition();
      const writes = (count: number) => Array.from({ length: count }, (_, i) => ({ put: { pk, sk: `${i}` } }));
      await subject.table().transact(writes(100));
      expect((await subject.table().query({ pk })).items).toHaveLength(100);
      await expect(subject.table().transact(writes(101))).rejects.toMatchObject({ name: 'ValidationException' });
    });

    it('the old item comes only where it was asked for, reasons stand in the order of the actions', async () => {
      const key = { pk: { S: subject.partition() }, sk: { S: 'a' } };
      await subject
        .client()
        .send(new PutItemCommand({ TableName: subject.tableName(), Item: { ...key, n: { N: '1' } } }));
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
      const pk = { S: subject.partition() };
      const reasons = [{ code: 'ValidationError' }, { code: 'None' }];
      const good = put({ pk, sk: { S: 'good' } });
      expect(await transactRaw([put({ pk, sk: { N: '1' } }), good])).toMatchObject({ reasons });
      expect(await transactRaw([put({ pk, sk: { S: '1' }, gsi1pk: { N: '1' } }), good])).toMatchObject({ reasons });
      const Key = { pk, sk: { S: 'x' } };
      const ExpressionAttributeValues = { ':v': { S: 'v' } };
      const update = {
        TableName: subject.tableName(),
        Key,
        UpdateExpression: 'SET pk = :v',
        ExpressionAttributeValues,
      };
      expect(await transactRaw([{ Update: update }])).toMatchObject({ reasons: [reasons[0]] });
    });

    it('malformed transactions are refused whole', async () => {
      const key = { pk: { S: subject.partition() }, sk: { S: 'a' } };
      const TableName = subject.tableName();
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
      expect(await outcomeOf(subject.client().send(new GetItemCommand({ TableName, Key: key })))).toEqual({ ok: {} });
    });

    it('a repeated token answers without writing again, with other parameters it is refused', async () => {
      const key = { pk: { S: subject.partition() }, sk: { S: 'a' } };
      const addOf = (amount: string): TransactWriteItem => ({
        Update: {
          TableName: subject.tableName(),
          Key: key,
          UpdateExpression: 'ADD n :v',
          ExpressionAttributeValues: { ':v': { N: amount } },
        },
      });
      const token = `token-${key.pk.S}`;
      expect(await transactRaw([addOf('1')], token)).toEqual({ ok: {} });
      expect(await transactRaw([addOf('1')], token)).toEqual({ ok: {} });
      expect(await transactRaw([addOf('2')], token)).toEqual({ error: 'IdempotentParameterMismatchException' });
      expect(await transactRaw([addOf('1')], 't'.repeat(37))).toEqual({ error: 'ValidationException' });
      expect(await subject.table().get({ pk: key.pk.S, sk: 'a' })).toMatchObject({ n: 1 });
    });

    it('the token of a failed transaction may be used again', async () => {
      const key = { pk: { S: subject.partition() }, sk: { S: 'a' } };
      const guarded = [put(key, { ConditionExpression: 'attribute_exists(pk)' })];
      const token = `failed-${key.pk.S}`;
      expect(await transactRaw(guarded, token)).toMatchObject({ error: 'TransactionCanceledException' });
      await subject.client().send(new PutItemCommand({ TableName: subject.tableName(), Item: key }));
      expect(await transactRaw(guarded, token)).toEqual({ ok: {} });
    });

    it('transactional reads answer in order, with projections, and refuse one item twice', async () => {
      const pk = { S: subject.partition() };
      const TableName = subject.tableName();
      await subject.client().send(new PutItemCommand({ TableName, Item: { pk, sk: { S: 'a' }, n: { N: '1' } } }));
      const get = (sk: string, rest = {}) => ({ Get: { TableName, Key: { pk, sk: { S: sk } }, ...rest } });
      const read = (...TransactItems: ReturnType<typeof get>[]) =>
        outcomeOf(subject.client().send(new TransactGetItemsCommand({ TransactItems })));
      expect(await read(get('nope'), get('a', { ProjectionExpression: 'n' }))).toEqual({
        ok: { Responses: [{}, { Item: { n: { N: '1' } } }] },
      });
      expect(await read(get('a'), get('a'))).toEqual({ error: 'ValidationException' });
    });

    it('400 concurrent transfers keep the exact sum and no snapshot is torn', { timeout: 60_000 }, async () => {
      const pk = subject.partition();
      const accounts = Array.from({ length: 20 }, (_, i) => ({ pk, sk: `${i}` }));
      await Promise.all(accounts.map((key) => subject.table().put({ ...key, amount: 100 })));
      const sums: number[] = [];
      const TransactItems = accounts.map(({ sk }) => ({
        Get: { TableName: subject.tableName(), Key: { pk: { S: pk }, sk: { S: sk } } },
      }));
      const transfers = Array.from({ length: 400 }, async (_, i) => {
        const [from, to] = [accounts[(i * 7) % 20], accounts[(i * 11 + 3) % 20]];
        if (from === undefined || to === undefined || from === to) return;
        await subject
          .table()
          .transact([
            { update: from, changes: [add('amount', -((i % 9) + 1))], if: atLeast('amount', (i % 9) + 1) },
            { update: to, changes: [add('amount', (i % 9) + 1)] },
          ])
          .catch((error: unknown) => {
            if (!(error instanceof ConditionFailed)) throw error;
          });
        if (i % 8 > 0) return;
        const { Responses = [] } = await subject.client().send(new TransactGetItemsCommand({ TransactItems }));
        sums.push(Responses.reduce((sum, { Item }) => sum + Number(Item?.['amount']?.N), 0));
      });
      await Promise.all(transfers);
      expect(sums.length).toBeGreaterThan(30);
      expect(sums.filter((sum) => sum !== 2000)).toEqual([]);
      const { items } = await subject.table().query({ pk });
      expect(items.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(2000);
      expect(items.every(({ amount }) => Number(amount) >= 0)).toBe(true);
    });
  });
}
