import { expect, test } from 'vitest';
import { addDomain, aDomainName, domainsPath as path, portsWithDns, verifiedDomain } from '../support/domains.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { expectForbidden, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors, testWithDeployment } from '../support/scenario.ts';

const dns = await openDnsServer();
const scenario = await openScenario(portsWithDns(dns));

testWithDeployment('200: by name, verified and not; of other tenants none', async () => {
  const [tenant, other] = [await scenario.aTenant(), await scenario.aTenant()];
  const suffix = aDomainName();
  const late = await verifiedDomain(tenant, dns, { domain: `b.${suffix}` });
  const early = await addDomain(tenant, { domain: `a.${suffix}`, autoJoin: false, defaultRole: 'VIEWER' });
  await addDomain(other, { domain: `c.${suffix}` });
  const { status, body } = await tenant.owner.get<{ data: unknown[] }>(path);
  expect(status).toBe(200);
  expect(body.data).toEqual([early, late]);
  expect(late).toEqual({
    domain: `b.${suffix}`,
    autoJoin: true,
    defaultRole: 'MEMBER',
    txtName: `_dezycro-verify.b.${suffix}`,
    txtValue: expect.stringMatching(/^dezycro-verify=[\w-]{27}$/),
    verifiedAt: expect.any(String),
    createdAt: expect.any(String),
  });
  expect(early.verifiedAt).toBeNull();
});

testWithActors('200: what another tenant has verified is not verified here', async () => {
  const [holder, other] = [await scenario.aTenant(), await scenario.aTenant()];
  const { domain } = await verifiedDomain(holder, dns);
  await addDomain(other, { domain });
  const { body } = await other.owner.get<{ data: { verifiedAt: string | null }[] }>(path);
  expect(body.data.map(({ verifiedAt }) => verifiedAt)).toEqual([null]);
});

test('400: pages keep to their bounds', async () => {
  const tenant = await scenario.aTenant();
  await addDomain(tenant);
  await addDomain(tenant);
  await expectPaging(tenant.owner, path);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('403: Members and Viewers do not see domains', async () => {
  const tenant = await scenario.aTenant();
  await expectForbidden([await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')], 'GET', path);
});
