import { exportJWK, generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';
import { firstSignInAudits } from '#contract/first-sign-in.ts';
import { registry } from '#contract/endpoints/index.ts';
import { mintScope } from '#domain/access/scope.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import { grantedPlan } from '#domain/billing/plan.ts';
import { PaymentsEmulator } from '../../local/payments/emulator.ts';
import type { ExtraPorts } from '../support/api-target.ts';
import { billingCases } from '../support/billing-cases.ts';
import { emulatedPayments } from '../support/emulated-payments.ts';
import { absentId, aFeature, aProject } from '../support/addresses.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { portsWithDns } from '../support/domains.ts';
import { invite, join } from '../support/join.ts';
import { aNewcomer } from '../support/newcomers.ts';
import { openPeople } from '../support/people.ts';
import { publish } from '../support/road.ts';
import { openScenario, type Tenant, testWithActors } from '../support/scenario.ts';
import { runWidgets } from '../support/widgets.ts';
import { type AuditedRequest as Request, joiningCases, type Prepared } from './joining-cases.ts';
import { ssoCases } from './sso-cases.ts';
import { tenantCases } from './tenant-cases.ts';

const people = await openPeople();
const dns = await openDnsServer();
const origin = () => 'http://service.test';
const emulator = new PaymentsEmulator({ now: () => new Date(), origin });
const ports: ExtraPorts = (tables) => ({
  ...portsWithDns(dns)(tables),
  'payments:ask': emulatedPayments(emulator, origin),
});
const scenario = await openScenario(ports, people.manners);

const users = '/api/manage/users';
const aPerson = async () => {
  const subject = crypto.randomUUID();
  const email = `${subject}@example.test`;
  return { email, caller: scenario.callerWith(await people.token({ subject, email })) };
};
const aPersona = async (tenant: Tenant, more: object = {}) => {
  const path = `${(await aProject(tenant)).path}/test-personas`;
  const body = { name: 'Ada', description: 'May read', authType: 'BEARER', scope: 'PROJECT', ...more };
  return { path, body };
};
const storedPersona = async (tenant: Tenant) => {
  const { path, body } = await aPersona(tenant, { credentials: { token: 'canary-secret' } });
  const { body: persona } = await tenant.owner.post(path, body);
  return { id: persona.id!, path: `${path}/${persona.id}`, absent: `${path}/${absentId}` };
};
const aMember = async (tenant: Tenant) => scenario.aUser(tenant, 'MEMBER', { [tenant.workspaceId]: 'VIEWER' });
const membership = ({ workspaceId }: Tenant, userId: string) =>
  `/api/manage/workspaces/${workspaceId}/members/${userId}`;

/** For each audited operation: a request that succeeds, one that does not, and what the log says of the first. */
const cases: Record<string, (tenant: Tenant) => Promise<Prepared>> = {
  ...billingCases(emulator),
  ...tenantCases(scenario.anEditor),
  ...ssoCases(scenario, dns),
  ...joiningCases(dns, (domain) => aNewcomer(scenario, people, domain)),
  createPat: async () => ({
    success: { method: 'POST', path: '/api/v1/pats', body: { name: 'CI' } },
    failure: { method: 'POST', path: '/api/v1/pats', body: { name: 'CI', scope: 'WORKSPACE', workspaceId: absentId } },
    expected: { action: 'PAT_CREATED', target: { type: 'PAT', name: 'CI' }, metadata: { scope: 'TENANT' } },
  }),
  revokePat: async ({ owner }) => {
    const { body } = await owner.post('/api/v1/pats', { name: 'CI' });
    return {
      success: { method: 'DELETE', path: `/api/v1/pats/${body.id}` },
      failure: { method: 'DELETE', path: `/api/v1/pats/${absentId}` },
      expected: { action: 'PAT_REVOKED', target: { type: 'PAT', id: body.id, name: 'CI' }, metadata: {} },
    };
  },
  revokeToken: async (tenant) => {
    const member = await aMember(tenant);
    const { body } = await member.post('/api/v1/pats', { name: 'Of a member' });
    return {
      success: { method: 'DELETE', path: `/api/manage/tokens/${body.id}` },
      failure: { method: 'DELETE', path: `/api/manage/tokens/${absentId}` },
      expected: {
        action: 'PAT_REVOKED',
        target: { type: 'PAT', id: body.id, name: 'Of a member' },
        metadata: { userId: member.userId },
      },
    };
  },
  updateTokenPolicy: async ({ tenantId }) => ({
    success: { method: 'PUT', path: '/api/manage/token-policy', body: { maximumDays: 30 } },
    failure: { method: 'PUT', path: '/api/manage/token-policy', body: { maximumDays: 0 } },
    expected: { action: 'TOKEN_POLICY_CHANGED', target: { type: 'TENANT', id: tenantId }, metadata: {} },
  }),
  inviteUser: async ({ tenantId }) => {
    const email = `${tenantId}@example.test`;
    return {
      success: { method: 'POST', path: users, body: { email, role: 'ADMIN' } },
      failure: {
        method: 'POST',
        path: users,
        body: { email, role: 'VIEWER', workspaceRoles: { [absentId]: 'VIEWER' } },
      },
      expected: {
        action: 'USER_INVITED',
        target: { type: 'USER', name: email },
        metadata: { role: 'ADMIN' },
        seats: ['SEAT_ADDED'],
      },
    };
  },
  renewInvitation: async (tenant) => {
    const { id } = await invite(tenant, { email: (await aPerson()).email, role: 'VIEWER' });
    return {
      success: { method: 'POST', path: `${users}/${id}/invitation` },
      failure: { method: 'POST', path: `${users}/${tenant.userId}/invitation` },
      expected: { action: 'INVITATION_RENEWED', target: { type: 'USER', id }, metadata: {} },
    };
  },
  leaveTenant: async (tenant) => {
    const person = await aPerson();
    const id = await join(tenant, person.caller, { email: person.email, role: 'VIEWER' });
    return {
      success: { method: 'DELETE', path: '/api/v1/me', caller: person.caller },
      failure: { method: 'DELETE', path: '/api/v1/me' },
      expected: {
        action: 'TENANT_LEFT',
        target: { type: 'USER', id, name: person.email },
        metadata: { role: 'VIEWER' },
        actor: { userId: id, email: person.email, tokenId: null },
      },
    };
  },
  changeUserRole: async (tenant) => {
    const { userId: id } = await aMember(tenant);
    return {
      success: { method: 'PUT', path: `${users}/${id}/role`, body: { role: 'ADMIN' } },
      failure: { method: 'PUT', path: `${users}/${tenant.userId}/role`, body: { role: 'ADMIN' } },
      expected: {
        action: 'USER_ROLE_CHANGED',
        target: { type: 'USER', id },
        metadata: { oldRole: 'MEMBER', newRole: 'ADMIN' },
      },
    };
  },
  deleteUser: async (tenant) => {
    const { userId: id } = await aMember(tenant);
    return {
      success: { method: 'DELETE', path: `${users}/${id}` },
      failure: { method: 'DELETE', path: `${users}/${tenant.userId}` },
      expected: {
        action: 'USER_DELETED',
        target: { type: 'USER', id },
        metadata: { role: 'MEMBER' },
        seats: ['SEAT_REMOVED'],
      },
    };
  },
  setMember: async (tenant) => {
    const { userId: id } = await aMember(tenant);
    return {
      success: { method: 'PUT', path: membership(tenant, id), body: { role: 'EDITOR' } },
      failure: { method: 'PUT', path: membership(tenant, absentId), body: { role: 'EDITOR' } },
      expected: {
        action: 'MEMBER_SET',
        target: { type: 'USER', id },
        metadata: { workspaceId: tenant.workspaceId, role: 'EDITOR' },
      },
    };
  },
  removeMember: async (tenant) => {
    const { userId: id } = await aMember(tenant);
    return {
      success: { method: 'DELETE', path: membership(tenant, id) },
      failure: { method: 'DELETE', path: membership(tenant, tenant.userId) },
      expected: {
        action: 'MEMBER_REMOVED',
        target: { type: 'USER', id },
        metadata: { workspaceId: tenant.workspaceId },
      },
    };
  },
  createPersona: async (tenant) => {
    const { path, body } = await aPersona(tenant, { credentials: { token: 'canary-secret' } });
    const { body: taken } = await tenant.owner.post(path, { ...body, name: 'Taken', envVar: 'TAKEN' });
    return {
      success: { method: 'POST', path, body },
      failure: { method: 'POST', path, body: { ...body, name: taken['name'] } },
      expected: {
        action: 'PERSONA_CREATED',
        target: { type: 'PERSONA', name: 'Ada' },
        metadata: { scope: 'PROJECT', hasCredentials: true },
      },
    };
  },
  updatePersona: async (tenant) => {
    const { id, path, absent } = await storedPersona(tenant);
    const body = { credentials: { token: 'canary-secret' }, description: 'Reads' };
    return {
      success: { method: 'PUT', path, body },
      failure: { method: 'PUT', path: absent, body },
      expected: {
        action: 'PERSONA_SECRET_REPLACED',
        target: { type: 'PERSONA', id },
        metadata: { credentials: 'REPLACED', fields: 'description' },
      },
    };
  },
  deletePersona: async (tenant) => {
    const { id, path, absent } = await storedPersona(tenant);
    return {
      success: { method: 'DELETE', path },
      failure: { method: 'DELETE', path: absent },
      expected: { action: 'PERSONA_DELETED', target: { type: 'PERSONA', id, name: 'Ada' }, metadata: {} },
    };
  },
  releasePersonaCredentials: async (tenant) => {
    const project = await aProject(tenant);
    const persona = { name: 'Ada', description: 'Any', authType: 'BEARER', scope: 'PROJECT', credentialsForRuns: true };
    const made = await tenant.owner.post(`${project.path}/test-personas`, {
      ...persona,
      credentials: { token: 'canary-secret' },
    });
    expect(made.status).toBe(201);
    const { id, path } = await aFeature(tenant, project);
    const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
    const key = await exportJWK(publicKey);
    const success = { method: 'POST', path: `${path}/persona-credentials`, body: { publicKey: key } } as const;
    return {
      success,
      failure: { ...success, body: { publicKey: { ...key, y: key.x } } },
      expected: {
        action: 'PERSONA_CREDENTIALS_RELEASED',
        target: { type: 'FEATURE', id },
        metadata: { personas: 'Ada' },
      },
    };
  },
  deleteProject: async (tenant) => {
    const { id, path } = await aProject(tenant);
    return {
      success: { method: 'DELETE', path },
      failure: { method: 'DELETE', path: path.replace(id, absentId) },
      expected: {
        action: 'PROJECT_DELETED',
        target: { type: 'PROJECT', id },
        metadata: { workspaceId: tenant.workspaceId },
      },
    };
  },
  deleteFeature: async (tenant) => {
    const project = await aProject(tenant);
    const { id, path } = await aFeature(tenant, project);
    return {
      success: { method: 'DELETE', path },
      failure: { method: 'DELETE', path: path.replace(id, absentId) },
      expected: { action: 'FEATURE_DELETED', target: { type: 'FEATURE', id }, metadata: { projectId: project.id } },
    };
  },
  waiveCoverage: async (tenant) => {
    const { path, journeyId } = await aJourney(tenant);
    return {
      success: { method: 'POST', path, body: { journeyId, reason: 'Known' } },
      failure: { method: 'POST', path, body: { journeyId: 'no-such-journey', reason: 'Known' } },
      expected: { action: 'COVERAGE_WAIVED', target: { type: 'WAIVER', id: journeyId }, metadata: { reason: 'Known' } },
    };
  },
  deleteWaiver: async (tenant) => {
    const { path, journeyId } = await aJourney(tenant);
    await tenant.owner.post(path, { journeyId, reason: 'Known' });
    return {
      success: { method: 'DELETE', path: `${path}/${journeyId}` },
      failure: { method: 'DELETE', path: `${path}/no-such-journey` },
      expected: { action: 'WAIVER_DELETED', target: { type: 'WAIVER', id: journeyId }, metadata: {} },
    };
  },
};

const aJourney = async (tenant: Tenant) => {
  const feature = await aFeature(tenant, await aProject(tenant));
  await publish(tenant, feature.path);
  const [journey] = (await runWidgets()).journeys;
  return { path: `${feature.path}/coverage/waivers`, journeyId: journey!.id };
};

/** What the table holds, whatever the endpoints show of it. */
const stored = async ({ tenantId }: Tenant): Promise<AuditEntry[]> => {
  const { items } = await scenario.target.tables!(tenantId).query({ pk: `T#${tenantId}#AUD` });
  return items as unknown as AuditEntry[];
};

test('every operation that names an audit action is in this table; sign-in has its own test', () => {
  const audited = registry.filter(({ audits }) =>
    audits.some((action) => !firstSignInAudits.some((own) => own === action)),
  );
  expect(audited.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(cases).toSorted());
});

describe.each(Object.entries(cases))('%s', (_operationId, prepare) => {
  testWithActors('a success has exactly one entry, a failure none, and no entry holds a secret', async () => {
    const tenant = await scenario.aTenant();
    const { success, failure, expected } = await prepare(tenant);
    const before = await stored(tenant);
    const send = ({ method, path, body, caller = tenant.owner }: Request, id: string) =>
      caller.send(method, path, body, { 'x-request-id': id });
    const refused = await send(failure, 'a-refused-request');
    expect(refused.status, refused.text).toBeGreaterThanOrEqual(400);
    expect(await stored(tenant)).toEqual(before);
    const done = await send(success, 'a-request-of-mine');
    expect(done.status, done.text).toBeLessThan(300);
    const written = (await stored(tenant)).slice(before.length);
    const isOfSeat = (each: AuditEntry): boolean => each.action.startsWith('SEAT_');
    const [entry, ...more] = written.filter((each) => !isOfSeat(each));
    expect(more).toEqual([]);
    expect(written.filter(isOfSeat).map((each) => each.action)).toEqual(expected.seats ?? []);
    const byOwner = { userId: tenant.userId, email: expect.stringContaining('@'), tokenId: expect.any(String) };
    const { action, target, metadata, actor = byOwner } = expected;
    expect(entry).toMatchObject({
      action,
      target: { ...target, id: expect.any(String) },
      metadata,
      actor,
      requestId: 'a-request-of-mine',
    });
    if ('id' in target) expect(entry!.target.id).toBe(target.id);
    expect(JSON.stringify(await stored(tenant))).not.toContain('canary-secret');
  });
});

testWithActors('a repetition under the same Idempotency-Key is one action, and so one entry', async () => {
  const tenant = await scenario.aTenant();
  const before = await stored(tenant);
  const once = () =>
    tenant.owner.send('POST', '/api/v1/pats', { name: 'CI' }, { 'idempotency-key': 'the-same-request' });
  for (const { status } of [await once(), await once()]) expect(status).toBe(201);
  expect(await stored(tenant)).toHaveLength(before.length + 1);
});

testWithActors('a first sign-in is told as the making of its tenant, by somebody without a token', async () => {
  const subject = crypto.randomUUID();
  const person = scenario.callerWith(await people.token({ subject, email: `${subject}@example.test` }));
  const { body } = await person.get<Tenant>('/api/v1/me');
  const [entry, ...more] = await stored(body);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    action: 'TENANT_CREATED',
    target: { type: 'TENANT', id: body.tenantId },
    actor: { userId: body.userId, email: `${subject}@example.test`, tokenId: null },
  });
});

testWithActors('entries stay as long as the contract says on ENTERPRISE, and on no other tier', async () => {
  for (const [tier, days] of [
    ['ENTERPRISE', 2555],
    ['TEAM', 90],
  ] as const) {
    const tenant = await scenario.aTenant(tier);
    const terms = {
      pricePerSeatCents: null,
      seatFloor: null,
      auditDays: 2555,
      requestsPerMinute: null,
      graceDays: null,
    };
    const scope = mintScope.tenant(tenant.tenantId);
    await scenario.target.tables!(tenant.tenantId).put({ ...keys.plan(scope), ...grantedPlan(tier), terms });
    await tenant.owner.post('/api/v1/pats', { name: 'CI' });
    const entry = (await stored(tenant)).at(-1)!;
    expect(entry.expiresAt - Math.floor(Date.parse(entry.at) / 1000)).toBe(days * 24 * 3600);
  }
});

testWithActors('entries stay 90 days, 365 on ENTERPRISE, by the tier at which they were written', async () => {
  for (const [tier, days] of [
    ['FREE', 90],
    ['TEAM', 90],
    ['ENTERPRISE', 365],
  ] as const) {
    const tenant = await scenario.aTenant(tier);
    await tenant.owner.post('/api/v1/pats', { name: 'CI' });
    const entry = (await stored(tenant)).at(-1)!;
    expect(entry.expiresAt - Math.floor(Date.parse(entry.at) / 1000)).toBe(days * 24 * 3600);
  }
});
