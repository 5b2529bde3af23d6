import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openTable } from '../../local/table/open-table.ts';
import { missingDynamodbLocal, startDynamodbLocal } from '../support/dynamodb-local.ts';
import { command } from './random-command.ts';
import { outcomeOf } from './outcome.ts';
import { tableContract } from './table-contract.ts';

const missing = missingDynamodbLocal();
if (missing === undefined) await compareWithDynamodbLocal();
else {
  console.warn(`SKIPPED: the table contract on the official DynamoDB Local, because ${missing}.`);
  describe('table on DynamoDB Local', () => {
    it.skip(`skipped because ${missing}`, () => undefined);
  });
}

async function compareWithDynamodbLocal() {
  const official = await startDynamodbLocal();
  afterAll(() => official.close());
  const { client, tableName } = official;
  tableContract('DynamoDB Local', async () => ({ client, tableName, close: async () => undefined }));

  describe('the embedded engine', () => {
    it('answers 500 random commands as DynamoDB Local does', async () => {
      const embedded = await openTable();
      const outcomes = new Map<string, number>();
      for (const send of fc.sample(command(tableName), { seed: 11, numRuns: 500 })) {
        const answers = await Promise.all([outcomeOf(send.to(embedded.client)), outcomeOf(send.to(client))]);
        const [ours, theirs] = answers.map(plain);
        expect({ send: send.input, ...ours }).toEqual({ send: send.input, ...theirs });
        const kind = `${send.name}: ${ours?.error ?? 'ok'}`;
        outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
      }
      await embedded.close();
      // The comparison means something only where both ends of each operation were met.
      for (const name of ['put', 'update', 'delete']) {
        expect(outcomes.get(`${name}: ok`)).toBeGreaterThan(20);
        expect(outcomes.get(`${name}: ConditionalCheckFailedException`)).toBeGreaterThan(10);
      }
      expect(outcomes.get('transactWrite: ok')).toBeGreaterThan(10);
      expect(outcomes.get('transactWrite: TransactionCanceledException')).toBeGreaterThan(50);
      expect(outcomes.get('update: ValidationException')).toBeGreaterThan(2);
    });
  });
}

/** What DynamoDB Local measures unasked (a delete of nothing), and a cursor where it sees that nothing follows. */
const incomparable = ['ConsumedCapacity', 'LastEvaluatedKey'];

/** Numbers as numbers: DynamoDB Local echoes 1e+21 as it was sent where it otherwise writes all digits. */
function plain(outcome: object): { error?: string } {
  const asNumber = (name: string, held: unknown) => (name === 'N' ? Number(held) : held);
  return JSON.parse(JSON.stringify(outcome), (name, held) =>
    incomparable.includes(name) ? undefined : asNumber(name, held),
  );
}
