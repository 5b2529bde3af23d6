import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { AccessRepository } from '#adapters/dynamodb/access-repository.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import { TokenRepository } from '#adapters/dynamodb/token-repository.ts';
import { createTenant } from '#domain/access/create-tenant.ts';
import { mintScope } from '#domain/access/scope.ts';
import { issueToken } from '#domain/tokens/issue-token.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { openTable } from '../../local/table/open-table.ts';

const INTERLEAVINGS = process.env['FULL_SIZE'] === '1' ? 10_000 : 200;
const CALLS = 2;
const AT_ONCE = 50;
/** For machines that do other work beside. */
const PATIENCE_MS = 600_000;

const table = await openTable();
afterAll(() => table.close());
const random = seededRandom(1);
// Every command waits for a random while before it goes out and before its answer is heard.
const dawdle = async () => {
  for (let turns = Math.floor(random() * 4); turns > 0; turns -= 1) await setImmediate();
};
table.client.middlewareStack.add(
  (next) => async (args) => {
    await dawdle();
    const answer = await next(args);
    await dawdle();
    return answer;
  },
  { step: 'initialize', name: 'dawdle' },
);
const tables = connectTable(table);
const access = new AccessRepository(tables, () => systemRuntime.now());
const tokens = new TokenRepository(tables);

test(
  'no request is let in that began after the revocation was answered, in any order of events',
  async () => {
    const first = { tier: 'TEAM' as const, email: 'owner@example.test', workspaceName: 'First' };
    const { tenantId, userId } = await createTenant(first, new TenantRepository(tables), systemRuntime);
    const scope = mintScope.tenant(tenantId);
    let accepted = 0;
    let late = 0;
    const interleave = async () => {
      const { token } = issueToken({ userId, name: 'Token' }, systemRuntime);
      const { id, digest } = token;
      await tokens.create(scope, token, 1e6, {});
      let isRevoked = false;
      const revoke = async () => {
        await dawdle();
        expect(await tokens.revoke(scope, { id, userId, digest }, {})).toBe(true);
        isRevoked = true;
      };
      const call = async () => {
        await dawdle();
        await dawdle();
        const beganLate = isRevoked;
        const found = await access.findAccess(digest, {});
        if (found) accepted += 1;
        if (beganLate) late += 1;
        if (beganLate) expect(found).toBeUndefined();
      };
      await Promise.all([revoke(), ...Array.from({ length: CALLS }, call)]);
    };
    for (let done = 0; done < INTERLEAVINGS; done += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, interleave));
    console.log(`revocation: ${INTERLEAVINGS} interleavings, ${accepted} calls let in, ${late} began too late`);
    expect(accepted).toBeGreaterThan(0);
    expect(late).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
