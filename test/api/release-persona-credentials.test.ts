import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import type { PersonaSecrets } from '#domain/ports/persona-repository.ts';
import { absentId, aFeature, aProject } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { type Caller, openScenario, testInProcess, testWithActors } from '../support/scenario.ts';

/** Runs between the list of personas and the read of the secret of one. */
let meanwhile = async (_personaId: string): Promise<void> => {};
const scenario = await openScenario((tables) => {
  const ports = localPorts()(tables);
  const secrets = ports['persona-secrets:release'] as PersonaSecrets;
  const read: PersonaSecrets['read'] = async (where, persona) => {
    await meanwhile(persona.id);
    return secrets.read(where, persona);
  };
  return { ...ports, 'persona-secrets:release': { read, note: secrets.note.bind(secrets) } };
});
const tenant = await scenario.aTenant();
const { owner } = tenant;
const project = await aProject(tenant);
const feature = await aFeature(tenant, project);
const path = `${feature.path}/persona-credentials`;
const personas = `${project.path}/test-personas`;

const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
const body = { publicKey: await exportJWK(publicKey) };
const canary = 'canary-4b1d';
const aPersona = async (name: string, more: object): Promise<string> => {
  const fields = { name, description: 'Someone', authType: 'BEARER', scope: 'PROJECT', credentials: { token: canary } };
  const made = await owner.post(personas, { ...fields, ...more });
  expect(made.status).toBe(201);
  return made.body.id!;
};
type Released = { credentials: { personaId: string; name: string; envVar: string; jwe: string }[] };
const released = async (caller: Caller = owner): Promise<Record<string, unknown>> => {
  const answer = await caller.post<Released>(path, body);
  expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining(canary)]);
  const opened = answer.body.credentials.map(async ({ envVar, jwe }) => {
    const { plaintext } = await compactDecrypt(jwe, privateKey);
    return [envVar, JSON.parse(Buffer.from(plaintext).toString())] as const;
  });
  return Object.fromEntries(await Promise.all(opened));
};

test('200: credentials of the personas that allow it, and of no others, each for this key alone', async () => {
  expect(await released()).toEqual({});
  await aPersona('Open', { credentialsForRuns: true });
  await aPersona('Shut', { credentialsForRuns: false });
  await aPersona('Unsaid', {});
  await aPersona('Empty', { credentialsForRuns: true, credentials: null });
  const wide = await owner.post(personas, {
    name: 'Wide',
    description: 'Someone',
    authType: 'BASIC',
    scope: 'TENANT',
    credentialsForRuns: true,
    credentials: { username: 'ada', password: canary },
  });
  expect(wide.status).toBe(201);
  expect(await released()).toEqual({ AUTH_OPEN: { token: canary }, AUTH_WIDE: { username: 'ada', password: canary } });
  await aPersona('wide', {});
  expect(await released()).toEqual({ AUTH_OPEN: { token: canary } });
  const stranger = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
  const { body: answer } = await owner.post<Released>(path, body);
  await expect(compactDecrypt(answer.credentials[0]!.jwe, stranger.privateKey)).rejects.toThrow();
});

test('200: switched off it is over at once; switched on it asks for the credentials again', async () => {
  const id = await aPersona('Later', {});
  const put = (fields: object) => owner.put(`${personas}/${id}`, fields);
  const refused = await put({ credentialsForRuns: true });
  expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(await released()).not.toHaveProperty('AUTH_LATER');
  expect((await put({ credentialsForRuns: true, credentials: { token: 'mine' } })).status).toBe(200);
  expect(await released()).toMatchObject({ AUTH_LATER: { token: 'mine' } });
  expect((await put({ description: 'Somebody' })).status).toBe(200);
  expect(await released()).toHaveProperty('AUTH_LATER');
  expect((await put({ credentialsForRuns: false })).status).toBe(200);
  expect(await released()).not.toHaveProperty('AUTH_LATER');
});

test('200: credentials that another caller sends later are not released unless that caller says so', async () => {
  const id = await aPersona('Rotated', {});
  const put = (fields: object) => owner.put(`${personas}/${id}`, fields);
  const refused = await put({ credentialsForRuns: true, credentials: null });
  expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect((await put({ credentials: null })).status).toBe(200);
  expect((await put({ credentialsForRuns: true })).status).toBe(400);
  expect((await put({ credentialsForRuns: true, credentials: { token: 'mine' } })).status).toBe(200);
  expect((await put({ credentialsForRuns: true, credentials: null })).status).toBe(200);
  expect((await put({ credentials: { token: 'theirs' } })).body).toMatchObject({ credentialsForRuns: false });
  expect(await released()).not.toHaveProperty('AUTH_ROTATED');
});

testInProcess.each<[string, object]>([
  ['closed', { credentialsForRuns: false }],
  ['replaced', { credentials: { token: 'theirs' } }],
  ['renewed', { credentialsForRuns: true, credentials: { token: 'theirs' } }],
])('200: a persona that is %s while its secret is read is left out', async (name, change) => {
  const id = await aPersona(name, { credentialsForRuns: true });
  expect(await released()).toHaveProperty(`AUTH_${name.toUpperCase()}`);
  meanwhile = async (personaId) => {
    if (personaId !== id) return;
    meanwhile = async () => {};
    expect((await owner.put(`${personas}/${id}`, change)).status).toBe(200);
  };
  expect(await released()).not.toHaveProperty(`AUTH_${name.toUpperCase()}`);
});

test('400: a key of another type or curve, or none on its curve, gets nothing', async () => {
  const key = body.publicKey;
  await expectInvalidBody(owner, 'POST', path, [
    [{}, '#/publicKey', 'REQUIRED'],
    [{ publicKey: { ...key, kty: 'RSA' } }, '#/publicKey/kty', 'NOT_IN_ENUM'],
    [{ publicKey: { ...key, crv: 'P-384' } }, '#/publicKey/crv', 'NOT_IN_ENUM'],
    [{ publicKey: { ...key, x: 'AA' } }, '#/publicKey/x', 'INVALID_FORMAT'],
    [{ publicKey: { ...key, y: key.x } }, '#/publicKey', 'INVALID'],
  ]);
});

testWithActors('403: a Viewer, and a token that only reads, get nothing', async () => {
  await expectForbidden([await scenario.aViewer(tenant)], 'POST', path, body);
  const read = await owner.post<{ token: string }>('/api/v1/pats', { name: 'Reads', access: 'READ' });
  await expectForbidden([scenario.callerWith(read.body.token)], 'POST', path, body);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path));

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound(
    'POST',
    [
      [owner, `${project.path}/features/${absentId}/persona-credentials`],
      [stranger.owner, path],
      [await scenario.anOutsider(tenant), path],
    ],
    body,
  );
});

testWithActors('the audit log names who took whose credentials, and none of them', async () => {
  await released();
  const log = await owner.get<{ data: { action: string; target: object; metadata: object }[] }>(
    '/api/v1/audit-log?action=PERSONA_CREDENTIALS_RELEASED',
  );
  expect(log.text).not.toContain(canary);
  expect(log.text).toContain('Open');
});
