import { GetItemCommand, QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import { outcomeOf } from './outcome.ts';
import type { Subject } from './table-contract.ts';

/** What every engine refuses, by the name of the error. */
export function refusalContract(subject: Subject): void {
  describe('refusals', () => {
    const refused: [string, string, (pk: string, TableName: string) => Promise<unknown>][] = [
      ['an empty key', 'ValidationException', (pk) => subject.table().put({ pk, sk: '' })],
      [
        'an empty index key',
        'ValidationException',
        (pk) => subject.table().put({ pk, sk: 'a', gsi1pk: '', gsi1sk: 'a' }),
      ],
      [
        'an index key set empty',
        'ValidationException',
        (pk, TableName) => updateRaw(TableName, pk, 'SET gsi1sk = :v', { S: '' }),
      ],
      [
        'an item over 400 KB',
        'ValidationException',
        (pk) => subject.table().put({ pk, sk: 'a', fill: 'é'.repeat(205_000) }),
      ],
      ['a number out of range', 'ValidationException', (pk) => subject.table().put({ pk, sk: 'a', n: 1e126 })],
      ['a change of the key', 'ValidationException', (pk) => subject.table().update({ pk, sk: 'a' }, [set('sk', 'b')])],
      [
        'a path into nothing',
        'ValidationException',
        (pk) => subject.table().update({ pk, sk: 'a' }, [set(['no', 'way'], 1)]),
      ],
      [
        'adding to a string',
        'ValidationException',
        (pk, TableName) => updateRaw(TableName, pk, 'ADD n :v', { S: 'x' }),
      ],
      ['an unknown table', 'ResourceNotFoundException', (pk) => getRaw('no-such-table', pk)],
      ['a query without partition', 'ValidationException', (pk, TableName) => queryRaw(TableName, 'sk = :v', pk)],
      ['a query by inequality', 'ValidationException', (pk, TableName) => queryRaw(TableName, 'pk > :v', pk)],
      ['a page of nothing', 'ValidationException', (pk) => subject.table().query({ pk, limit: 0 })],
    ];
    const updateRaw = (TableName: string, pk: string, UpdateExpression: string, value: { S: string }) =>
      subject.client().send(
        new UpdateItemCommand({
          TableName,
          Key: { pk: { S: pk }, sk: { S: 'a' } },
          UpdateExpression,
          ExpressionAttributeValues: { ':v': value },
        }),
      );
    const getRaw = (TableName: string, pk: string) =>
      subject.client().send(new GetItemCommand({ TableName, Key: { pk: { S: pk }, sk: { S: 'a' } } }));
    const queryRaw = (TableName: string, KeyConditionExpression: string, pk: string) =>
      subject
        .client()
        .send(new QueryCommand({ TableName, KeyConditionExpression, ExpressionAttributeValues: { ':v': { S: pk } } }));
    it.each(refused)('%s is a %s', async (_what, error, attempt) => {
      expect(await outcomeOf(attempt(subject.partition(), subject.tableName()))).toEqual({ error });
    });
  });
}
