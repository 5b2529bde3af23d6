import { expect, test } from 'vitest';
import { openDnsServer } from '../support/dns-server.ts';
import { portsWithDns } from '../support/domains.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';
import { aTenantWithDomain, setSso, ssoPath } from '../support/sso.ts';

const dns = await openDnsServer();
const scenario = await openScenario(portsWithDns(dns));

testWithActors('204: the setting is gone at once, once, and can be made again', async () => {
  const tenant = await aTenantWithDomain(scenario, dns);
  const before = await setSso(tenant);
  expect((await tenant.owner.delete(ssoPath)).status).toBe(204);
  expect((await tenant.owner.get(ssoPath)).status).toBe(404);
  expect((await tenant.owner.delete(ssoPath)).status).toBe(404);
  expect(await setSso(tenant)).toEqual(before);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'DELETE', ssoPath));

testWithActors('403: only an Owner', async () => {
  const tenant = await aTenantWithDomain(scenario, dns);
  await setSso(tenant);
  await expectForbidden([await scenario.aUser(tenant, 'ADMIN'), await scenario.anEditor(tenant)], 'DELETE', ssoPath);
  expect((await tenant.owner.get(ssoPath)).status).toBe(200);
});

testWithActors('404: where the tenant has none, whatever another has', async () => {
  const other = await aTenantWithDomain(scenario, dns);
  await setSso(other);
  await expectNotFound('DELETE', [[(await scenario.aTenant('ENTERPRISE')).owner, ssoPath]]);
  expect((await other.owner.get(ssoPath)).status).toBe(200);
});
