import {
  BatchGetItemCommand,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import { connectTable, type Table } from '#adapters/dynamodb/table.ts';
import { onBehalfOf, TenantFirewallError } from '#adapters/dynamodb/tenant-firewall.ts';
import { openTable } from '../../local/table/open-table.ts';

const TableName = 'service';
const own = { pk: 'T#t1', sk: 'a' };
const foreign = ['T#t2', 'T#t2#P#1', 'T#t11', 'T#t', 'T#', 't1', '', 'OTHER#1', 'XPAT#1', 'pat#1'];

describe('the tenant firewall', () => {
  let client: DynamoDBClient;
  let sent: number;
  let table: Table;
  let tableOf: (tenantId: string | null) => Table;

  beforeEach(async () => {
    const embedded = await openTable();
    ({ client } = embedded);
    tableOf = connectTable(embedded);
    table = tableOf('t1');
    sent = 0;
    client.middlewareStack.add(
      (next) => async (args) => {
        sent += 1;
        return next(args);
      },
      { step: 'finalizeRequest', name: 'count' },
    );
  });

  it.each(foreign)('no operation reaches the key "%s"', async (pk) => {
    const key = { pk, sk: 'a' };
    const attempts = [
      () => table.get(key),
      () => table.batchGet([own, key]),
      () => table.query({ pk }),
      () => table.query({ pk, index: 'GSI1' }),
      () => table.put(key),
      () => table.put({ ...own, gsi1pk: pk, gsi1sk: 'x' }),
      () => table.update(key, [set('n', 1)]),
      () => table.update(own, [set('note', 'T#t1'), set('gsi1pk', pk)]),
      () => table.delete(key),
      () => table.transact([{ put: own }, { put: key }]),
      () => table.transact([{ put: own }, { update: key, changes: [set('n', 1)] }]),
      () => table.transact([{ update: own, changes: [set('gsi1pk', pk)] }]),
      () => table.transact([{ put: own }, { delete: key }]),
      () => table.transact([{ put: own }, { check: key, if: { condition: () => 'attribute_exists(pk)' } }]),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow(TenantFirewallError);
    expect(sent).toBe(0);
  });

  it.each(['T#t1', 'T#t1#P#1', 'PAT#x', 'EMAIL#x', 'INV#x', 'STRIPE#EVT#x'])('the key "%s" is in reach', async (pk) => {
    const item = { pk, sk: 'a', gsi1pk: pk, gsi1sk: 'x' };
    await table.put(item);
    await table.update(item, [set('gsi1pk', pk), set('sk2', 'T#t2')]);
    await table.transact([{ update: item, changes: [set('gsi1sk', 'y')] }]);
    expect(await table.get(item)).toMatchObject({ gsi1sk: 'y' });
    expect((await table.query({ pk, index: 'GSI1' })).items).toHaveLength(1);
    expect(await table.batchGet([item])).toHaveLength(1);
    await table.delete(item);
  });

  it('without a tenant only the global families are in reach', async () => {
    expect(await tableOf(null).get({ pk: 'PAT#x', sk: 'A' })).toBeUndefined();
    for (const tenantId of [null, ''] as const) {
      for (const pk of ['T#t1', 'T#', 'T#null', 'T##x']) {
        await expect(tableOf(tenantId).get({ pk, sk: 'A' })).rejects.toThrow(TenantFirewallError);
      }
    }
  });

  it('a command that states no tenant does not leave', async () => {
    const Key = { pk: { S: 'T#t1' }, sk: { S: 'a' } };
    await expect(client.send(new GetItemCommand({ TableName, Key }))).rejects.toThrow('states no tenant');
    expect(sent).toBe(0);
  });

  it('what it cannot read does not leave', async () => {
    const Key = { pk: { S: 'T#t1' }, sk: { S: 'a' } };
    const values = { ':p': { S: 'T#t1' }, ':o': { S: 'T#t2' } };
    const names = { '#p': 'pk', '#g': 'gsi1pk', '#x': 'sk' };
    const query = (KeyConditionExpression: string) =>
      new QueryCommand(
        onBehalfOf('t1', {
          TableName,
          KeyConditionExpression,
          ExpressionAttributeValues: values,
          ExpressionAttributeNames: names,
        }),
      );
    const update = (UpdateExpression: string) =>
      new UpdateItemCommand(
        onBehalfOf('t1', {
          TableName,
          Key,
          UpdateExpression,
          ExpressionAttributeValues: values,
          ExpressionAttributeNames: names,
        }),
      );
    const binary = { pk: { B: new Uint8Array([1]) }, sk: { S: 'a' } };
    const unreadable = [
      new ScanCommand(onBehalfOf('t1', { TableName })),
      query('pk = :p'),
      query('#x = :p AND #p = :o'),
      query('#p = :missing'),
      query('#p BETWEEN :p AND :o'),
      update('SET gsi1pk = :o'),
      update('SET #g=:o'),
      update('SET #g = if_not_exists(#g, :o)'),
      update('SET #x = :p, #g = #x'),
      new PutItemCommand(onBehalfOf('t1', { TableName, Item: binary })),
      new DeleteItemCommand(onBehalfOf('t1', { TableName, Key: {} })),
      new PutItemCommand(onBehalfOf('t1', { TableName, Item: { ...Key, gsi1pk: { N: '1' } } })),
      new BatchGetItemCommand(onBehalfOf('t1', { RequestItems: { a: { Keys: [Key] }, b: { Keys: [binary] } } })),
      new TransactGetItemsCommand(onBehalfOf('t1', { TransactItems: [{ Get: { TableName, Key: binary } }] })),
      new TransactWriteItemsCommand(onBehalfOf('t1', { TransactItems: [{ Put: { TableName, Item: {} } }] })),
    ];
    for (const command of unreadable) {
      await expect(client.send(command as GetItemCommand)).rejects.toThrow(TenantFirewallError);
    }
    expect(sent).toBe(0);
  });
});
