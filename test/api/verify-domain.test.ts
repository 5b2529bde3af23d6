import { expect, test } from 'vitest';
import { openDnsServer } from '../support/dns-server.ts';
import { addDomain, aDomainName, domainsPath, portsWithDns, verifiedDomain, verifyPath } from '../support/domains.ts';
import { expectForbidden, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, type Tenant, testInProcess, testWithActors, testWithDeployment } from '../support/scenario.ts';

const dns = await openDnsServer();
const scenario = await openScenario(portsWithDns(dns));

const verifiedAt = async ({ owner }: Tenant): Promise<(string | null)[]> => {
  const { body } = await owner.get<{ data: { verifiedAt: string | null }[] }>(domainsPath);
  return body.data.map((domain) => domain.verifiedAt);
};

testWithDeployment('200: with the record among others in DNS, and again', async () => {
  const tenant = await scenario.aTenant();
  const { domain, txtName, txtValue } = await addDomain(tenant);
  dns.setTexts(txtName, 'v=spf1 -all', ` ${txtValue} `);
  const answer = await tenant.owner.post(verifyPath(domain.toUpperCase()));
  expect([answer.status, answer.body['verifiedAt']]).toEqual([200, expect.any(String)]);
  expect(await verifiedAt(tenant)).toEqual([answer.body['verifiedAt']]);
  expect((await tenant.owner.post(verifyPath(domain))).status).toBe(200);
});

testWithActors('200: another tenant takes the domain over once the record of the first is gone', async () => {
  const [first, second] = [await scenario.aTenant(), await scenario.aTenant()];
  const { domain, txtName } = await verifiedDomain(first, dns);
  const { txtValue } = await addDomain(second, { domain });
  dns.setTexts(txtName, txtValue);
  expect((await second.owner.post(verifyPath(domain))).status).toBe(200);
  expect([await verifiedAt(first), await verifiedAt(second)]).toEqual([[null], [expect.any(String)]]);
});

testInProcess('200: of many tenants at once exactly one holds the domain while all their records stand', async () => {
  const domain = aDomainName();
  const tenants = await Promise.all(Array.from({ length: 8 }, () => scenario.aTenant()));
  const added = await Promise.all(tenants.map((tenant) => addDomain(tenant, { domain })));
  dns.setTexts(added[0]!.txtName, ...added.map(({ txtValue }) => txtValue));
  const answers = await Promise.all(tenants.map(({ owner }) => owner.post(verifyPath(domain))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  expect((await Promise.all(tenants.map(verifiedAt))).flat().filter((at) => at !== null)).toHaveLength(1);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'POST', verifyPath('a.example')));

testWithActors('403: Members and Viewers verify none', async () => {
  const tenant = await scenario.aTenant();
  const { domain } = await addDomain(tenant);
  const callers = [await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')];
  await expectForbidden(callers, 'POST', verifyPath(domain));
});

testWithActors('404: a domain that is unknown, deleted or of another tenant', async () => {
  const [tenant, other] = [await scenario.aTenant(), await scenario.aTenant()];
  const { domain: foreign } = await addDomain(other);
  const { domain: deleted } = await addDomain(tenant);
  await tenant.owner.delete(`${domainsPath}/${deleted}`);
  const paths = [foreign, deleted, aDomainName()].map((domain) => [tenant.owner, verifyPath(domain)] as const);
  await expectNotFound('POST', paths);
});

testWithDeployment('409: DOMAIN_NOT_VERIFIED without the record, or with one of earlier', async () => {
  const tenant = await scenario.aTenant();
  const { domain, txtName, txtValue } = await addDomain(tenant);
  const refused = async () => {
    const answer = await tenant.owner.post(verifyPath(domain));
    expect([answer.status, answer.body.code]).toEqual([409, 'DOMAIN_NOT_VERIFIED']);
    expect(await verifiedAt(tenant)).toEqual([null]);
  };
  await refused();
  dns.setTexts(txtName, txtValue.slice(0, -1), `x${txtValue}`);
  await refused();
  await tenant.owner.delete(`${domainsPath}/${domain}`);
  await addDomain(tenant, { domain });
  dns.setTexts(txtName, txtValue);
  await refused();
});

testWithActors('409: DOMAIN_TAKEN while the record of another tenant stands', async () => {
  const [holder, other] = [await scenario.aTenant(), await scenario.aTenant()];
  const { domain, txtName, txtValue: first } = await verifiedDomain(holder, dns);
  const { txtValue } = await addDomain(other, { domain });
  dns.setTexts(txtName, first, txtValue);
  const answer = await other.owner.post(verifyPath(domain));
  expect([answer.status, answer.body.code]).toEqual([409, 'DOMAIN_TAKEN']);
  expect([await verifiedAt(holder), await verifiedAt(other)]).toEqual([[expect.any(String)], [null]]);
});

testInProcess('503: where DNS does not answer nothing changes', async () => {
  const tenant = await scenario.aTenant();
  const { domain } = await addDomain(tenant);
  dns.setFailing(true);
  const answer = await tenant.owner.post(verifyPath(domain));
  dns.setFailing(false);
  expect([answer.status, answer.body.code]).toEqual([503, 'DEPENDENCY_UNAVAILABLE']);
  expect(await verifiedAt(tenant)).toEqual([null]);
});
