import { expect } from 'vitest';
import { buy, openBilling } from '../support/billing.ts';
import { expectForbidden, expectInvalidBody, expectUnauthenticated } from '../support/expectations.ts';
import { testWithActors as test } from '../support/scenario.ts';

const path = '/api/billing/portal';
const billing = await openBilling();
const { scenario } = billing;

test('200: a page of the provider that comes back to our origin; the body may be left out', async () => {
  const tenant = await scenario.aTenant('FREE');
  await buy(billing, tenant, 'PRO');
  for (const body of [undefined, {}, { returnUrl: 'https://app.example.com/settings?tab=billing' }]) {
    const answer = await tenant.owner.post<{ url: string }>(path, body);
    expect([answer.status, answer.body.url]).toEqual([200, expect.stringContaining('/local/portal/')]);
  }
  const opened = Object.values(billing.emulator.state.portalSessions).map(({ return_url }) => return_url);
  expect(opened.toSorted()).toEqual([
    'https://app.example.com/billing',
    'https://app.example.com/billing',
    'https://app.example.com/settings?tab=billing',
  ]);
});

test('400: a page below another origin is none of ours', async () => {
  const tenant = await scenario.aTenant('FREE');
  await buy(billing, tenant, 'PRO');
  await expectInvalidBody(tenant.owner, 'POST', path, [
    [{ returnUrl: 'https://evil.example/x' }, '#/returnUrl', 'INVALID'],
    [{ returnUrl: 'http://app.example.com/x' }, '#/returnUrl', 'INVALID'],
    [{ returnUrl: 'https://app.example.com.evil.example/' }, '#/returnUrl', 'INVALID'],
    [{ returnUrl: 'https://app.example.com@evil.example/' }, '#/returnUrl', 'INVALID'],
    [{ returnUrl: 'javascript:alert(1)' }, '#/returnUrl', 'INVALID'],
    [{ returnUrl: 'billing' }, '#/returnUrl', 'INVALID_FORMAT'],
    [{ returnUrl: 7 }, '#/returnUrl', 'INVALID_TYPE'],
  ]);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path));

test('403: only an Owner opens it', async () => {
  const tenant = await scenario.aTenant('TEAM');
  await expectForbidden([await scenario.aUser(tenant, 'ADMIN')], 'POST', path, {});
});

test('409: who has bought nothing has no portal: NO_SUBSCRIPTION', async () => {
  for (const tier of ['FREE', 'TEAM'] as const) {
    const { status, body } = await (await scenario.aTenant(tier)).owner.post(path);
    expect([status, body.code]).toEqual([409, 'NO_SUBSCRIPTION']);
  }
});
