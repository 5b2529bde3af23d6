import { expect, test } from 'vitest';
import { absentId, aProject, projectsOf } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const project = await aProject(tenant);
const path = `${project.path}/test-personas`;

const persona = (name: string, more: object = {}) => ({
  name,
  description: 'May do everything',
  authType: 'BEARER',
  scope: 'PROJECT',
  ...more,
});

test('201: a persona gets its variable by the convention', async () => {
  const answer = await tenant.owner.post(path, persona('Shop Owner'));
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.any(String),
    name: 'Shop Owner',
    description: 'May do everything',
    authType: 'BEARER',
    scope: 'PROJECT',
    projectId: project.id,
    envVar: 'AUTH_SHOP_OWNER',
    script: null,
    scriptVariables: [],
    scriptHosts: [],
    hasCredentials: false,
    credentialsForRuns: false,
  });
  expect(answer.headers['location']).toBe(`${path}/${answer.body.id}`);
});

test('201: variable, script and what the script may see and call are taken', async () => {
  const scriptVariables = ['API_REGION', 'AUTH_*', 'DEZYCRO_*'];
  const scriptHosts = ['idp.test', 'idp.test:8443', '10.0.0.7:80', '[fd00::1]:65535', 'localhost'];
  const given = {
    envVar: 'MY_SECRET',
    authType: 'JS',
    script: 'return { headers: {} };',
    scriptVariables,
    scriptHosts,
  };
  const { body } = await tenant.owner.post(path, persona('Scripted', { ...given, id: absentId, projectId: absentId }));
  expect(body).toMatchObject({ ...given, projectId: project.id });
});

test('201: credentials are kept and never shown', async () => {
  const credentials = { token: 'canary-secret' };
  const { status, text, body } = await tenant.owner.post(path, persona('Keeper', { credentials }));
  expect(status).toBe(201);
  expect(body).toMatchObject({ hasCredentials: true });
  const { text: list } = await tenant.owner.get(path);
  expect(text + list).not.toContain('canary-secret');
});

test('400: credentials fit the type, and no message repeats them', async () => {
  const cases = [
    ['BEARER', {}, '#/credentials/token', 'REQUIRED'],
    ['BEARER', { token: '' }, '#/credentials/token', 'INVALID'],
    ['BEARER', { token: 7 }, '#/credentials/token', 'INVALID'],
    ['BASIC', { username: 'canary-secret' }, '#/credentials/password', 'REQUIRED'],
    ['HEADER', { headers: { 'x-key': 7 } }, '#/credentials/headers', 'INVALID'],
    ['HTTP_ENDPOINT', { method: 'POST' }, '#/credentials/url', 'REQUIRED'],
    ['NONE', { token: 'canary-secret' }, '#/credentials', 'INVALID'],
    ['JS', { key: 'canary-secret'.repeat(400) }, '#/credentials', 'TOO_LARGE'],
    ['JS', ['canary-secret'], '#/credentials', 'INVALID_TYPE'],
  ] as const;
  for (const [authType, credentials, pointer, code] of cases) {
    const body = persona('Refused', { authType, credentials });
    await expectInvalidBody(tenant.owner, 'POST', path, [[body, pointer, code]]);
    expect((await tenant.owner.post(path, body)).text).not.toContain('canary-secret');
  }
});

test('409: a name is taken once in its container, regardless of case', async () => {
  await tenant.owner.post(path, persona('Admin'));
  const again = await tenant.owner.post(path, persona('ADMIN', { envVar: 'ANOTHER' }));
  expect([again.status, again.body.code]).toEqual([409, 'NAME_CONFLICT']);
  expect(again.body['detail']).toContain('ADMIN');
  const elsewhere = await aProject(tenant);
  expect((await tenant.owner.post(`${elsewhere.path}/test-personas`, persona('Admin'))).status).toBe(201);
});

test('409: two names that make one variable clash', async () => {
  await tenant.owner.post(path, persona('read-only'));
  const clash = await tenant.owner.post(path, persona('read_only'));
  expect([clash.status, clash.body.code]).toEqual([409, 'ENV_VAR_CONFLICT']);
  expect(clash.body['detail']).toContain('AUTH_READ_ONLY');
  expect((await tenant.owner.post(path, persona('read_only', { envVar: 'READ_ONLY_2' }))).status).toBe(201);
});

test('409: of many at once one gets the name', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => tenant.owner.post(path, persona('Contested'))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
});

test('400: every field of the body keeps to its limits', () =>
  expectInvalidBody(tenant.owner, 'POST', path, [
    [{}, '#/name', 'REQUIRED'],
    [{}, '#/description', 'REQUIRED'],
    [{}, '#/authType', 'REQUIRED'],
    [{}, '#/scope', 'REQUIRED'],
    [persona(' starts with a space'), '#/name', 'INVALID_FORMAT'],
    [persona('ümlaut'), '#/name', 'INVALID_FORMAT'],
    [persona('n'.repeat(65)), '#/name', 'INVALID_FORMAT'],
    [persona('N', { description: ' ' }), '#/description', 'BLANK'],
    [persona('N', { description: 'd'.repeat(4001) }), '#/description', 'TOO_LONG'],
    [persona('N', { authType: 'bearer' }), '#/authType', 'NOT_IN_ENUM'],
    [persona('N', { scope: 'GLOBAL' }), '#/scope', 'NOT_IN_ENUM'],
    [persona('N', { envVar: '1ST' }), '#/envVar', 'INVALID_FORMAT'],
    [persona('N', { envVar: 'A B' }), '#/envVar', 'INVALID_FORMAT'],
    [persona('N', { script: 's'.repeat(64 * 1024 + 1) }), '#/script', 'TOO_LONG'],
    [persona('N', { scriptVariables: ['*'] }), '#/scriptVariables/0', 'INVALID_FORMAT'],
    [persona('N', { scriptVariables: ['A', 'AWS_*'] }), '#/scriptVariables/1', 'INVALID_FORMAT'],
    [persona('N', { scriptVariables: ['DEZYCRO_TOKEN'] }), '#/scriptVariables/0', 'INVALID'],
    [persona('N', { scriptVariables: Array(51).fill('A') }), '#/scriptVariables', 'TOO_LARGE'],
    [persona('N', { scriptHosts: ['https://idp.test'] }), '#/scriptHosts/0', 'INVALID_FORMAT'],
    [persona('N', { scriptHosts: ['idp.test/token'] }), '#/scriptHosts/0', 'INVALID_FORMAT'],
    [persona('N', { scriptHosts: ['idp.test:65536'] }), '#/scriptHosts/0', 'INVALID_FORMAT'],
    [persona('N', { scriptHosts: ['*.test'] }), '#/scriptHosts/0', 'INVALID_FORMAT'],
    [persona('N', { scriptHosts: Array(21).fill('idp.test') }), '#/scriptHosts', 'TOO_LARGE'],
  ]));

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'POST', path, persona('Nobody')));

testWithActors('403: a Viewer creates nothing; wider scopes need wider rights', async () => {
  const own = await scenario.aTenant();
  const place = `${(await aProject(own)).path}/test-personas`;
  const viewer = await scenario.aViewer(own);
  const editor = await scenario.anEditor(own);
  const workspaceAdmin = await scenario.aUser(own, 'MEMBER', { [own.workspaceId]: 'ADMIN' });
  const tenantAdmin = await scenario.aUser(own, 'ADMIN');
  const { body } = await own.owner.post<{ token: string }>('/api/v1/pats', {
    name: 'One workspace',
    scope: 'WORKSPACE',
    workspaceId: own.workspaceId,
  });
  const narrow = scenario.callerWith(body.token);
  await expectForbidden([viewer], 'POST', place, persona('P'));
  await expectForbidden([viewer, editor], 'POST', place, persona('W', { scope: 'WORKSPACE' }));
  const wide = persona('T', { scope: 'TENANT' });
  await expectForbidden([viewer, editor, workspaceAdmin, narrow], 'POST', place, wide);
  expect((await editor.post(place, persona('P'))).status).toBe(201);
  expect((await workspaceAdmin.post(place, persona('W', { scope: 'WORKSPACE' }))).status).toBe(201);
  expect((await tenantAdmin.post(place, wide)).body).toMatchObject({ scope: 'TENANT', projectId: null });
});

test('404: there is no persona without its project', () =>
  expectNotFound('POST', [[tenant.owner, `${projectsOf(tenant)}/${absentId}/test-personas`]], persona('N')));
