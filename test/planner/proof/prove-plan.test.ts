import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import type { Proposal } from '#planner/journeys/model/sketch.ts';
import { RESOURCE_SHAPES } from '#planner/journeys/shapes/shapes.ts';
import type { Planning } from '#planner/journeys/model/planning.ts';
import { personaRoles } from '#planner/personas/persona-roles.ts';
import { routesOf } from '#planner/proof/mock/route.ts';
import { SpecMock } from '#planner/proof/mock/spec-mock.ts';
import { buildResourceGraph } from '#planner/resources/graph/build-resource-graph.ts';
import { readSpec } from '#planner/intake/read-spec.ts';
import type { PlanKind } from '#verifier/plan/journey-kinds.ts';
import type { Step } from '#verifier/plan/plan.ts';

import { integer, object, param, shows, spec, takes, text, thingSpec } from '#test/small-spec.ts';
import { tenantPersonas, tenantSpec } from '#test/tenant-spec.ts';
import { proofToken } from '#planner/proof/mock/proof-token.ts';

const tenant = { spec: tenantSpec(), personas: tenantPersonas, envProvidedParams: ['workspaceId'] };

async function tenantPlanning(): Promise<Planning> {
  const model = await readSpec(tenantSpec());
  const graph = buildResourceGraph(model);
  return { model, graph, roles: personaRoles(tenantPersonas), envProvidedParams: ['workspaceId'] };
}

/** Plans with the shapes of one kind, whose steps are changed after they built them. */
async function planWithBrokenShape(kind: PlanKind, breakSteps: (steps: Step[]) => void) {
  const broken = <Shape extends { kind: PlanKind; propose: (...given: never[]) => Proposal[] }>(shape: Shape): Shape =>
    shape.kind !== kind
      ? shape
      : {
          ...shape,
          propose: (...given: never[]) =>
            shape.propose(...given).map((sketch) => ({
              ...sketch,
              build: (journey: Parameters<typeof sketch.build>[0]) => {
                sketch.build(journey);
                breakSteps(journey.steps);
              },
            })),
        };
  const shapes = RESOURCE_SHAPES.map((shape) =>
    'kind' in shape ? broken(shape) : shape.map((one) => broken(one)),
  ) as unknown as typeof RESOURCE_SHAPES;
  const { '/api/v1/workspaces': _noResource, ...paths } = tenantSpec().paths;
  const { bundle, dropped } = await planFeature({ ...tenant, spec: { ...tenantSpec(), paths } }, shapes);
  return {
    kept: bundle.plans.filter((plan) => plan.kind === kind),
    reasons: dropped.filter((plan) => plan.kind === kind).map(({ reason }) => reason),
  };
}

describe('the proof rejects a shape that is broken on purpose', () => {
  const broken: [PlanKind, string, (steps: Step[]) => void][] = [
    [
      'update-read',
      'asserts after the change what was there before',
      (steps) => {
        const before = steps.findLast(({ id }) => id.startsWith('read-') || id.startsWith('list-'));
        const first = steps.find(({ effectOf }) => effectOf !== undefined);
        if (before && first) before.assert = first.assert;
      },
    ],
    [
      'update-read',
      'never reads again',
      (steps) => void steps.splice(steps.findLastIndex(({ id }) => id.startsWith('update-')) + 1),
    ],
    [
      'delete-gone',
      'never looks whether it is gone',
      (steps) => void steps.splice(steps.findIndex(({ method }) => method === 'DELETE') + 1),
    ],
    [
      'create-list',
      'asserts only the item’s own read',
      (steps) => {
        for (const step of steps) if (step.id.startsWith('list-')) step.assert = [];
      },
    ],
    [
      'unauthenticated',
      'sends the identity after all',
      (steps) => {
        for (const step of steps) step.persona ??= 'Owner';
      },
    ],
    [
      'cross-persona',
      'lets the owner try it',
      (steps) => {
        for (const step of steps) step.persona = 'Owner';
      },
    ],
    [
      'not-found',
      'expects a success',
      (steps) => {
        for (const step of steps) step.expect = { ...step.expect, outcome: 'success', status: [200] };
      },
    ],
  ];

  it.each(broken)('%s: %s', async (kind, _, breakSteps) => {
    const { kept, reasons } = await planWithBrokenShape(kind, breakSteps);
    expect(kept).toEqual([]);
    expect(reasons.length).toBeGreaterThan(0);
  });

  it('and says KILLS_NO_MUTANT where the rules alone would have kept it', async () => {
    const { reasons } = await planWithBrokenShape('delete-gone', (steps) => {
      steps.splice(steps.findIndex(({ method }) => method === 'DELETE') + 1);
    });
    expect(new Set(reasons)).toEqual(new Set(['KILLS_NO_MUTANT']));
  });
});

describe('every kept plan carries the faults that it finds', () => {
  it('and every mutation operator is killed by some plan', async () => {
    const { bundle } = await planFeature(tenant);
    const killed = new Set(bundle.plans.flatMap(({ proof }) => proof.map((name) => name.split(' ')[0])));
    expect([...killed].sort()).toEqual([
      'authentication-ignored',
      'child-under-wrong-parent',
      'delete-no-op',
      'deleted-still-listed',
      'field-dropped',
      'item-listed-twice',
      'last-item-lost',
      'malformed-id-crashes',
      'method-removed',
      'not-in-list',
      'other-user-allowed',
      'page-repeated',
      'page-size-ignored',
      'parent-ignored',
      'partial-write',
      'route-removed',
      'stale-read',
      'total-of-a-page',
      'unknown-item-answered',
      'unknown-parent-taken',
      'value-altered',
      'write-not-stored',
      'wrong-status',
      'wrong-type',
    ]);
    expect(bundle.plans.every(({ proof }) => proof.length > 0)).toBe(true);
  });

  it('a lost update of one field among several is found', async () => {
    const { bundle } = await planFeature({ spec: thingSpec({ title: text, amount: integer }), personas: [] });
    const update = bundle.plans.find(({ subject }) => subject === 'PUT /things/{id}');
    expect(update?.proof).toContain('partial-write PUT /things/{id}');
    expect(update?.proof).toContain('stale-read GET /things/{id}');
  });

  it('a fault that one journey finds is not planted again for the next', async () => {
    const { bundle } = await planFeature({ spec: thingSpec({ title: text, amount: integer }), personas: [] });
    const finders = (mutant: string) =>
      bundle.plans.filter(({ proof }) => proof.includes(mutant)).map(({ kind }) => kind);
    expect(finders('route-removed GET /things/{id}')).toEqual(['create-read']);
    expect(
      bundle.plans.filter(({ steps }) => steps.some(({ path }) => path === '/things/{id}')).length,
    ).toBeGreaterThan(1);
  });
});

describe('the mock does what the spec says', () => {
  const projects = '/api/v1/workspaces/5f0e8c1a-3f5b-4d0a-8a59-1c6e2f7b9d10/projects';

  async function client() {
    const planning = await tenantPlanning();
    const { send } = new SpecMock(planning, routesOf(planning));
    return async (method: string, path: string, as: string | null, body?: object) => {
      const persona = planning.roles.bindings.find(({ name }) => name === as);
      const response = await send({
        method,
        url: `http://mock.invalid${path}`,
        headers: persona ? { authorization: `Bearer ${proofToken(persona)}` } : {},
        ...(body ? { body: JSON.stringify(body) } : {}),
        timeoutMs: 1000,
      });
      return {
        ...response,
        json: response.body === '' ? undefined : (JSON.parse(response.body) as { [key: string]: unknown }),
      };
    };
  }

  it('creates, reads, lists, updates and deletes', async () => {
    const call = await client();
    const made = await call('POST', projects, 'Owner', { name: 'One' });
    expect(made.status).toBe(201);
    const path = `${projects}/${String(made.json?.['id'])}`;
    expect((await call('GET', path, 'Owner')).json).toMatchObject({ id: made.json?.['id'], name: 'One' });
    expect((await call('GET', projects, 'Owner')).json).toMatchObject({ data: [{ name: 'One' }] });
    expect((await call('PUT', path, 'Owner', { name: 'Two' })).json).toMatchObject({ name: 'Two' });
    expect((await call('GET', path, 'Owner')).json).toMatchObject({ name: 'Two' });
    expect((await call('DELETE', path, 'Owner')).status).toBe(204);
    expect((await call('GET', path, 'Owner')).status).toBe(404);
    expect((await call('GET', projects, 'Owner')).json).toMatchObject({ data: [] });
  });

  it('answers 404 for the unknown, 405 for another method, 400 for a body that does not fit', async () => {
    const call = await client();
    expect((await call('GET', '/nowhere', 'Owner')).status).toBe(404);
    expect((await call('PATCH', projects, 'Owner')).status).toBe(405);
    expect((await call('POST', projects, 'Owner', { name: 7 })).status).toBe(400);
    expect((await call('GET', `${projects}/unknown/test-personas`, 'Owner')).status).toBe(404);
  });

  it('asks for an identity where security is declared, and keeps an outsider away from what is another’s', async () => {
    const call = await client();
    const made = await call('POST', projects, 'Owner', { name: 'One' });
    const path = `${projects}/${String(made.json?.['id'])}`;
    expect((await call('GET', path, null)).status).toBe(401);
    expect((await call('GET', '/api/v1/health', null)).status).toBe(200);
    expect((await call('GET', path, 'Outsider')).status).toBe(404);
    expect((await call('DELETE', path, 'Outsider')).status).toBe(404);
    expect((await call('GET', path, 'Owner')).status).toBe(200);
  });
});

it('what a sound server adds to each object of a list that was sent is no wrong value', async () => {
  const list = (items: object) => object({ steps: { type: 'array', items } }, ['steps']);
  const [sent, shown] = [object({ note: text }, ['note']), object({ id: integer, note: text }, ['id', 'note'])];
  const plan = object({ id: integer, steps: { type: 'array', items: shown } }, ['id', 'steps']);
  const { bundle, dropped } = await planFeature({
    spec: spec({
      '/plans': { post: { ...takes(list(sent)), responses: shows(plan, '201') } },
      '/plans/{id}': { parameters: [param('id', integer)], get: { responses: shows(plan) } },
    }),
    personas: [],
  });
  expect(dropped.filter(({ reason }) => reason === 'KILLS_NO_MUTANT')).toEqual([]);
  expect(bundle.plans.map(({ kind }) => kind)).toEqual(['create-echo', 'create-read']);
});

describe('the proof’s server', () => {
  it('answers a member that is required and described nowhere', async () => {
    const shown = object({ id: integer, title: text }, ['id', 'title', 'group']);
    const { bundle, dropped } = await planFeature({
      spec: spec({
        '/things': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(shown, '201') } },
        '/things/{id}': { get: { parameters: [param('id', integer)], responses: shows(shown) } },
      }),
      personas: [],
    });
    expect(bundle.plans.map(({ kind }) => kind)).toContain('create-read');
    expect(dropped.map(({ reason }) => reason)).not.toContain('KILLS_NO_MUTANT');
  });
});
