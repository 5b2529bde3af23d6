import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import { ServiceError } from '#contract/errors.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { portsWithDns, verifiedDomain } from '../support/domains.ts';
import { aNewcomer, type Me } from '../support/newcomers.ts';
import { openPeople } from '../support/people.ts';
import { openScenario, testInProcess } from '../support/scenario.ts';
import { aTenantWithDomain, oidcSetting, setSso, ssoPath } from '../support/sso.ts';

/** What signs people in, as it fails: an error, or a refusal in words. */
const failing: { put: Error | string | undefined; remove: Error | undefined } = { put: undefined, remove: undefined };
beforeEach(() => Object.assign(failing, { put: undefined, remove: undefined }));

const dns = await openDnsServer();
const people = await openPeople();
const down = (): Error => new ServiceError('DEPENDENCY_UNAVAILABLE', 'The pages of sign-in cannot be changed now.');
const removed: string[] = [];
const scenario = await openScenario(
  (tables) => ({
    ...portsWithDns(dns)(tables),
    'identity-providers:write': {
      put: async () => {
        if (failing.put instanceof Error) throw failing.put;
        return failing.put;
      },
    },
    'identity-providers:remove': {
      remove: async (name: string) => {
        if (failing.remove) throw failing.remove;
        removed.push(name);
      },
    },
  }),
  people.manners,
);
const stored = ({ tenantId }: { tenantId: string }) =>
  Promise.all(['#SSO', '#AUD'].map((part) => scenario.target.tables!(tenantId).query({ pk: `T#${tenantId}${part}` })));

testInProcess('a provider that cannot be made known, or is refused, leaves everything as it was', async () => {
  const tenant = await aTenantWithDomain(scenario, dns);
  await setSso(tenant);
  const before = await stored(tenant);
  for (const [put, status, code] of [
    [down(), 503, 'DEPENDENCY_UNAVAILABLE'],
    ['Unable to contact the issuer', 400, 'VALIDATION_FAILED'],
  ] as const) {
    failing.put = put;
    const answer = await tenant.owner.put(ssoPath, { ...oidcSetting, clientId: 'another' });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await stored(tenant)).toEqual(before);
  }
});

testInProcess(
  'the provider before is forgotten after the change; where that fails the change holds all the same',
  async () => {
    const tenant = await aTenantWithDomain(scenario, dns);
    const first = await setSso(tenant);
    const second = await setSso(tenant, { ...oidcSetting, clientId: 'another' });
    expect(removed.at(-1)).toBe(first.provider);
    failing.remove = down();
    const third = await setSso(tenant, { ...oidcSetting, clientId: 'third' });
    expect((await tenant.owner.get(ssoPath)).body).toEqual(third);
    expect(third.provider).not.toBe(second.provider);
  },
);

testInProcess('a deletion that fails there changes nothing here, and can be sent again', async () => {
  const tenant = await aTenantWithDomain(scenario, dns);
  await setSso(tenant);
  const before = await stored(tenant);
  failing.remove = down();
  expect((await tenant.owner.delete(ssoPath)).status).toBe(503);
  expect(await stored(tenant)).toEqual(before);
  failing.remove = undefined;
  expect((await tenant.owner.delete(ssoPath)).status).toBe(204);
});

testInProcess('of two settings at the same time one holds, whole', async () => {
  const tenant = await aTenantWithDomain(scenario, dns);
  const wanted = Array.from({ length: 6 }, (_, at) => ({ ...oidcSetting, clientId: `client-${at}` }));
  const answers = await Promise.all(wanted.map((setting) => tenant.owner.put(ssoPath, setting)));
  expect(answers.map(({ status }) => status)).toEqual(wanted.map(() => 200));
  const { body } = await tenant.owner.get(ssoPath);
  expect(answers.map((answer) => answer.body)).toContainEqual(body);
  const leading = await Promise.all(
    answers.map((answer) =>
      scenario.target.tables!(null).get({ pk: `IDP#${answer.body['provider']}`, sk: 'P' } as never),
    ),
  );
  expect(leading.filter((item) => item !== undefined)).toEqual([
    expect.objectContaining({ pk: `IDP#${body['provider']}`, tenantId: tenant.tenantId }),
  ]);
});

testInProcess('a tenant with SSO is not closed by its last Owner before SSO is deleted', async () => {
  const { caller } = await aNewcomer(scenario, people, `${randomUUID()}.example`);
  const { tenantId } = (await caller.get<Me>('/api/v1/me')).body;
  await scenario.grantTier(tenantId, 'ENTERPRISE');
  await verifiedDomain({ owner: caller }, dns);
  await setSso({ owner: caller });
  const refused = await caller.delete('/api/v1/me');
  expect([refused.status, refused.body.code]).toEqual([409, 'LAST_OWNER']);
  expect((await caller.delete(ssoPath)).status).toBe(204);
  expect((await caller.delete('/api/v1/me')).status).toBe(204);
});
