import { afterEach, expect, test, vi } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { registry } from '#contract/endpoints/index.ts';
import { hasAccess, neededAccess, type TokenAccess, tokenAccesses } from '#contract/permissions.ts';
import { tokenDigest } from '#domain/access/token-format.ts';
import { expiryOf } from '#domain/tokens/token-rules.ts';
import { absentId } from '../support/addresses.ts';
import { localPorts } from '../support/local-ports.ts';
import { type Caller, openScenario, testWithActors } from '../support/scenario.ts';

type Created = { id: string; token: string; expiresAt: string; access: string; code: string };

const pats = '/api/v1/pats';
const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const create = (caller: Caller, body: object = {}) => caller.post<Created>(pats, { name: 'A token', ...body });
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();
afterEach(() => vi.useRealTimers());
const aToken = async (body: object = {}) => scenario.callerWith((await create(tenant.owner, body)).body.token);

test('an operation that changes something needs more than READ, and only what a CI pipeline does needs RECORD', () => {
  const needs = registry
    .filter(({ permission }) => permission !== 'public')
    .map((endpoint) => [endpoint.operationId, neededAccess(endpoint), endpoint.method] as const);
  expect(needs.filter(([, access, method]) => (access === 'READ') !== (method === 'GET'))).toEqual([]);
  expect(needs.filter(([, access]) => access === 'RECORD').map(([name]) => name)).toEqual([
    'releasePersonaCredentials',
    'recordRun',
    'createUpload',
  ]);
});

test('each access includes those before it', () => {
  const pairs = tokenAccesses.flatMap((held) => tokenAccesses.map((needed) => [held, needed] as const));
  expect(pairs.filter(([held, needed]) => hasAccess(held, needed)).map((pair) => pair.join(' ≥ '))).toEqual([
    'READ ≥ READ',
    'RECORD ≥ READ',
    'RECORD ≥ RECORD',
    'WRITE ≥ READ',
    'WRITE ≥ RECORD',
    'WRITE ≥ WRITE',
  ]);
});

testWithActors('a token does what its access says and no more, whatever the role of its user', async () => {
  const callers: [TokenAccess, Caller][] = [];
  for (const access of tokenAccesses) callers.push([access, await aToken({ access })]);
  const wrong: string[] = [];
  for (const endpoint of registry.filter(({ permission }) => permission !== 'public')) {
    for (const [access, caller] of callers) {
      // A workspace that the path ends with would be gone, or renamed, for those after it.
      const path = endpoint.path
        .replace(/\{workspaceId\}(?=\/)/, tenant.workspaceId)
        .replace('{domain}', 'absent.example')
        .replaceAll(/\{\w+\}/g, absentId);
      const body = endpoint.request.body === undefined ? undefined : [];
      const answer = await caller.send(endpoint.method, path, body);
      const isPlaced = /projectId|notebookId|\{workspaceId\}$/.test(endpoint.path);
      const isRefused = answer.status === 403 && /needs a token with access/.test(String(answer.body.detail));
      // What is absent is absent for every token.
      if (!isPlaced && isRefused === hasAccess(access, neededAccess(endpoint)))
        wrong.push(`${endpoint.operationId} with ${access}: ${answer.status}`);
    }
  }
  expect(wrong).toEqual([]);
});

testWithActors('a RECORD token records runs and reads; it publishes and changes nothing', async () => {
  const projects = `/api/v1/workspaces/${tenant.workspaceId}/projects`;
  const { body: project } = await tenant.owner.post(projects, { name: 'A project' });
  const { body: feature } = await tenant.owner.post(`${projects}/${project.id}/features`, { name: 'A feature' });
  const at = `${projects}/${project.id}/features/${feature.id}`;
  const ci = await aToken({ access: 'RECORD' });
  const upload = { kind: 'RUN', sizeBytes: 4, sha256: 'a'.repeat(64) };
  expect((await ci.post(`${at}/uploads`, upload)).status).toBe(201);
  expect((await ci.get(at)).status).toBe(200);
  expect((await ci.put(`${at}/spec`, { spec: {} })).status).toBe(403);
  expect((await ci.delete(at)).status).toBe(403);
  const reader = await aToken({ access: 'READ' });
  expect((await reader.post(`${at}/uploads`, upload)).status).toBe(403);
  expect((await reader.get(at)).status).toBe(200);
});

test('a token without a wish ends after 90 days and says so on every answer', async () => {
  const { body } = await create(tenant.owner);
  expect(Math.round((Date.parse(body.expiresAt) - Date.now()) / 86_400_000)).toBe(90);
  const caller = scenario.callerWith(body.token);
  const answers = [await caller.get('/api/v1/me'), await caller.delete(`${pats}/no`), await caller.post(pats, {})];
  for (const { headers } of answers) expect(headers['token-expires-at']).toBe(body.expiresAt);
  expect((await scenario.nobody.get('/api/v1/me')).headers['token-expires-at']).toBeUndefined();
  const me = await caller.get('/api/v1/me');
  expect(me.body).toMatchObject({ tokenAccess: 'WRITE', tokenExpiresAt: body.expiresAt });
});

testWithActors('a token that has ended is refused by name, one that nobody has is not', async () => {
  const { body } = await create(tenant.owner);
  const caller = scenario.callerWith(body.token);
  expect((await caller.get('/api/v1/me')).status).toBe(200);
  const ended = [set('endsAt', new Date(Date.now() - 1).toISOString())];
  await scenario.target.tables!(null).update(keys.token(tokenDigest(body.token)), ended);
  const answer = await caller.get('/api/v1/me');
  expect([answer.status, answer.body.code]).toEqual([401, 'TOKEN_EXPIRED']);
  expect(answer.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/);
  const { body: list } = await tenant.owner.get<{ data: { id: string }[] }>(`${pats}?size=100`);
  expect(list.data.map(({ id }) => id)).toContain(body.id);
});

testWithActors('a token of before tokens had an end and an access works until a fixed day', async () => {
  vi.useFakeTimers({ now: new Date('2026-12-01T00:00:00Z'), toFake: ['Date'] });
  const { body } = await create(tenant.owner);
  const table = scenario.target.tables!(null);
  const item = await table.get(keys.token(tokenDigest(body.token)));
  const { endsAt: _end, access: _access, ...old } = item!;
  await table.put(old);
  const answer = await scenario.callerWith(body.token).get('/api/v1/me');
  expect(answer.headers['token-expires-at']).toBe('2027-02-28T00:00:00.000Z');
  expect(answer.body).toMatchObject({ tokenAccess: 'WRITE' });
});

testWithActors('no token creates one that allows more, or lives longer', async () => {
  const soon = await aToken({ expiresAt: inDays(2) });
  expect((await create(soon)).body.expiresAt < inDays(2)).toBe(true);
  expect(await create(soon, { expiresAt: inDays(3) })).toMatchObject({
    status: 403,
    body: { code: 'SCOPE_ESCALATION' },
  });
  for (const access of ['READ', 'RECORD'])
    expect(await create(await aToken({ access }), { access })).toMatchObject({ status: 403 });
  const narrow = await aToken({ scope: 'WORKSPACE', workspaceId: tenant.workspaceId });
  const same = { scope: 'WORKSPACE', workspaceId: tenant.workspaceId };
  expect(await create(narrow, same)).toMatchObject({ status: 403, body: { code: 'SCOPE_ESCALATION' } });
});

const now = new Date('2026-01-01T00:00:00.000Z');
test.each([
  [undefined, 365, null, '2026-04-01T00:00:00.000Z'],
  [undefined, 30, null, '2026-01-31T00:00:00.000Z'],
  [undefined, 365, '2026-01-02T00:00:00.000Z', '2026-01-02T00:00:00.000Z'],
  ['2026-02-01T00:00:00+02:00', 365, null, '2026-01-31T22:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', 365, null, '2027-01-01T00:00:00.000Z'],
] as const)('wish %s, at most %s days, own end %s: %s', (wish, maximumDays, tokenExpiresAt, end) => {
  expect(expiryOf(wish, maximumDays, { tokenExpiresAt }, now)).toBe(end);
});

test.each(['2026-01-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z', '2027-01-01T00:00:00.001Z'])(
  'an end at %s is refused',
  (wish) => {
    expect(() => expiryOf(wish, 365, { tokenExpiresAt: null }, now)).toThrow('#/expiresAt');
  },
);
