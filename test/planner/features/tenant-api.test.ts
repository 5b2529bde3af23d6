import { beforeAll, describe, expect, it } from 'vitest';

import type { PlanKind } from '#verifier/plan/journey-kinds.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import { planFeature } from '#planner/plan-feature.ts';

import { tenantPersonas, tenantSpec } from '#test/tenant-spec.ts';
import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';

const projects = '/api/v1/workspaces/{workspaceId}/projects';

describe('an API with tokens, nested resources, wrapped lists and personas', () => {
  let feature: PlannedFeature;
  const find = (kind: PlanKind, subject: string): Plan => {
    const plan = feature.bundle.plans.find((one) => one.kind === kind && one.subject === subject);
    if (!plan) throw new Error(`no ${kind} plan for ${subject}`);
    return plan;
  };

  beforeAll(async () => {
    feature = await planFeature({ spec: tenantSpec(), personas: tenantPersonas, envProvidedParams: ['workspaceId'] });
  });

  it('covers every operation', () => {
    expect(feature.dropped).toEqual([]);
    const gaps = feature.operations.filter(({ journeyIds }) => journeyIds.length === 0);
    expect(gaps.map(({ operation }) => operation)).toEqual([]);
  });

  it('has every kind of plan', () => {
    expect([...new Set(feature.bundle.plans.map(({ kind }) => kind))].sort()).toEqual([
      'call-unknown',
      'child-under-parent',
      'create-echo',
      'create-list',
      'create-read',
      'cross-persona',
      'delete-gone',
      'forbidden',
      'not-found',
      'pagination',
      'read-beside',
      'unauthenticated',
      'update-read',
    ]);
  });

  it('creates parents first and takes them away last', () => {
    const { steps, teardown, inputs } = find('create-list', `GET ${projects}/{projectId}/test-personas`);
    expect(steps.map(({ id }) => id)).toEqual([
      'create-project',
      'list-test-persona',
      'create-test-persona',
      'list-test-persona-2',
    ]);
    expect(steps[0]?.params.path).toEqual({ workspaceId: { input: 'workspaceId' } });
    expect(steps[2]?.params.path).toEqual({
      workspaceId: { input: 'workspaceId' },
      projectId: { capture: 'projectId' },
    });
    expect(teardown.map(({ operationId }) => operationId)).toEqual(['deleteProject', 'deleteTestPersona']);
    expect(inputs).toEqual({ workspaceId: { env: 'APITEST_PARAM_WORKSPACE_ID', onMissing: 'skip' } });
  });

  it('walks wrapped lists with the largest documented page', () => {
    const list = find('create-list', `GET ${projects}`).steps.at(-1);
    expect(list?.paging).toEqual({ style: 'page', param: 'page', first: 1, size: { param: 'size', value: 100 } });
    expect(list?.assert).toMatchObject([{ op: 'listContains', list: '/data' }]);
  });

  it('gives names a value of their own for each run, and the next write another', () => {
    const { steps } = find('update-read', `PUT ${projects}/{projectId}`);
    const bodies = steps.flatMap(({ body }) => (body && 'object' in body.value ? [body.value.object['name']] : []));
    expect(bodies).toEqual([
      { unique: { stem: 'sample-name', charset: 'text', maxLength: 100 } },
      { unique: { stem: 'changed-sample-name', charset: 'text', maxLength: 100 } },
    ]);
  });

  it('neither sends a status that nothing asks for, nor asserts ids, times and secrets', () => {
    const everything = JSON.stringify(feature.bundle.plans);
    expect(everything).not.toContain('"status":{"literal"');
    expect(everything).not.toContain('credentials');
    expect(everything).not.toContain('"pointer":"/createdAt"');
    expect(everything).not.toContain('"pointer":"/workspaceId"');
  });

  it('reads through the list where an item has no read of its own', () => {
    const { steps } = find('update-read', `PUT ${projects}/{projectId}/test-personas/{personaId}`);
    const [before, , after] = steps.slice(2);
    expect([before?.operationId, after?.operationId]).toEqual(['listTestPersonas', 'listTestPersonas']);
    expect(after?.effectOf).toBe('update-test-persona');
    const gone = find('delete-gone', `DELETE ${projects}/{projectId}/test-personas/{personaId}`).steps.at(-1);
    expect(gone?.assert).toMatchObject([{ op: 'listLacks', list: '/data' }]);
  });

  it('refuses only after the owner was let in, at the owner’s own place', () => {
    const { steps } = find('cross-persona', `GET ${projects}`);
    expect(steps.map(({ persona, expect: { outcome } }) => [persona, outcome])).toEqual([
      ['Owner', 'success'],
      ['Owner', 'success'],
      ['Outsider', 'cross-persona'],
    ]);
    expect(steps[2]?.params.path).toEqual({ workspaceId: { sent: 'create-project', pointer: '/path/workspaceId' } });
  });

  it('lets the owner check what an outsider tried to change', () => {
    const { steps } = find('cross-persona', `PUT ${projects}/{projectId}`);
    expect(steps.map(({ persona }) => persona)).toEqual(['Owner', 'Owner', 'Outsider', 'Owner']);
    expect(steps[3]?.effectOf).toBe(steps[2]?.id);
    expect(steps[3]?.assert).toContainEqual({
      op: 'equals',
      pointer: '/name',
      value: { sent: 'create-project', pointer: '/body/name' },
      compare: 'exact',
    });
  });

  it('takes away what a create that must be refused leaves behind', () => {
    const { steps, teardown } = find('unauthenticated', `POST ${projects}`);
    expect(steps.map(({ id }) => id)).toEqual(['refused-create-project']);
    expect(teardown.map(({ forStep }) => forStep)).toEqual(['refused-create-project']);
  });

  it('binds only the personas that journeys use, with the variable of their credentials', () => {
    expect(feature.bundle.personas.map(({ name, envVar }) => [name, envVar])).toEqual([
      ['Outsider', 'AUTH_OUTSIDER'],
      ['Owner', 'AUTH_OWNER'],
    ]);
  });

  it('ships the schemas of its responses, closed under references and without examples', () => {
    const { $defs, plans } = feature.bundle;
    const used = plans.flatMap(({ steps }) =>
      steps.flatMap(({ expect: { responses } }) => Object.values(responses).flatMap(({ schema }) => schema ?? [])),
    );
    const referred = [...JSON.stringify($defs).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name);
    expect([...used, ...referred].filter((name) => name !== undefined && !Object.hasOwn($defs, name))).toEqual([]);
  });

  it('runs without an identity where no persona has credentials', async () => {
    const { bundle, dropped } = await planFeature({
      spec: tenantSpec(),
      personas: tenantPersonas.filter(({ authType }) => authType === 'NONE'),
      envProvidedParams: ['workspaceId'],
    });
    expect(new Set(bundle.plans.flatMap(({ steps }) => steps.map(({ persona }) => persona)))).toEqual(new Set([null]));
    expect(new Set(dropped.map(({ reason }) => reason))).toEqual(new Set(['NO_PERSONAS']));
  });

  it('proves plans of personas whatever way they get their credentials, and ships them as they are', async () => {
    const { bundle, dropped } = await planFeature({
      spec: tenantSpec(),
      personas: [
        { name: 'Owner', description: 'Owns everything.', authType: 'JS', script: 'return { headers: {} }' },
        { name: 'Outsider', description: 'An outsider.', authType: 'HTTP_ENDPOINT' },
      ],
      envProvidedParams: ['workspaceId'],
    });
    expect(dropped).toEqual([]);
    expect(bundle.plans.map(({ kind }) => kind)).toContain('cross-persona');
    expect(bundle.personas.map(({ authType, script }) => [authType, script])).toEqual([
      ['HTTP_ENDPOINT', undefined],
      ['JS', 'return { headers: {} }'],
    ]);
  });

  it('is planned and proved in twice 300 ms of this thread at most', async () => {
    let leastMs = Infinity;
    // 300 ms are the budget, which `npm run bench -- plan` measures alone. What runs beside it takes its caches away: it took 170 ms alone, and 303 ms
    // as the least of thirty rounds in a whole run on two cores.
    for (let round = 0; round < 30 && leastMs >= 600; round += 1) {
      const before = process.threadCpuUsage();
      await planFeature({ spec: tenantSpec(), personas: tenantPersonas, envProvidedParams: ['workspaceId'] });
      const { user, system } = process.threadCpuUsage(before);
      leastMs = Math.min(leastMs, (user + system) / 1000);
    }
    expect(leastMs).toBeLessThan(600);
  });
});
