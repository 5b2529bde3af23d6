import { openTable } from '../local/table/open-table.ts';
import { openCountedService } from './api/counted-service.ts';
import { walkApi } from './api/walk.ts';
import type { Figure } from './main.ts';
import { atMost } from './measure.ts';

/** Those that start a workflow, after the transaction that says so. */
const starters = new Set(['generateValidationCases', 'publishFeatureSpec', 'retryBuild', 'deleteProject']);

/** Calls of AWS that wait for one another, for every endpoint: in a process that knows the token, and as the first request of one. */
export const run = async (): Promise<Figure[]> => {
  const table = await openTable();
  const service = await openCountedService(table);
  const warm = await walkApi(service, false);
  const cold = await walkApi(service, true);
  await service.close();
  await table.close();
  return [...warm].flatMap(([operationId, { roundTrips }]) => {
    const more = starters.has(operationId) ? 1 : 0;
    return [
      atMost(`${operationId}, warm`, roundTrips, 2 + more, 'RT'),
      atMost(`${operationId}, cold`, cold.get(operationId)!.roundTrips, 3 + more, 'RT'),
    ];
  });
};
