import { missingDynamodbLocal, startDynamodbLocal } from '#test/dynamodb-local.ts';
import { type Cost, openCountedService } from './counted-service.ts';
import { walkApi } from './walk.ts';

/**
 * The cost of each endpoint in a process that knows the token, with table units from DynamoDB Local. Empty, with a
 * warning, if DynamoDB Local is not installed.
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
