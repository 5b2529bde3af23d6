import { expect, test } from 'vitest';
import { openCountedService } from '../../../bench/api/counted-service.ts';
import { priceOfGets } from '../../../bench/api/price-of-gets.ts';
import { walkApi } from '../../../bench/api/walk.ts';
import { openTable } from '../../../local/table/open-table.ts';

test('a million GETs cost at most $2.50; `npm run bench -- cost` shows the parts', async () => {
  const table = await openTable();
  const service = await openCountedService(table);
  const { mean, parts, makers } = priceOfGets(await walkApi(service, false));
  await service.close();
  await table.close();
  console.log(`a million GETs: $${mean.toFixed(2)}`, parts);
  expect(mean).toBeLessThanOrEqual(2.5);
  // Each request reads the token, the user and the plan at least; nothing is written for a read.
  expect(parts['reads of the table']).toBeGreaterThan(3 * 0.125);
  expect(parts['writes of the table']).toBe(0);
  expect(makers.map(({ operationId }) => operationId).toSorted()).toEqual(['getResultLog', 'getRunAttestation']);
});
