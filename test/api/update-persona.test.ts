import { expect, test } from 'vitest';
import { absentId, aProject } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const project = await aProject(tenant);
const place = `${project.path}/test-personas`;

const aPersona = async (name: string, more: object = {}): Promise<{ path: string; body: object }> => {
  const fields = { name, description: 'Someone', authType: 'BEARER', scope: 'PROJECT', ...more };
  const { status, body } = await tenant.owner.post(place, fields);
  expect(status).toBe(201);
  return { path: `${place}/${body.id}`, body };
};
const stored = async (path: string): Promise<unknown> => {
  const { body } = await tenant.owner.get<{ data: { id: string }[] }>(`${place}?size=100`);
  return body.data.find(({ id }) => path.endsWith(id));
};

test('200: what the body carries is set, what it omits stays, null clears', async () => {
  const { path } = await aPersona('Before', { script: 'return {}' });
  const steps = [
    [{ description: 'Somebody else' }, { name: 'Before', description: 'Somebody else', envVar: 'AUTH_BEFORE' }],
    [{ name: 'After' }, { name: 'After', description: 'Somebody else', envVar: 'AUTH_BEFORE', script: 'return {}' }],
    [{ envVar: null }, { envVar: 'AUTH_AFTER' }],
    [
      { authType: 'NONE', script: null },
      { authType: 'NONE', script: null, name: 'After' },
    ],
    [{}, { name: 'After', envVar: 'AUTH_AFTER' }],
  ] as const;
  for (const [body, expected] of steps) {
    const answer = await tenant.owner.put(path, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject(expected);
    expect(await stored(path)).toEqual(answer.body);
  }
});

test('200: credentials stay unless they are replaced, removed, or of another type', async () => {
  const { path } = await aPersona('Kept', { credentials: { token: 'one' } });
  const steps = [
    [{ description: 'Somebody else' }, true],
    [{ credentials: { token: 'two' } }, true],
    [{ credentials: null }, false],
    [{ credentials: { token: 'three' } }, true],
    [{ authType: 'BASIC' }, false],
    [{ authType: 'BEARER', credentials: { token: 'four' } }, true],
  ] as const;
  for (const [body, hasCredentials] of steps) {
    const answer = await tenant.owner.put(path, body);
    expect(answer.body).toMatchObject({ hasCredentials });
    expect(answer.text).not.toContain('token');
  }
});

test('400: credentials that do not fit the type change nothing', async () => {
  const { path } = await aPersona('Fitting', { credentials: { token: 'one' } });
  await expectInvalidBody(tenant.owner, 'PUT', path, [
    [{ authType: 'BASIC', credentials: { username: 'x' } }, '#/credentials/password', 'REQUIRED'],
    [{ authType: 'NONE', credentials: { token: 'x' } }, '#/credentials', 'INVALID'],
  ]);
  expect(await stored(path)).toMatchObject({ authType: 'BEARER', hasCredentials: true });
});

test('409 CREDENTIALS_MISMATCH: credentials alone that do not fit the stored type', async () => {
  const { path } = await aPersona('Stored', { credentials: { token: 'one' } });
  const { status, body } = await tenant.owner.put(path, { credentials: { username: 'canary-secret' } });
  expect([status, body.code]).toEqual([409, 'CREDENTIALS_MISMATCH']);
  expect(body['errors']).toMatchObject([{ pointer: '#/credentials/token', code: 'REQUIRED' }]);
});

test('200: the whole persona may be echoed; a change of case in the name is no clash', async () => {
  const { path, body } = await aPersona('Echo');
  expect((await tenant.owner.put(path, body)).body).toEqual(body);
  expect((await tenant.owner.put(path, { name: 'ECHO' })).body).toMatchObject({ name: 'ECHO' });
});

test('200: a new name frees the old one', async () => {
  const { path } = await aPersona('Old name');
  await tenant.owner.put(path, { name: 'New name', envVar: null });
  expect(await aPersona('Old name')).toBeDefined();
});

test('200: changes at once all count', async () => {
  const { path } = await aPersona('Busy');
  const changes = [{ description: 'D' }, { authType: 'BASIC' }, { envVar: 'BUSY_ONE' }, { script: 's' }];
  const answers = await Promise.all(changes.map((change) => tenant.owner.put(path, change)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await stored(path)).toMatchObject(Object.assign({}, ...changes) as object);
});

test('409: the name and the variable of another one are taken', async () => {
  await aPersona('Taken');
  const { path, body } = await aPersona('Free');
  const name = await tenant.owner.put(path, { name: 'taken' });
  expect([name.status, name.body.code]).toEqual([409, 'NAME_CONFLICT']);
  const variable = await tenant.owner.put(path, { envVar: 'AUTH_TAKEN' });
  expect([variable.status, variable.body.code]).toEqual([409, 'ENV_VAR_CONFLICT']);
  expect(await stored(path)).toEqual(body);
});

test('400: scope and project cannot change, limits hold', async () => {
  const { path, body } = await aPersona('Fixed');
  await expectInvalidBody(tenant.owner, 'PUT', path, [
    [{ scope: 'TENANT' }, '#/scope', 'INVALID'],
    [{ projectId: absentId }, '#/projectId', 'INVALID'],
    [{ projectId: null }, '#/projectId', 'INVALID'],
    [{ name: '-' }, '#/name', 'INVALID_FORMAT'],
    [{ description: '' }, '#/description', 'BLANK'],
    [{ authType: 'OAUTH' }, '#/authType', 'NOT_IN_ENUM'],
  ]);
  expect(await stored(path)).toEqual(body);
});

test('401: a call that proves nobody is refused', async () => {
  const { path } = await aPersona('Guarded');
  await expectUnauthenticated(scenario, 'PUT', path, { name: 'No' });
});

testWithActors('403: a Viewer changes nothing, an inherited persona needs the right of its scope', async () => {
  const { path } = await aPersona('Mine');
  const wide = await aPersona('Wide', { scope: 'TENANT' });
  const shared = await aPersona('Shared', { scope: 'WORKSPACE' });
  const editor = await scenario.anEditor(tenant);
  await expectForbidden([await scenario.aViewer(tenant)], 'PUT', path, { description: 'No' });
  await expectForbidden([editor], 'PUT', wide.path, { description: 'No' });
  await expectForbidden([editor], 'PUT', shared.path, { description: 'No' });
  expect((await editor.put(path, { description: 'Yes' })).status).toBe(200);
  expect((await tenant.owner.put(wide.path, { description: 'Yes' })).status).toBe(200);
});

test('404: a persona that is not there, or not seen from this project', async () => {
  const { path } = await aPersona('Here');
  const other = await aProject(tenant);
  await expectNotFound(
    'PUT',
    [
      [tenant.owner, `${place}/${absentId}`],
      [tenant.owner, path.replace(project.id, other.id)],
    ],
    { description: 'No' },
  );
});
