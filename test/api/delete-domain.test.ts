import { expect, test } from 'vitest';
import { openDnsServer } from '../support/dns-server.ts';
import { addDomain, aDomainName, domainsPath, portsWithDns, verifiedDomain, verifyPath } from '../support/domains.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors, testWithDeployment } from '../support/scenario.ts';

const dns = await openDnsServer();
const scenario = await openScenario(portsWithDns(dns));
const pathOf = (domain: string): string => `${domainsPath}/${domain}`;

testWithDeployment('204: it is gone, and another tenant may verify it beside the old record', async () => {
  const [tenant, other] = [await scenario.aTenant(), await scenario.aTenant()];
  const { domain, txtName, txtValue: old } = await verifiedDomain(tenant, dns);
  expect((await tenant.owner.delete(pathOf(domain))).status).toBe(204);
  expect((await tenant.owner.get<{ data: unknown[] }>(domainsPath)).body.data).toEqual([]);
  const { txtValue } = await addDomain(other, { domain });
  dns.setTexts(txtName, old, txtValue);
  expect((await other.owner.post(verifyPath(domain))).status).toBe(200);
});

testWithActors('204: who has not verified it takes it from nobody', async () => {
  const [holder, other] = [await scenario.aTenant(), await scenario.aTenant()];
  const { domain, verifiedAt } = await verifiedDomain(holder, dns);
  await addDomain(other, { domain });
  expect((await other.owner.delete(pathOf(domain))).status).toBe(204);
  const { body } = await holder.owner.get<{ data: { verifiedAt: string }[] }>(domainsPath);
  expect(body.data.map((each) => each.verifiedAt)).toEqual([verifiedAt]);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'DELETE', pathOf('a.example')));

testWithActors('403: Members and Viewers delete none', async () => {
  const tenant = await scenario.aTenant();
  const { domain } = await addDomain(tenant);
  const callers = [await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')];
  await expectForbidden(callers, 'DELETE', pathOf(domain));
});

testWithActors('404: a domain that is unknown, deleted or of another tenant', async () => {
  const [tenant, other] = [await scenario.aTenant(), await scenario.aTenant()];
  const { domain: foreign } = await addDomain(other);
  const { domain: deleted } = await addDomain(tenant);
  await tenant.owner.delete(pathOf(deleted));
  const paths = [foreign, deleted, aDomainName()].map((domain) => [tenant.owner, pathOf(domain)] as const);
  await expectNotFound('DELETE', paths);
});
