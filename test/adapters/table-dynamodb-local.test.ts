import { describe, it } from 'vitest';
import { missingDynamodbLocal, startDynamodbLocal } from '../support/dynamodb-local.ts';
import { tableContract } from './table-contract.ts';

const missing = missingDynamodbLocal();
if (missing === undefined) {
  tableContract('DynamoDB Local', startDynamodbLocal);
} else {
  console.warn(`SKIPPED: the table contract on the official DynamoDB Local, because ${missing}.`);
  describe('table on DynamoDB Local', () => {
    it.skip(`skipped because ${missing}`, () => undefined);
  });
}
