import { missingDynamodbLocal, startDynamodbLocal } from '../../test/support/dynamodb-local.ts';
import { type Cost, openCountedService } from './counted-service.ts';
import { walkApi } from './walk.ts';

/**
 * Every endpoint's cost in a process that knows the token, with the units that AWS's own engine tells; nothing where it
 * is not there, said aloud.
 */
export const costsWithUnits = async (bench: string): Promise<Map<string, Cost>> => {
  const missing = missingDynamodbLocal();
  if (missing !== undefined) {
    console.warn(`SKIPPED: ${bench}: ${missing}`);
    return new Map();
  }
  const store = await startDynamodbLocal();
  const service = await openCountedService(store, { units: true });
  const costs = await walkApi(service, false);
  await service.close();
  await store.close();
  return costs;
};
