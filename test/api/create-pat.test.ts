import { expect, test } from 'vitest';
import { isWellFormedToken, tokenDigest } from '#domain/access/token-format.ts';
import { absentId } from '../support/addresses.ts';
import { expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { portsWithDns, verifiedDomain } from '../support/domains.ts';
import { invite } from '../support/join.ts';
import { aFrozenTenant, aFullFreeTenant, aNewcomer, countsOf, fill } from '../support/newcomers.ts';
import { openPeople } from '../support/people.ts';
import { openScenario, testWithActors, testWithDeployment } from '../support/scenario.ts';

type Created = { id: string; token: string; tokenPrefix: string };

const path = '/api/v1/pats';
const dns = await openDnsServer();
const people = await openPeople();
const scenario = await openScenario(portsWithDns(dns), people.manners);
const tenant = await scenario.aTenant();

test('201: the answer shows the whole token, nothing shows it again', async () => {
  const answer = await tenant.owner.post<Created>(path, { name: 'CI' });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.any(String),
    name: 'CI',
    scope: 'TENANT',
    workspaceId: null,
    access: 'WRITE',
    token: expect.stringMatching(/^dzy_[0-9A-Za-z]{46}$/),
    tokenPrefix: answer.body.token.slice(0, 12),
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
    lastUsedAt: null,
  });
  expect(isWellFormedToken(answer.body.token)).toBe(true);
  expect(answer.headers['location']).toBe(`${path}/${answer.body.id}`);
  const list = await tenant.owner.get(`${path}?size=100`);
  expect(list.text).not.toContain(answer.body.token);
  expect(list.text).not.toContain(tokenDigest(answer.body.token));
});

test('201: the token calls as its user at once', async () => {
  const { body } = await tenant.owner.post<Created>(path, { name: 'Second' });
  const me = await scenario.callerWith(body.token).get('/api/v1/me');
  expect(me.body).toMatchObject({ userId: tenant.userId, tenantId: tenant.tenantId });
});

test('201: what the server owns is ignored in the body', async () => {
  const owned = { id: absentId, token: `dzy_${'x'.repeat(46)}`, tokenPrefix: 'dzy_xxxxxxxx', userId: absentId };
  const { body } = await tenant.owner.post<Created>(path, { name: 'Mine', ...owned, scope: null, workspaceId: null });
  expect(body).toMatchObject({ scope: 'TENANT', workspaceId: null });
  expect([body.id, body.token]).not.toContain(owned.id);
  expect(body.token).not.toBe(owned.token);
});

testWithActors('201: a workspace token sees only its workspace', async () => {
  const other = await scenario.aWorkspace(tenant, 'Other');
  const fields = { name: 'Narrow', scope: 'WORKSPACE', workspaceId: tenant.workspaceId.toUpperCase() };
  const { body } = await tenant.owner.post<Created>(path, fields);
  expect(body).toMatchObject({ scope: 'WORKSPACE', workspaceId: tenant.workspaceId });
  const narrow = scenario.callerWith(body.token);
  const { body: list } = await narrow.get<{ data: { id: string }[] }>('/api/v1/workspaces');
  expect(list.data.map(({ id }) => id)).toEqual([tenant.workspaceId]);
  expect((await narrow.get(`/api/v1/workspaces/${other}/projects`)).status).toBe(404);
});

testWithActors('403: a workspace token creates none', async () => {
  const other = await scenario.aWorkspace(tenant, 'Other');
  const fields = { name: 'Narrow', scope: 'WORKSPACE', workspaceId: tenant.workspaceId };
  const narrow = scenario.callerWith((await tenant.owner.post<Created>(path, fields)).body.token);
  const escalations = [
    { name: 'Wide' },
    { name: 'Wide', scope: 'TENANT' },
    { ...fields, workspaceId: other },
    { ...fields, workspaceId: absentId },
    fields,
  ];
  for (const body of escalations) {
    const answer = await narrow.post(path, body);
    expect([answer.status, answer.body.code]).toEqual([403, 'SCOPE_ESCALATION']);
  }
});

test('400: every field of the body keeps to its limits; a half-given scope is refused', () =>
  expectInvalidBody(tenant.owner, 'POST', path, [
    [{}, '#/name', 'REQUIRED'],
    [{ name: ' ' }, '#/name', 'BLANK'],
    [{ name: 'n'.repeat(101) }, '#/name', 'TOO_LONG'],
    [{ name: 'n', scope: 'PROJECT' }, '#/scope', 'NOT_IN_ENUM'],
    [{ name: 'n', scope: 'WORKSPACE', workspaceId: 'mine' }, '#/workspaceId', 'INVALID_FORMAT'],
    [{ name: 'n', scope: 'WORKSPACE' }, '#/workspaceId', 'REQUIRED'],
    [{ name: 'n', scope: 'TENANT', workspaceId: tenant.workspaceId }, '#/workspaceId', 'INVALID'],
    [{ name: 'n', workspaceId: tenant.workspaceId }, '#/workspaceId', 'INVALID'],
    [{ name: 'n', access: 'ADMIN' }, '#/access', 'NOT_IN_ENUM'],
    [{ name: 'n', expiresAt: 'tomorrow' }, '#/expiresAt', 'INVALID_FORMAT'],
    [{ name: 'n', expiresAt: '2020-01-01T00:00:00Z' }, '#/expiresAt', 'INVALID'],
    [{ name: 'n', expiresAt: '9999-12-31T23:59:59-14:00' }, '#/expiresAt', 'TOO_LARGE'],
  ]));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path, { name: 'No' }));

testWithActors('404: a workspace that I cannot see looks like none', async () => {
  const stranger = await scenario.aTenant();
  const outsider = await scenario.anOutsider(tenant);
  const bodies = [
    [tenant.owner, absentId],
    [tenant.owner, stranger.workspaceId],
    [outsider, tenant.workspaceId],
  ] as const;
  for (const [caller, workspaceId] of bodies) {
    await expectNotFound('POST', [[caller, path]], { name: 'No', scope: 'WORKSPACE', workspaceId });
  }
});

testWithActors('409: a user has at most 100 live tokens, and revoking makes room', async () => {
  const { owner } = await scenario.aTenant();
  const made = await Promise.all(
    Array.from({ length: 101 }, (_, index) => owner.post<Created>(path, { name: `${index}` })),
  );
  const refused = made.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, text }) => [status, text.includes('TOKEN_LIMIT_REACHED')])).toEqual([
    [409, true],
    [409, true],
  ]);
  await owner.delete(`${path}/${made.find(({ status }) => status === 201)?.body.id}`);
  expect((await owner.post(path, { name: 'Room' })).status).toBe(201);
  expect((await owner.post(path, { name: 'Full' })).status).toBe(409);
});

testWithDeployment(
  '201: a first sign-in joins by the domain, or as who is invited there, and has the token there',
  async () => {
    const holder = await aFullFreeTenant(scenario);
    const { domain } = await verifiedDomain(holder, dns, { defaultRole: 'VIEWER' });
    const before = new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString();
    await scenario.target.tables!(null).update(keys.domainHolder(domain), [set('lookedUpAt', before)]);
    const [joining, invited] = [await aNewcomer(scenario, people, domain), await aNewcomer(scenario, people, domain)];
    await invite(holder, { email: invited.email, role: 'VIEWER' });
    for (const { caller } of [joining, invited]) expect((await caller.post(path, { name: 'CI' })).status).toBe(201);
    expect(await countsOf(holder)).toEqual([1, 2]);
  },
);

testWithActors('403: READ_ONLY_OVER_LIMIT where the tenant of the domain is frozen', async () => {
  const { domain } = await verifiedDomain(await aFrozenTenant(scenario), dns);
  const { caller } = await aNewcomer(scenario, people, domain);
  const refused = await caller.post<{ code: string }>(path, { name: 'CI' });
  expect([refused.status, refused.body.code]).toEqual([403, 'READ_ONLY_OVER_LIMIT']);
});

testWithActors('409: JOIN_CONSENT_REQUIRED where no seat is left in the tenant of the domain', async () => {
  const holder = await scenario.aTenant();
  const { domain } = await verifiedDomain(holder, dns);
  await fill(scenario, holder);
  const { caller } = await aNewcomer(scenario, people, domain);
  const refused = await caller.post<{ code: string }>(path, { name: 'CI' });
  expect([refused.status, refused.body.code]).toEqual([409, 'JOIN_CONSENT_REQUIRED']);
  expect(await countsOf(holder)).toEqual([1, 0]);
});
