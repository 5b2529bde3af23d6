import { expect } from 'vitest';
import { set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { mintScope } from '#domain/access/scope.ts';
import { aProject, projectsOf } from '../support/addresses.ts';
import { localPorts } from '../support/local-ports.ts';
import { type Answer, type AnyBody, openScenario, testWithActors } from '../support/scenario.ts';

/** For machines that do other work beside. */
const PATIENCE_MS = 300_000;
const ATTEMPTS = process.env['FULL_SIZE'] === '1' ? 1000 : 100;

const scenario = await openScenario(localPorts());

/** Every attempt at once; how many were let in. All others must have been told of the limit. */
const accepted = async (
  code: string,
  attempt: (index: number) => Promise<Answer<AnyBody>>,
  attempts = ATTEMPTS,
): Promise<number> => {
  const answers = await Promise.all(Array.from({ length: attempts }, (_, index) => attempt(index)));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set([code]));
  return answers.length - refused.length;
};

testWithActors(
  'of many projects made at once on Free, exactly one is there; the place of a deleted one is free',
  async () => {
    const tenant = await scenario.aTenant('FREE');
    const projects = projectsOf(tenant);
    const make = (index: number) => tenant.owner.post(projects, { name: `Project ${index}` });
    expect(await accepted('PLAN_LIMIT_REACHED', make)).toBe(1);
    const { body } = await tenant.owner.get<{ data: { id: string }[]; totalElements: number }>(projects);
    expect(body.totalElements).toBe(1);
    await tenant.owner.delete(`${projects}/${body.data[0]!.id}`);
    expect(await accepted('PLAN_LIMIT_REACHED', make)).toBe(1);
  },
  PATIENCE_MS,
);

testWithActors(
  'of many workspaces made at once, exactly as many are there as the tier allows; the place of a deleted one is free',
  async () => {
    for (const [tier, limit] of [
      ['FREE', 1],
      ['PRO', 5],
    ] as const) {
      const tenant = await scenario.aTenant(tier);
      const workspaces = '/api/manage/workspaces';
      const make = (index: number) => tenant.owner.post(workspaces, { name: `Workspace ${index}` });
      // One is there from the beginning.
      expect(await accepted('PLAN_LIMIT_REACHED', make, 200)).toBe(limit - 1);
      expect((await tenant.owner.get(workspaces)).body['totalElements']).toBe(limit);
      expect((await tenant.owner.delete(`${workspaces}/${tenant.workspaceId}`)).status).toBe(204);
      expect(await accepted('PLAN_LIMIT_REACHED', make)).toBe(1);
    }
  },
  PATIENCE_MS,
);

testWithActors(
  'of many features made at once on Free, exactly three are there; the place of a deleted one is free',
  async () => {
    const tenant = await scenario.aTenant('FREE');
    const { path } = await aProject(tenant);
    const make = (index: number) => tenant.owner.post(`${path}/features`, { name: `Feature ${index}` });
    expect(await accepted('PLAN_LIMIT_REACHED', make)).toBe(3);
    const { body } = await tenant.owner.get<{ data: { id: string }[]; totalElements: number }>(`${path}/features`);
    expect(body.totalElements).toBe(3);
    await tenant.owner.delete(`${path}/features/${body.data[0]!.id}`);
    expect(await accepted('PLAN_LIMIT_REACHED', make)).toBe(1);
  },
  PATIENCE_MS,
);

testWithActors(
  'of many users invited at once, exactly as many come in as the cap has seats',
  async () => {
    const tenant = await scenario.aTenant('TEAM');
    const scope = mintScope.tenant(tenant.tenantId);
    await scenario.target.tables!(tenant.tenantId).update(keys.billing(scope), [set('maxBillableUsers', 50)]);
    const invite = (index: number) =>
      tenant.owner.post('/api/manage/users', { email: `limit-${tenant.userId}-${index}@example.test`, role: 'MEMBER' });
    expect(await accepted('BILLABLE_CAP_REACHED', invite)).toBe(49);
    const { body } = await tenant.owner.get('/api/billing/subscription-status');
    expect(body).toMatchObject({ billableMembers: 50, maxBillableUsers: 50 });
  },
  PATIENCE_MS,
);

testWithActors(
  'of many tokens made at once, exactly a hundred live',
  async () => {
    const tenant = await scenario.aTenant('TEAM');
    const make = (index: number) => tenant.owner.post('/api/v1/pats', { name: `Token ${index}` });
    // The first token is the caller's own.
    expect(await accepted('TOKEN_LIMIT_REACHED', make)).toBe(99);
  },
  PATIENCE_MS,
);
