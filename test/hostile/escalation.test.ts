import { afterAll, expect } from 'vitest';
import { tokenAccesses } from '#contract/permissions.ts';
import { absentId, aFeature, aProject, projectsOf } from '../support/addresses.ts';
import { localPorts } from '../support/local-ports.ts';
import { type AnyBody, type Answer, type Caller, openScenario, testWithActors } from '../support/scenario.ts';

/** Attempts to get more rights than one was given. Each ends as it is told, and leaves no more rights behind. */
type Attempt = readonly [
  kind: string,
  name: string,
  run: () => Promise<Answer<AnyBody>>,
  status: number,
  code?: string,
];

const users = '/api/manage/users';
const pats = '/api/v1/pats';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const stranger = await scenario.aTenant();
const results: { kind: string; attempt: string; answered: string; held: boolean }[] = [];

const held = (): number => results.filter((result) => result.held).length;
afterAll(() => {
  if (process.env['FULL_SIZE'] === '1') console.table(results);
  console.log(`escalation: ${held()} of ${results.length} held`);
});

const tryAll = async (attempts: readonly Attempt[]): Promise<void> => {
  const from = results.length;
  for (const [kind, attempt, run, status, code] of attempts) {
    const answer = await run();
    const answered = `${answer.status} ${answer.body?.code ?? ''}`.trim();
    const isHeld = answer.status === status && (code === undefined || answer.body?.code === code);
    results.push({ kind, attempt, answered, held: isHeld });
  }
  expect(results.slice(from).filter((result) => !result.held)).toEqual([]);
};

const meOf = async (caller: Caller) => (await caller.get('/api/v1/me')).body;
const tokenOf = async (caller: Caller, body: object = {}): Promise<Caller & { tokenId: string }> => {
  const { body: made } = await caller.post<{ id: string; token: string }>(pats, { name: 'A token', ...body });
  return Object.assign(scenario.callerWith(made.token), { tokenId: made.id });
};

testWithActors('fields that the server owns are ignored in bodies', async () => {
  const owned = {
    id: absentId,
    tenantId: stranger.tenantId,
    userId: stranger.userId,
    workspaceId: stranger.workspaceId,
    role: 'OWNER',
    effectiveRole: 'OWNER',
    storedRole: 'OWNER',
    tenantRole: 'OWNER',
    tier: 'ENTERPRISE',
    version: 99,
    createdAt: '2000-01-01T00:00:00Z',
    pk: `T#${stranger.tenantId}`,
    sk: 'TENANT',
    auditDays: null,
    maximumTokenDays: 1,
  };
  const editor = await scenario.anEditor(tenant);
  const { workspaceId: _workspace, ...ownedOfToken } = owned;
  const project = await aProject(tenant);
  const feature = await aFeature(tenant, project);
  const kind = 'mass assignment';
  await tryAll([
    [kind, 'a token', () => editor.post(pats, { name: 'n', ...ownedOfToken }), 201],
    [kind, 'a project', () => editor.post(projectsOf(tenant), { name: 'n', ...owned }), 201],
    [kind, 'a project, changed', () => editor.put(project.path, { name: 'n', ...owned }), 200],
    [
      kind,
      'a feature',
      () => editor.post(`${project.path}/features`, { name: 'n', ...owned, status: 'VERIFIED' }),
      201,
    ],
    [kind, 'a feature, changed', () => editor.put(feature.path, { name: 'n', ...owned, status: 'VERIFIED' }), 200],
  ]);
  const shown = [
    (await editor.get(pats)).text,
    (await editor.get(projectsOf(tenant))).text,
    (await editor.get(`${project.path}/features`)).text,
  ].join();
  for (const value of [owned.id, stranger.tenantId, stranger.userId, stranger.workspaceId, 'VERIFIED', '2000-01-01'])
    expect(shown).not.toContain(value);
  expect(await meOf(editor)).toMatchObject({ tier: 'TEAM', storedRole: 'MEMBER', tenantId: tenant.tenantId });
});

testWithActors('a prototype in a body changes nobody’s rights', async () => {
  const viewer = await scenario.aViewer(tenant);
  const project = await aProject(tenant);
  const polluted = (field: string) =>
    `{"name":"n","${field}":{"tenantRole":"OWNER","role":"OWNER","tokenAccess":"WRITE","isAdmin":true}}`;
  const kind = 'prototype';
  await tryAll([
    [kind, '__proto__', () => tenant.owner.post(projectsOf(tenant), polluted('__proto__')), 201],
    [kind, 'constructor', () => tenant.owner.post(pats, polluted('constructor')), 201],
    [kind, 'prototype', () => tenant.owner.put(project.path, polluted('prototype')), 200],
    [kind, 'what follows is a Viewer still', () => viewer.post(projectsOf(tenant), { name: 'n' }), 403, 'FORBIDDEN'],
  ]);
  expect(({} as Record<string, unknown>)['tenantRole']).toBeUndefined();
  expect(await meOf(viewer)).toMatchObject({ storedRole: 'MEMBER' });
});

testWithActors('nobody raises a role beyond the own one', async () => {
  const [admin, member] = [await scenario.aUser(tenant, 'ADMIN'), await scenario.anEditor(tenant)];
  const workspaceAdmin = await scenario.aUser(tenant, 'MEMBER', { [tenant.workspaceId]: 'ADMIN' });
  const narrow = await tokenOf(tenant.owner, { scope: 'WORKSPACE', workspaceId: tenant.workspaceId });
  const other = await scenario.aWorkspace(tenant, 'Other');
  const roleOf = ({ userId }: { userId: string }) => `${users}/${userId}/role`;
  const members = (workspaceId: string, { userId }: { userId: string }) =>
    `/api/manage/workspaces/${workspaceId}/members/${userId}`;
  const owner = { role: 'OWNER' };
  const invited = (role: string) => ({ email: `${crypto.randomUUID()}@example.test`, role });
  const kind = 'roles';
  await tryAll([
    [kind, 'an Admin makes themself Owner', () => admin.put(roleOf(admin), owner), 403, 'OWNER_REQUIRED'],
    [kind, 'an Admin makes a Member Owner', () => admin.put(roleOf(member), owner), 403, 'OWNER_REQUIRED'],
    [kind, 'an Admin invites an Owner', () => admin.post(users, invited('OWNER')), 403, 'OWNER_REQUIRED'],
    [kind, 'an Admin lowers the Owner', () => admin.put(roleOf(tenant), { role: 'VIEWER' }), 403, 'OWNER_REQUIRED'],
    [kind, 'an Admin removes the Owner', () => admin.delete(`${users}/${tenant.userId}`), 403, 'OWNER_REQUIRED'],
    [kind, 'the last Owner steps down', () => tenant.owner.put(roleOf(tenant), { role: 'ADMIN' }), 409, 'LAST_OWNER'],
    [kind, 'a Member makes themself Admin', () => member.put(roleOf(member), { role: 'ADMIN' }), 403, 'FORBIDDEN'],
    [kind, 'a Member invites', () => member.post(users, invited('VIEWER')), 403, 'FORBIDDEN'],
    [kind, 'a Member lists users', () => member.get(users), 403, 'FORBIDDEN'],
    [
      kind,
      'an Editor makes themself workspace Admin',
      () => member.put(members(tenant.workspaceId, member), { role: 'ADMIN' }),
      403,
      'FORBIDDEN',
    ],
    [
      kind,
      'a workspace Admin joins another workspace',
      () => workspaceAdmin.put(members(other, workspaceAdmin), { role: 'ADMIN' }),
      404,
      'NOT_FOUND',
    ],
    [kind, 'a workspace Admin lists users', () => workspaceAdmin.get(users), 403, 'FORBIDDEN'],
    [
      kind,
      'the Owner’s workspace token changes a role',
      () => narrow.put(roleOf(member), { role: 'ADMIN' }),
      403,
      'FORBIDDEN',
    ],
    [
      kind,
      'the Owner’s workspace token sets the policy',
      () => narrow.put('/api/manage/token-policy', { maximumDays: 365 }),
      403,
      'FORBIDDEN',
    ],
    [
      kind,
      'an Admin sets the policy',
      () => admin.put('/api/manage/token-policy', { maximumDays: 365 }),
      403,
      'FORBIDDEN',
    ],
    [kind, 'a role that is none', () => tenant.owner.put(roleOf(member), { role: 'ROOT' }), 400, 'VALIDATION_FAILED'],
    [kind, 'roles as a list', () => tenant.owner.put(roleOf(member), { role: ['OWNER'] }), 400, 'VALIDATION_FAILED'],
  ]);
  expect(await meOf(admin)).toMatchObject({ storedRole: 'ADMIN' });
  expect(await meOf(member)).toMatchObject({ storedRole: 'MEMBER' });
});

testWithActors('no token gives more than it holds', async () => {
  const workspace = { scope: 'WORKSPACE', workspaceId: tenant.workspaceId };
  const narrow = await tokenOf(tenant.owner, workspace);
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const late = new Date(Date.now() + 7_200_000).toISOString();
  const short = await tokenOf(tenant.owner, { expiresAt: soon });
  const [reader, recorder] = [
    await tokenOf(tenant.owner, { access: 'READ' }),
    await tokenOf(tenant.owner, { access: 'RECORD' }),
  ];
  const member = await scenario.anEditor(tenant);
  const victim = await tokenOf(tenant.owner);
  const kind = 'tokens';
  const mint = (caller: Caller, body: object = {}) => caller.post(pats, { name: 'n', ...body });
  await tryAll([
    [kind, 'a workspace token mints for the tenant', () => mint(narrow), 403, 'SCOPE_ESCALATION'],
    [kind, 'a workspace token mints its equal', () => mint(narrow, workspace), 403, 'SCOPE_ESCALATION'],
    [
      kind,
      'a workspace token mints for another',
      () => mint(narrow, { ...workspace, workspaceId: stranger.workspaceId }),
      403,
      'SCOPE_ESCALATION',
    ],
    [kind, 'a token mints one that lives longer', () => mint(short, { expiresAt: late }), 403, 'SCOPE_ESCALATION'],
    ...tokenAccesses.flatMap((access): Attempt[] => [
      [kind, `a READ token mints ${access}`, () => mint(reader, { access }), 403, 'FORBIDDEN'],
      [kind, `a RECORD token mints ${access}`, () => mint(recorder, { access }), 403, 'FORBIDDEN'],
    ]),
    [
      kind,
      'beyond the maximum',
      () => mint(tenant.owner, { expiresAt: '9999-12-31T23:59:59Z' }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      kind,
      'for another tenant’s workspace',
      () => mint(tenant.owner, { ...workspace, workspaceId: stranger.workspaceId }),
      404,
      'NOT_FOUND',
    ],
    [
      kind,
      'a READ token of the Owner invites',
      () => reader.post(users, { email: 'a@example.test', role: 'OWNER' }),
      403,
      'FORBIDDEN',
    ],
    [
      kind,
      'a RECORD token of the Owner deletes a user',
      () => recorder.delete(`${users}/${member.userId}`),
      403,
      'FORBIDDEN',
    ],
    [kind, 'a READ token revokes another', () => reader.delete(`${pats}/${victim.tokenId}`), 403, 'FORBIDDEN'],
    [
      kind,
      'a Member revokes the Owner’s',
      () => member.delete(`/api/manage/tokens/${victim.tokenId}`),
      403,
      'FORBIDDEN',
    ],
    [kind, 'a Member lists everybody’s', () => member.get('/api/manage/tokens'), 403, 'FORBIDDEN'],
    [
      kind,
      'another tenant’s Owner revokes it',
      () => stranger.owner.delete(`/api/manage/tokens/${victim.tokenId}`),
      404,
      'NOT_FOUND',
    ],
  ]);
  expect((await victim.get('/api/v1/me')).status).toBe(200);
});

testWithActors('rights end with what they came from', async () => {
  const [gone, demoted, removed] = [
    await scenario.anEditor(tenant),
    await scenario.aUser(tenant, 'ADMIN'),
    await scenario.anEditor(tenant),
  ];
  const revoked = await tokenOf(tenant.owner);
  const second = await tokenOf(gone);
  await tenant.owner.delete(`${users}/${gone.userId}`);
  await tenant.owner.put(`${users}/${demoted.userId}/role`, { role: 'VIEWER' });
  await tenant.owner.delete(`/api/manage/workspaces/${tenant.workspaceId}/members/${removed.userId}`);
  await tenant.owner.delete(`${pats}/${revoked.tokenId}`);
  const kind = 'after the end';
  const again = { 'idempotency-key': 'the-same-key' };
  await tryAll([
    [kind, 'a deleted user calls', () => gone.get('/api/v1/me'), 401, 'UNAUTHENTICATED'],
    [kind, 'a deleted user’s second token', () => second.get('/api/v1/me'), 401, 'UNAUTHENTICATED'],
    [kind, 'a revoked token', () => revoked.get('/api/v1/me'), 401, 'UNAUTHENTICATED'],
    [
      kind,
      'a revoked token with an idempotency key',
      () => revoked.send('POST', pats, { name: 'n' }, again),
      401,
      'UNAUTHENTICATED',
    ],
    [kind, 'a demoted Admin lists users', () => demoted.get(users), 403, 'FORBIDDEN'],
    [
      kind,
      'a demoted Admin raises themself',
      () => demoted.put(`${users}/${demoted.userId}/role`, { role: 'ADMIN' }),
      403,
      'FORBIDDEN',
    ],
    [kind, 'a removed member reads the workspace', () => removed.get(projectsOf(tenant)), 404, 'NOT_FOUND'],
    [kind, 'a removed member writes', () => removed.post(projectsOf(tenant), { name: 'n' }), 404, 'NOT_FOUND'],
  ]);
});

testWithActors('ids of another tenant in a body and tricks with headers lead nowhere', async () => {
  const foreign = await aFeature(stranger, await aProject(stranger));
  const project = await aProject(tenant);
  const feature = await aFeature(tenant, project);
  const viewer = await scenario.aViewer(tenant);
  const member = await scenario.anEditor(tenant);
  const personas = `${project.path}/test-personas`;
  const persona = { name: 'p', description: 'p', authType: 'BEARER' };
  const roles = { [stranger.workspaceId]: 'ADMIN' };
  const [bodies, headers] = ['ids in bodies', 'headers'];
  const rolePath = `${users}/${member.userId}/role`;
  await tryAll([
    [
      bodies,
      'cases of another tenant’s feature',
      () => tenant.owner.post(`${project.path}/validation-cases/generate`, { featureId: foreign.id }),
      404,
      'NOT_FOUND',
    ],
    [
      bodies,
      'an upload of another tenant',
      () => tenant.owner.post(`${feature.path}/verifier-runs`, { uploadId: absentId }),
      409,
    ],
    [
      bodies,
      'a persona for the tenant by an Editor',
      () => member.post(personas, { ...persona, scope: 'TENANT' }),
      403,
      'FORBIDDEN',
    ],
    [
      bodies,
      'an invitation into another tenant’s workspace',
      () =>
        tenant.owner.post(users, {
          email: `${crypto.randomUUID()}@example.test`,
          role: 'MEMBER',
          workspaceRoles: roles,
        }),
      404,
      'NOT_FOUND',
    ],
    [
      headers,
      'a version that is not there',
      () => tenant.owner.send('PUT', rolePath, { role: 'VIEWER' }, { 'if-match': '"v99"' }),
      412,
      'PRECONDITION_FAILED',
    ],
    [
      headers,
      'If-Match by who may not',
      () => viewer.send('PUT', rolePath, { role: 'ADMIN' }, { 'if-match': '*' }),
      403,
      'FORBIDDEN',
    ],
    [
      headers,
      'a method named in a header',
      () => viewer.send('POST', project.path, {}, { 'x-http-method-override': 'DELETE' }),
      405,
    ],
    [
      headers,
      'a tenant named in a header',
      () => stranger.owner.send('GET', project.path, undefined, { 'x-tenant-id': tenant.tenantId }),
      404,
      'NOT_FOUND',
    ],
    [
      headers,
      'a user named in a header',
      () => viewer.send('GET', users, undefined, { 'x-user-id': tenant.userId, 'x-forwarded-user': 'owner' }),
      403,
      'FORBIDDEN',
    ],
    [
      headers,
      'a second token behind the first',
      () =>
        viewer.send('GET', users, undefined, { authorization: `Bearer ${viewer.token}, Bearer ${tenant.owner.token}` }),
      401,
      'UNAUTHENTICATED',
    ],
  ]);
  expect(await meOf(member)).toMatchObject({ storedRole: 'MEMBER' });
  expect(results.length).toBeGreaterThanOrEqual(27);
});
