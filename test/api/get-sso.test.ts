import { expect, test } from 'vitest';
import { openDnsServer } from '../support/dns-server.ts';
import { portsWithDns } from '../support/domains.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';
import { aTenantWithDomain, setSso, ssoPath } from '../support/sso.ts';

const dns = await openDnsServer();
const scenario = await openScenario(portsWithDns(dns));

testWithActors('200: an Owner sees all but the secret', async () => {
  const tenant = await aTenantWithDomain(scenario, dns);
  const set = await setSso(tenant);
  const got = await tenant.owner.get(ssoPath);
  expect([got.status, got.body]).toEqual([200, set]);
  expect(got.text).not.toContain('canary');
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', ssoPath));

testWithActors('403: only an Owner', async () => {
  const tenant = await scenario.aTenant('ENTERPRISE');
  await expectForbidden([await scenario.aUser(tenant, 'ADMIN'), await scenario.anEditor(tenant)], 'GET', ssoPath);
});

testWithActors('404: where the tenant has none, whatever another has', async () => {
  await setSso(await aTenantWithDomain(scenario, dns));
  await expectNotFound('GET', [[(await scenario.aTenant('ENTERPRISE')).owner, ssoPath]]);
});
