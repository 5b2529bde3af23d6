import { createDynamoClient } from '#adapters/dynamodb/client.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';

let opened: Tables | undefined;

/** The table named by TABLE_NAME; one client per sandbox. */
export const tables: Tables = (tenantId) => {
  opened ??= connect();
  return opened(tenantId);
};

const connect = (): Tables => {
  const tableName = process.env['TABLE_NAME'];
  if (!tableName) throw new Error('TABLE_NAME is not set.');
  return connectTable({ client: createDynamoClient(), tableName });
};
