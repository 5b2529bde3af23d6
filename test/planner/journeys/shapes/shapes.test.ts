import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { planJourneys } from '#planner/journeys/plan-journeys.ts';
import { RESOURCE_SHAPES } from '#planner/journeys/shapes/shapes.ts';
import type { Planning } from '#planner/journeys/model/planning.ts';
import { personaRoles } from '#planner/personas/persona-roles.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { buildResourceGraph } from '#planner/resources/graph/build-resource-graph.ts';
import { checkPlan } from '#planner/rules/check-plan.ts';
import type { DropReason } from '#planner/outcome/dropped-plan.ts';
import { readSpec } from '#planner/intake/read-spec.ts';
import type { PlanKind } from '#verifier/plan/journey-kinds.ts';
import type { Assertion, Plan, Step } from '#verifier/plan/plan.ts';

import { integer, noBody, object, param, shows, spec, takes, text, thingSpec } from '#test/small-spec.ts';

const status = { type: 'string', enum: ['open', 'shut'] };
const page = { name: 'page', in: 'query', schema: { type: 'integer', default: 1 } };
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } };
const query = (name: string, schema: object = text) => ({ name, in: 'query', schema });
const room = object({ id: integer, title: text, status }, ['id', 'title', 'status']);
const desk = object({ id: integer, label: text, roomId: integer }, ['id', 'label', 'roomId']);
const rooms = spec({
  '/rooms': {
    post: { ...takes(object({ title: text }, ['title'])), responses: shows(room, '201') },
    get: {
      parameters: [query('title'), query('status', status), page, limit],
      responses: shows({ type: 'array', items: room }),
    },
  },
  '/rooms/{roomId}': {
    parameters: [param('roomId', integer)],
    get: { responses: { ...shows(room), '404': { description: 'none' } } },
    delete: { responses: noBody },
  },
  '/rooms/{roomId}/desks': {
    parameters: [param('roomId', integer)],
    post: { ...takes(object({ label: text }, ['label'])), responses: shows(desk, '201') },
    get: { responses: shows({ type: 'array', items: desk }) },
  },
  '/rooms/{roomId}/desks/{deskId}': {
    parameters: [param('roomId', integer), param('deskId', integer)],
    get: { responses: { ...shows(desk), '404': { description: 'none' } } },
    delete: { responses: noBody },
  },
});
const KINDS: PlanKind[] = ['child-under-parent', 'list-filter', 'pagination'];

function withSteps(plan: Plan, change: (step: Step) => Step): Plan {
  return { ...plan, steps: plan.steps.map(change) };
}

function withAsserts(plan: Plan, change: (assertion: Assertion) => Assertion[]): Plan {
  return withSteps(plan, (step) => ({ ...step, assert: step.assert.flatMap(change) }));
}

/** Changes that break one rule; undefined where a plan offers no place for it. */
const breakages: Record<string, { reason: DropReason; breaks: (plan: Plan) => Plan | undefined }> = {
  'only what a list lacks or has alone': {
    reason: 'NO_PRODUCED_VALUE',
    breaks: (plan) =>
      withAsserts(plan, (one) => (one.op === 'listLacks' || one.op === 'listOnly' || one.op === 'status' ? [one] : [])),
  },
  'pages without an item of this run': {
    reason: 'NO_PRODUCED_VALUE',
    breaks: (plan) =>
      plan.kind === 'pagination'
        ? withAsserts(plan, (one) => (one.op === 'listPages' ? [{ ...one, each: [] }] : []))
        : undefined,
  },
  'a list at a place that no response documents': {
    reason: 'OUTCOME_NOT_SHOWN',
    breaks: (plan) =>
      plan.steps.some(({ assert }) => assert.some((one) => 'list' in one))
        ? withAsserts(plan, (one) => ['list' in one ? { ...one, list: '/undocumented' } : one])
        : undefined,
  },
  'a field that no item documents': {
    reason: 'OUTCOME_NOT_SHOWN',
    breaks: (plan) =>
      plan.steps.some(({ assert }) => assert.some(({ op }) => op === 'listOnly'))
        ? withAsserts(plan, (one) => [one.op === 'listOnly' ? { ...one, pointer: '/undocumented' } : one])
        : undefined,
  },
  'a page size that the parameter refuses': {
    reason: 'NO_VALUE_FITS',
    breaks: (plan) =>
      plan.kind === 'pagination'
        ? withSteps(plan, (step) => ({
            ...step,
            params: {
              ...step.params,
              query: Object.hasOwn(step.params.query, 'limit') ? { limit: { literal: 1_000 } } : step.params.query,
            },
          }))
        : undefined,
  },
  'a filter by the value that every item has': {
    reason: 'NO_SECOND_VALUE',
    breaks: (plan) => {
      const body = plan.steps.find(({ method }) => method === 'POST')?.body;
      const isTold = plan.steps.some(({ assert }) => assert.some(({ op }) => op === 'listLacks'));
      return plan.kind === 'list-filter' && isTold && body
        ? withSteps(plan, (step) => (step.method === 'POST' ? { ...step, body } : step))
        : undefined;
    },
  },
  'a parent that nothing made': {
    reason: 'NOT_CREATABLE',
    breaks: (plan) =>
      plan.kind === 'child-under-parent'
        ? { ...plan, steps: plan.steps.filter(({ id }) => id !== 'create-room-2') }
        : undefined,
  },
  'a child that is refused below another parent with 400': {
    reason: 'NEGATIVE_STATUS_NOT_VERIFIABLE',
    breaks: (plan) =>
      plan.steps.some(({ expect: { outcome } }) => outcome === 'not-found')
        ? withSteps(plan, (step) =>
            step.expect.outcome === 'not-found' ? { ...step, expect: { ...step.expect, status: [400] } } : step,
          )
        : undefined,
  },
};

describe('the checker drops a plan about lists that breaks one rule, with that rule’s reason', () => {
  let planning: Planning;
  let plans: Plan[];

  beforeAll(async () => {
    const model = await readSpec(rooms);
    planning = { model, graph: buildResourceGraph(model), roles: personaRoles([]), envProvidedParams: [] };
    plans = planJourneys(planning).plans.filter(({ kind }) => KINDS.includes(kind));
  });

  it('and keeps those that the shapes build', () => {
    expect(new Set(plans.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    expect(plans.map((plan) => checkPlan(plan, planning))).toEqual(plans.map(() => undefined));
  });

  it.each(Object.entries(breakages))('%s', (_, { reason, breaks }) => {
    let broken = 0;
    fc.assert(
      fc.property(fc.nat(), (which) => {
        const changed = breaks(plans[which % plans.length] as Plan);
        if (!changed) return;
        broken += 1;
        expect(checkPlan(changed, planning)?.reason).toBe(reason);
      }),
      { seed: 11, numRuns: 60 },
    );
    expect(broken).toBeGreaterThan(5);
  });
});

it('every shape has a kept plan over the reference services', async () => {
  const folder = new URL('../../../subjects/', import.meta.url);
  const specs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(openapi|swagger)\.(json|ya?ml)$/.test(name),
  );
  const personas = [
    { name: 'Owner', description: 'Can do everything.', authType: 'BEARER' as const },
    { name: 'Outsider', description: 'Is not a member.', authType: 'BEARER' as const },
    { name: 'Reader', description: 'Read-only access.', authType: 'BEARER' as const },
  ];
  const kept = new Set<string>();
  for (const name of specs) {
    const { bundle } = await planFeature({ spec: readFileSync(new URL(name, folder), 'utf8'), personas });
    for (const { kind, proof } of bundle.plans) if (proof.length > 0) kept.add(kind);
  }
  expect(RESOURCE_SHAPES.flat().flatMap(({ id, kind }) => (kept.has(kind) ? [] : [id]))).toEqual([]);
}, 120_000);

it('a resource with create, read, list, update and delete has a journey of each basic shape', async () => {
  const things = thingSpec({ title: text });
  const { bundle } = await planFeature({
    spec: {
      ...things,
      paths: { ...things.paths, '/reports': { get: { responses: shows(object({ count: integer }, ['count'])) } } },
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    personas: [{ name: 'Owner', description: 'Can do everything.', authType: 'BEARER' }],
  });
  expect(bundle.plans.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'Creating a thing answers what was sent',
      'A created thing can be read back',
      'A created thing is in the list',
      'A thing changed by PUT shows the change',
      'A deleted thing is gone',
      'Without an identity, DELETE /things/{id} is refused',
      'Without an identity, GET /reports is refused',
    ]),
  );
});
