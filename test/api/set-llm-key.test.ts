import { expect, test } from 'vitest';
import { expectForbidden, expectInvalidBody, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const path = '/api/manage/llm-keys';
const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const key = { provider: 'OPENAI', model: 'gpt-5.2', apiKey: 'sk-canary-0123456789' };
const shown = { provider: 'OPENAI', model: 'gpt-5.2', baseUrl: null, last4: '6789', usedBy: 'ALL_AI' };

test('200: the answer shows the last four characters, and nothing shows the key again', async () => {
  const set = await tenant.owner.put(path, key);
  expect([set.status, set.body]).toEqual([200, shown]);
  const got = await tenant.owner.get(path);
  expect([got.status, got.body]).toEqual([200, shown]);
  expect(set.text + got.text).not.toContain('canary');
});

testWithActors('200: neither the table nor the audit log holds the key in the clear', async () => {
  const { owner, tenantId } = await scenario.aTenant('PRO');
  await owner.put(path, key);
  const table = scenario.target.tables!(tenantId);
  for (const partition of ['LLM', 'AUD']) {
    const { items } = await table.query({ pk: `T#${tenantId}#${partition}` });
    expect(items.length).toBeGreaterThan(0);
    const all = items.flatMap((item) => Object.values(item).map((value) => Buffer.from(String(value)).toString()));
    const bytes = items.flatMap((item) => Object.values(item).filter((value) => value instanceof Uint8Array));
    expect([...all, ...bytes.map((each) => Buffer.from(each).toString('latin1'))].join('\n')).not.toContain('canary');
  }
});

testWithActors(
  '200: another key takes the place of the one before; an Admin may set it, on every paid tier',
  async () => {
    for (const tier of ['PRO', 'TEAM', 'ENTERPRISE'] as const) {
      const own = await scenario.aTenant(tier);
      expect((await own.owner.put(path, key)).status).toBe(200);
      const admin = tier === 'PRO' ? own.owner : await scenario.aUser(own, 'ADMIN');
      const other = { provider: 'ANTHROPIC', model: 'claude-sonnet-5', apiKey: 'sk-ant-0123456789abcd' };
      const baseUrl = 'https://llm.example.com/v1';
      const { status, body } = await admin.put(path, { ...other, baseUrl });
      expect([status, body]).toEqual([
        200,
        { provider: 'ANTHROPIC', model: 'claude-sonnet-5', baseUrl, last4: 'abcd', usedBy: 'ALL_AI' },
      ]);
      expect((await own.owner.get(path)).body).toEqual(body);
    }
  },
);

test('400: a provider, a model and a key are wanted, each of its form', () =>
  expectInvalidBody(tenant.owner, 'PUT', path, [
    [{}, '#/provider', 'REQUIRED'],
    [{ ...key, provider: 'BEDROCK' }, '#/provider', 'NOT_IN_ENUM'],
    [{ ...key, model: 'a model' }, '#/model', 'INVALID_FORMAT'],
    [{ ...key, apiKey: 'short' }, '#/apiKey', 'INVALID_FORMAT'],
    [{ ...key, apiKey: 'sk-0123456789\nX-Injected: 1' }, '#/apiKey', 'INVALID_FORMAT'],
    [{ ...key, baseUrl: 'ftp://llm.example.com' }, '#/baseUrl', 'INVALID_FORMAT'],
  ]));

test('400: a server is reached by https at a public host only', async () => {
  const bad = [
    'http://llm.example.com/v1',
    'https://localhost/v1',
    'https://127.0.0.1/v1',
    'https://169.254.169.254/latest',
    'https://[::1]/v1',
    'https://user:secret@llm.example.com/v1',
    'https://llm.internal/v1',
    'https://10.0.0.7:8443/v1',
  ];
  const before = (await tenant.owner.get(path)).body;
  for (const baseUrl of bad) {
    const { status, body } = await tenant.owner.put<{ code: string; errors: { pointer: string }[] }>(path, {
      ...key,
      baseUrl,
    });
    expect([baseUrl, status, body.code, body.errors[0]?.pointer]).toEqual([
      baseUrl,
      400,
      'VALIDATION_FAILED',
      '#/baseUrl',
    ]);
  }
  expect((await tenant.owner.get(path)).body).toEqual(before);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'PUT', path, key));

testWithActors('403: only Owners and Admins', async () => {
  const callers = [await scenario.anEditor(tenant), await scenario.aUser(tenant, 'VIEWER')];
  await expectForbidden(callers, 'PUT', path, key);
});

testWithActors('403: TIER_REQUIRED on FREE, and nothing is stored', async () => {
  const { owner } = await scenario.aTenant('FREE');
  const { status, body } = await owner.put(path, key);
  expect([status, body.code]).toEqual([403, 'TIER_REQUIRED']);
  expect((await owner.get(path)).status).toBe(404);
});
