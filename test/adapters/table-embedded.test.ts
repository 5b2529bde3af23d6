import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTable } from '../../local/table/open-table.ts';
import { tableContract } from './table-contract.ts';

tableContract('the embedded engine in memory', () => openTable());

tableContract('the embedded engine on disk', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'table-'));
  const table = await openTable({ directory });
  return {
    client: table.client,
    tableName: table.tableName,
    async close() {
      await table.close();
      await rm(directory, { recursive: true });
    },
  };
});
