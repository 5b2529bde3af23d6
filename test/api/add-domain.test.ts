import { describe, expect, test } from 'vitest';
import { addDomain, aDomainName, domainsPath as path } from '../support/domains.ts';
import { expectForbidden, expectInvalidBody, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario();
const body = (domain: string) => ({ domain, autoJoin: true, defaultRole: 'MEMBER' });

test('201: in lower case, with the record that will verify it; it is not verified yet', async () => {
  const tenant = await scenario.aTenant();
  const domain = aDomainName();
  const answer = await tenant.owner.post(path, {
    domain: domain.toUpperCase(),
    autoJoin: false,
    defaultRole: 'VIEWER',
  });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    domain,
    autoJoin: false,
    defaultRole: 'VIEWER',
    txtName: `_dezycro-verify.${domain}`,
    txtValue: expect.stringMatching(/^dezycro-verify=[\w-]{27}$/),
    verifiedAt: null,
    createdAt: expect.any(String),
  });
});

testWithActors('201: several tenants may add one domain, each with a text of its own', async () => {
  const domain = aDomainName();
  const added = [
    await addDomain(await scenario.aTenant(), { domain }),
    await addDomain(await scenario.aTenant(), { domain }),
  ];
  expect(new Set(added.map(({ txtValue }) => txtValue)).size).toBe(2);
});

testWithActors('201: an Admin may', async () => {
  const admin = await scenario.aUser(await scenario.aTenant(), 'ADMIN');
  expect((await admin.post(path, body(aDomainName()))).status).toBe(201);
});

test('400: every field keeps to its limits', async () => {
  const { owner } = await scenario.aTenant();
  const domain = aDomainName();
  const malformed = [
    'localhost',
    'a b.example',
    '-a.example',
    'a..example',
    'münchen.example',
    'x@a.example',
    '1.2.3.4',
  ];
  await expectInvalidBody(owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{ autoJoin: true, defaultRole: 'MEMBER' }, '#/domain', 'REQUIRED'],
    ...malformed.map((each) => [body(each), '#/domain', 'INVALID_FORMAT'] as const),
    [body(`${'a.'.repeat(127)}example`), '#/domain', 'INVALID_FORMAT'],
    [{ domain, defaultRole: 'MEMBER' }, '#/autoJoin', 'REQUIRED'],
    [{ domain, autoJoin: 'yes', defaultRole: 'MEMBER' }, '#/autoJoin', 'INVALID_TYPE'],
    [{ domain, autoJoin: true }, '#/defaultRole', 'REQUIRED'],
    [{ domain, autoJoin: true, defaultRole: 'OWNER' }, '#/defaultRole', 'NOT_IN_ENUM'],
    [{ domain, autoJoin: true, defaultRole: 'ADMIN' }, '#/defaultRole', 'NOT_IN_ENUM'],
  ]);
});

describe('public mail', () => {
  const refused = ['gmail.com', 'GMAIL.com', 'yahoo.co.uk', 'yahoo.de', 'outlook.com', 'gmx.net', 'web.de', 'qq.com'];
  test.each(refused)('400: DOMAIN_REFUSED for %s', async (domain) => {
    const answer = await (await scenario.aTenant()).owner.post(path, body(domain));
    expect([answer.status, answer.body.code]).toEqual([400, 'DOMAIN_REFUSED']);
  });
  const allowed = ['live.example.com', 'mail.gmail.example', 'notgmail.com', 'aol.hotels'];
  test.each(allowed)('201: %s is none of it', async (domain) => {
    expect((await (await scenario.aTenant()).owner.post(path, body(domain))).status).toBe(201);
  });
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'POST', path, body('a.example')));

testWithActors('403: Members and Viewers add none', async () => {
  const tenant = await scenario.aTenant();
  const callers = [await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')];
  await expectForbidden(callers, 'POST', path, body(aDomainName()));
});

test('409: DOMAIN_TAKEN where the tenant has it, which stays as it was', async () => {
  const tenant = await scenario.aTenant();
  const added = await addDomain(tenant);
  const answer = await tenant.owner.post(path, { ...body(added.domain), autoJoin: false });
  expect([answer.status, answer.body.code]).toEqual([409, 'DOMAIN_TAKEN']);
  expect((await tenant.owner.get<{ data: unknown[] }>(path)).body.data).toContainEqual(added);
});
