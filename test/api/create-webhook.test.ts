import { expect, test } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';
import { taskScope } from '#domain/access/scope.ts';
import { absentId, aProject, projectsOf } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';

type Created = { id: string; url: string; secret: string };
type List = { data: object[]; totalElements: number };

const { scenario, tenant, project } = await openRoad();
const { owner } = tenant;
const path = `${project.path}/webhooks`;
const url = 'https://hooks.example.com/dezycro';

test('201: the answer shows the signing secret, nothing shows it again', async () => {
  const answer = await owner.post<Created>(path, { url: 'https://HOOKS.example.com:443/a?b=c', description: 'Chat' });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body).toEqual({
    id: expect.any(String),
    url: 'https://hooks.example.com/a?b=c',
    description: 'Chat',
    createdAt: expect.any(String),
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
  const { secret, ...shown } = answer.body;
  const list = await owner.get<List>(path);
  expect(list.body.data).toEqual([shown]);
  expect(list.text).not.toContain(secret);
});

testWithActors('201: what is at rest is not the secret', async () => {
  const own = await aProject(tenant);
  const { body } = await owner.post<Created>(`${own.path}/webhooks`, { url });
  const ids = { tenantId: tenant.tenantId, workspaceId: tenant.workspaceId, projectId: own.id };
  const item = await scenario.target.tables!(tenant.tenantId).get(keys.webhookSecret(taskScope.project(ids), body.id));
  const plain = Buffer.from(body.secret.slice('whsec_'.length), 'base64');
  expect(Buffer.from(item!['ciphertext'] as Uint8Array).includes(plain)).toBe(false);
});

test('400: what is no URL, too long or of the wrong type', () =>
  expectInvalidBody(owner, 'POST', path, [
    [{}, '#/url', 'REQUIRED'],
    [{ url: 'hooks.example.com' }, '#/url', 'INVALID_FORMAT'],
    [{ url: 'ftp://hooks.example.com' }, '#/url', 'INVALID_FORMAT'],
    [{ url: 'https://hooks.example.com/a b' }, '#/url', 'INVALID_FORMAT'],
    [{ url: `https://hooks.example.com/${'x'.repeat(2048)}` }, '#/url', 'TOO_LONG'],
    [{ url: 7 }, '#/url', 'INVALID_TYPE'],
    [{ url, description: 'x'.repeat(501) }, '#/description', 'TOO_LONG'],
  ]));

test.each([
  'http://hooks.example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://127.0.0.1./',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[fd00:ec2::254]/',
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
  'https://100.64.0.1/',
  'https://localhost/',
  'https://localhost./',
  'https://app.localhost/',
  'https://metadata.google.internal/',
  'https://metadata/',
  'https://user:pass@hooks.example.com/',
  'https://hooks.example.com/#fragment',
  'https://hooks.example.com:22/',
  'https://ⓛocalhost/',
])('409 WEBHOOK_URL_REFUSED: %s', async (hostile) => {
  const answer = await owner.post(path, { url: hostile });
  expect([answer.status, answer.body.code], answer.text).toEqual([409, 'WEBHOOK_URL_REFUSED']);
  expect(answer.body['errors']).toMatchObject([{ pointer: '#/url', code: 'INVALID' }]);
});

test('409 WEBHOOK_LIMIT_REACHED: a project has ten at most, and room again after a deletion', async () => {
  const own = await aProject(tenant);
  const webhooks = `${own.path}/webhooks`;
  const ids: string[] = [];
  for (let n = 0; n < 10; n += 1) ids.push((await owner.post<Created>(webhooks, { url })).body.id);
  const refused = await owner.post(webhooks, { url });
  expect([refused.status, refused.body.code]).toEqual([409, 'WEBHOOK_LIMIT_REACHED']);
  expect((await owner.get<List>(webhooks)).body.totalElements).toBe(10);
  await owner.delete(`${webhooks}/${ids[0]}`);
  expect((await owner.post(webhooks, { url })).status).toBe(201);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path, { url }));

testWithActors('403: a Viewer creates nothing', async () => {
  const before = (await owner.get<List>(path)).body.totalElements;
  await expectForbidden([await scenario.aViewer(tenant)], 'POST', path, { url });
  expect((await owner.get<List>(path)).body.totalElements).toBe(before);
});

testWithActors('404: for strangers and without its project', async () => {
  const stranger = await scenario.aTenant();
  const cases = [
    [owner, `${projectsOf(tenant)}/${absentId}/webhooks`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ] as const;
  await expectNotFound('POST', cases, { url });
});
