/**
 * A process to be killed: writes transactions into the table at the given folder and prints the number of each one
 * only after it was acknowledged.
 */
import { connectTable } from '#adapters/dynamodb/table.ts';
import { openTable } from '../../local/table/open-table.ts';

const [directory = ''] = process.argv.slice(2);
const embedded = await openTable({ directory });
const table = connectTable(embedded)('t1');
for (let n = 0; ; n += 1) {
  const index = { gsi1pk: 'T#t1#G', gsi1sk: String(n).padStart(8, '0') };
  await table.transact([{ put: { pk: 'T#t1', sk: `A#${n}`, n, ...index } }, { put: { pk: 'T#t1', sk: `B#${n}`, n } }]);
  process.stdout.write(`${n}\n`);
}
