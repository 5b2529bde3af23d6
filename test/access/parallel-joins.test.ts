import { expect } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { mintScope } from '#domain/access/scope.ts';
import { acceptPath } from '../support/join.ts';
import { localPorts } from '../support/local-ports.ts';
import { aLink, aNewcomer, countsOf } from '../support/newcomers.ts';
import { openPeople } from '../support/people.ts';
import { openScenario, testInProcess } from '../support/scenario.ts';

/** Invitations; a fifth as many promotions, and as many joins by link. */
const invitations = 1000;
const others = invitations / 5;
const cap = 50;

const people = await openPeople();
const scenario = await openScenario(localPorts(), people.manners);

testInProcess(
  `${invitations} invitations, ${others} promotions and ${others} joins by link at once: exactly ${cap} billable users`,
  { timeout: 300_000 },
  async () => {
    const tenant = await scenario.aTenant();
    const billing = keys.billing(mintScope.tenant(tenant.tenantId));
    await scenario.target.tables!(tenant.tenantId).update(billing, [set('maxBillableUsers', cap)]);
    const viewers = await Promise.all(Array.from({ length: others }, () => scenario.aUser(tenant, 'VIEWER')));
    const links = await Promise.all(
      Array.from({ length: Math.ceil(others / 100) }, () => aLink(tenant, { maxUses: 100 })),
    );
    const newcomers = await Promise.all(Array.from({ length: others }, () => aNewcomer(scenario, people)));
    // The key of the issuer is fetched once, before the crowd.
    await newcomers[0]!.caller.post(acceptPath('unknown'));
    const answers = await Promise.all([
      ...Array.from({ length: invitations }, (_, turn) =>
        tenant.owner.post('/api/manage/users', { email: `${turn}-${tenant.tenantId}@example.test`, role: 'MEMBER' }),
      ),
      ...viewers.map(({ userId }) => tenant.owner.put(`/api/manage/users/${userId}/role`, { role: 'MEMBER' })),
      ...newcomers.map(({ caller }, turn) => caller.post(acceptPath(links[Math.floor(turn / 100)]!.token))),
    ]);
    const told = answers.map(({ status, body }) => {
      if (status === 201 || body['outcome'] === 'JOINED' || body['role'] === 'MEMBER') return 'IN';
      return body['outcome'] === 'CONSENT_REQUIRED' ? `${body['outcome']} ${body['reason']}` : `${status} ${body.code}`;
    });
    const kinds = Object.fromEntries([...Map.groupBy(told, (each) => each)].map(([kind, all]) => [kind, all.length]));
    const { IN: isIn, ...refused } = kinds;
    expect(isIn).toBe(cap - 1);
    const known = ['400 BILLABLE_CAP_REACHED', 'CONSENT_REQUIRED BILLABLE_CAP_REACHED'];
    expect(Object.keys(refused).filter((kind) => !known.includes(kind))).toEqual([]);
    expect((await countsOf(tenant))[0]).toBe(cap);
  },
);
