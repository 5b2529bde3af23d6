import { expect } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';
import * as ranges from '#adapters/dynamodb/ranges.ts';
import { entryPut } from '#adapters/dynamodb/transact-alongside.ts';
import { sealAuditLog } from '#contract/jobs.ts';
import { mintScope } from '#domain/access/scope.ts';
import { auditOf } from '#domain/audit/audit-entry.ts';
import { hourOf } from '#domain/audit/hours.ts';
import { uuidV7Source } from '#functions/support/runtime.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, testWithDeployment } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());

testWithDeployment('seal-audit-log: entries of an hour that has ended are sealed, once', async () => {
  const { tenantId, userId } = await scenario.aTenant();
  const scope = mintScope.tenant(tenantId);
  const tables = scenario.target.tables!;
  const at = new Date(Date.now() - 3 * 3_600_000);
  const newId = uuidV7Source(
    () => at.getTime(),
    (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  );
  const who = { userId, email: null, tokenId: null, tier: 'TEAM' as const };
  const entry = auditOf(who, 'planted', { now: () => at, newId })('PAT_REVOKED', { type: 'PAT', id: 'x' });
  await tables(tenantId).transact([entryPut(scope, entry)]);
  // Whatever was sealed before: this hour is open.
  await tables(null).put({ ...keys.firstOpenHour(), hour: hourOf(at) });
  await scenario.target.runJob!(sealAuditLog);
  await scenario.target.runJob!(sealAuditLog);
  const { items } = await tables(tenantId).query(ranges.auditSeals(scope));
  expect(items).toMatchObject([{ hour: hourOf(at), lastId: entry.id, count: 1, previous: null }]);
});
