import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Plan, Step } from '#verifier/plan/plan.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { planJourneys } from '#planner/journeys/plan-journeys.ts';
import type { Planning } from '#planner/journeys/model/planning.ts';
import { personaRoles } from '#planner/personas/persona-roles.ts';
import { buildResourceGraph } from '#planner/resources/graph/build-resource-graph.ts';
import { checkPlan, createDuplicateCheck } from '#planner/rules/check-plan.ts';
import type { DropReason } from '#planner/outcome/dropped-plan.ts';
import { readSpec } from '#planner/intake/read-spec.ts';

import { integer, noBody, object, param, shows, spec, takes, text, thingSpec } from '#test/small-spec.ts';
import { tenantPersonas, tenantSpec } from '#test/tenant-spec.ts';

/** One change to a good plan that breaks one rule; undefined where the plan offers no place for it. */
type Breakage = { reason: DropReason; breaks: (plan: Plan, pick: number) => Plan | undefined };

function one<Item>(items: Item[], pick: number): Item | undefined {
  return items[pick % Math.max(1, items.length)];
}

function changeStep(plan: Plan, id: string | undefined, change: (step: Step) => Step): Plan | undefined {
  if (id === undefined) return undefined;
  return { ...plan, steps: plan.steps.map((step) => (step.id === id ? change(step) : step)) };
}

const negative = (plan: Plan) => ['not-found', 'unauthenticated', 'forbidden', 'cross-persona'].includes(plan.kind);
const asserts = (step: Step) => step.assert.some(({ op }) => op === 'equals');

const breakages: Record<string, Breakage> = {
  'a path value that nothing produced': {
    reason: 'NOT_CREATABLE',
    breaks: (plan, pick) => {
      const step = one(
        plan.steps.filter(({ params }) => Object.keys(params.path).length > 0),
        pick,
      );
      const name = Object.keys(step?.params.path ?? {}).at(-1) ?? '';
      const path = { ...step?.params.path, [name]: { literal: '42' } };
      return changeStep(plan, step?.id, (found) => ({ ...found, params: { ...found.params, path } }));
    },
  },
  'a capture that only a later step takes': {
    reason: 'NOT_CREATABLE',
    breaks: (plan, pick) => {
      const taken = plan.steps.filter(({ captures }) => Object.keys(captures).length > 0);
      const step = one(taken, pick);
      const used = plan.steps.some(({ params }) =>
        Object.values(params.path).some((value) => 'capture' in value && value.capture in (step?.captures ?? {})),
      );
      return used ? changeStep(plan, step?.id, (found) => ({ ...found, captures: {} })) : undefined;
    },
  },
  'an assertion on a field that no response documents': {
    reason: 'OUTCOME_NOT_SHOWN',
    breaks: (plan, pick) =>
      changeStep(plan, one(plan.steps.filter(asserts), pick)?.id, (found) => ({
        ...found,
        assert: found.assert.map((assertion) =>
          assertion.op === 'equals' ? { ...assertion, pointer: '/undocumented' } : assertion,
        ),
      })),
  },
  'statuses and absences alone': {
    reason: 'NO_PRODUCED_VALUE',
    breaks: (plan) =>
      negative(plan)
        ? undefined
        : {
            ...plan,
            steps: plan.steps.map((step) => ({
              ...step,
              assert: step.assert.filter(({ op }) => op !== 'equals' && op !== 'listContains' && op !== 'listPages'),
            })),
          },
  },
  'a capture compared with its own response': {
    reason: 'NO_PRODUCED_VALUE',
    breaks: (plan) => {
      const read = plan.steps.findLast(asserts);
      if (negative(plan) || !read) return undefined;
      const pointer = read.assert.find((assertion) => assertion.op === 'equals')?.pointer ?? '';
      const only: Step = {
        ...read,
        captures: { ...read.captures, own: { from: 'body', pointer } },
        assert: [{ op: 'equals', pointer, value: { capture: 'own' }, compare: 'exact' }],
      };
      return { ...plan, steps: plan.steps.map((step) => (step === read ? only : { ...step, assert: [] })) };
    },
  },
  'a refusal expected as 400, 409 or 422': {
    reason: 'NEGATIVE_STATUS_NOT_VERIFIABLE',
    breaks: (plan, pick) =>
      changeStep(
        plan,
        one(
          plan.steps.filter(({ expect: { outcome } }) => outcome !== 'success'),
          pick,
        )?.id,
        (found) => ({
          ...found,
          expect: { ...found.expect, status: [[400, 409, 422][pick % 3] as number] },
        }),
      ),
  },
  'a value that its schema refuses': {
    reason: 'NO_VALUE_FITS',
    breaks: (plan, pick) => {
      const step = one(
        plan.steps.filter(({ body }) => body !== undefined && 'object' in body.value),
        pick,
      );
      return changeStep(plan, step?.id, (found) => {
        if (!found.body || !('object' in found.body.value)) return found;
        const value = { object: { ...found.body.value.object, name: { literal: 12 } } };
        return { ...found, body: { ...found.body, value } };
      });
    },
  },
  'an update that sends what was there before': {
    reason: 'NO_SECOND_VALUE',
    breaks: (plan) => {
      if (plan.kind !== 'update-read') return undefined;
      const made = plan.steps.findLast(({ method }) => method === 'POST')?.body;
      const update = plan.steps.find(({ method }) => method === 'PUT')?.id;
      return changeStep(plan, update, (found) => (made ? { ...found, body: made } : found));
    },
  },
  'a persona that is not there': {
    reason: 'NO_PERSONAS',
    breaks: (plan) => ({ ...plan, personas: [...plan.personas, 'Nobody'] }),
  },
  'a refusal of a persona whose description states no limit': {
    reason: 'AMBIGUOUS_PERSONA',
    breaks: (plan) => {
      const refused = plan.steps.find(
        ({ expect: { outcome } }) => outcome === 'forbidden' || outcome === 'cross-persona',
      );
      return changeStep(plan, refused?.id, (found) => ({ ...found, persona: 'Owner' }));
    },
  },
};

describe('the checker drops a plan that breaks one rule, with that rule’s reason', () => {
  let planning: Planning;
  let plans: Plan[];

  beforeAll(async () => {
    const model = await readSpec(tenantSpec());
    const graph = buildResourceGraph(model);
    planning = { model, graph, roles: personaRoles(tenantPersonas), envProvidedParams: ['workspaceId'] };
    plans = planJourneys(planning).plans;
  });

  it('and keeps every plan that the shapes build for a full spec', () => {
    expect(plans.length).toBeGreaterThan(20);
    expect(plans.map((plan) => checkPlan(plan, planning))).toEqual(plans.map(() => undefined));
  });

  it.each(Object.keys(breakages))('%s', (name) => {
    const { reason, breaks } = breakages[name] as Breakage;
    let broken = 0;
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (which, pick) => {
        const changed = breaks(one(plans, which) as Plan, pick);
        if (!changed) return;
        broken += 1;
        expect(checkPlan(changed, planning)?.reason).toBe(reason);
      }),
      { seed: 7, numRuns: 200 },
    );
    expect(broken).toBeGreaterThan(5);
  });

  it('the same journey a second time', () => {
    const duplicateOf = createDuplicateCheck();
    const [first] = plans as [Plan];
    expect(duplicateOf(first)).toBeUndefined();
    expect(duplicateOf({ ...first, journeyId: 'other' })?.reason).toBe('DUPLICATE');
  });
});

describe('the checker looks at each value and at each refused operation', () => {
  const planned = async (document: object, personas: Parameters<typeof personaRoles>[0] = []) => {
    const model = await readSpec(document);
    const graph = buildResourceGraph(model);
    const planning: Planning = { model, graph, roles: personaRoles(personas), envProvidedParams: [] };
    return { planning, plans: planJourneys(planning).plans };
  };

  it('drops a plan that sends a value in a list that the schema of its items refuses', async () => {
    const colours = { type: 'array', items: { type: 'string', enum: ['red', 'green'] } };
    const { planning, plans } = await planned(thingSpec({ title: text, colours }));
    const plan = plans.find(({ kind }) => kind === 'create-read') as Plan;
    const made = plan.steps.find(({ method }) => method === 'POST') as Step;
    const sends = (colour: string) =>
      changeStep(plan, made.id, (step) => {
        const sent = step.body && 'object' in step.body.value ? step.body.value.object : {};
        const list = { array: [{ literal: 'red' }, { literal: colour }] };
        return { ...step, body: { contentType: 'application/json', value: { object: { ...sent, colours: list } } } };
      }) as Plan;
    expect(checkPlan(sends('green'), planning)).toBeUndefined();
    expect(checkPlan(sends('blue'), planning)).toMatchObject({
      reason: 'NO_VALUE_FITS',
      detail: 'The value "blue" for /colours/1 does not fit its schema.',
    });
  });

  it('drops a refusal of an operation that the persona’s limits do not cover', async () => {
    const owner = { name: 'Owner', description: 'May do everything.', authType: 'BEARER' as const };
    const cook = { name: 'Cook', description: 'Cannot delete things.', authType: 'BEARER' as const };
    const { planning, plans } = await planned({ ...thingSpec({ title: text }), security: [{ token: [] }] }, [
      owner,
      cook,
    ]);
    const plan = plans.find(({ kind }) => kind === 'forbidden') as Plan;
    const refused = plan.steps.find(({ persona }) => persona === 'Cook');
    expect(refused).toMatchObject({ method: 'DELETE', path: '/things/{id}' });
    expect(checkPlan(plan, planning)).toBeUndefined();
    const read = changeStep(plan, refused?.id, (step) => ({ ...step, method: 'GET' })) as Plan;
    expect(checkPlan(read, planning)).toMatchObject({
      reason: 'AMBIGUOUS_PERSONA',
      detail: 'The description of Cook states no limit on GET /things/{id}.',
    });
  });
});

describe('what the spec cannot offer is dropped with the edit that would help', () => {
  const shown = object({ id: text, title: text }, ['id']);

  it('an item that nothing creates, unless its parameter comes from outside', async () => {
    const paths = {
      '/shops/{shopId}/things': {
        parameters: [param('shopId')],
        post: { ...takes(object({ title: text }, ['title'])), responses: shows(shown, '201') },
      },
    };
    const without = await planFeature({ spec: spec(paths), personas: [] });
    expect(without.dropped.map(({ reason, rule }) => [reason, rule])).toEqual([['NOT_CREATABLE', 1]]);
    expect(without.dropped[0]?.edit).toContain(
      'give "shopId" from outside: declare it as env-provided (APITEST_PARAM_SHOP_ID)',
    );
    expect(without.dropped[0]?.pointer).toContain('/paths/~1shops~1{shopId}~1things');
    const declared = await planFeature({ spec: spec(paths), personas: [], envProvidedParams: ['shopId'] });
    expect(declared.bundle.plans.map(({ kind }) => kind)).toEqual(['create-echo']);
    expect(declared.bundle.plans[0]?.inputs).toEqual({
      shopId: { env: 'APITEST_PARAM_SHOP_ID', onMissing: 'skip' },
    });
  });

  it('an update with only one possible value', async () => {
    const fixed = { kind: { type: 'string', enum: ['ONLY'] } };
    const { bundle, dropped } = await planFeature({ spec: thingSpec(fixed), personas: [] });
    expect(bundle.plans.map(({ kind }) => kind)).not.toContain('update-read');
    expect(new Set(dropped.map(({ reason }) => reason))).toEqual(new Set(['NO_SECOND_VALUE']));
  });

  it('a create that shows nothing of what was sent', async () => {
    const paths = {
      '/things': {
        post: { ...takes(object({ title: text }, ['title'])), responses: shows(object({ id: text }), '201') },
      },
    };
    const { dropped } = await planFeature({ spec: spec(paths), personas: [] });
    expect(dropped.map(({ reason }) => reason)).toEqual(['OUTCOME_NOT_SHOWN']);
  });

  it('a required value that cannot be made up', async () => {
    const impossible = { type: 'string', pattern: '^(?=a)b$' };
    const { bundle, dropped } = await planFeature({ spec: thingSpec({ code: impossible }), personas: [] });
    expect(bundle.plans).toEqual([]);
    expect(new Set(dropped.map(({ reason }) => reason))).toEqual(new Set(['NO_VALUE_FITS', 'REFUSALS_ALONE']));
    expect(dropped[0]?.edit).toContain('"example"');
  });

  it('a required reference to something that the spec cannot create', async () => {
    const { dropped } = await planFeature({
      spec: thingSpec({ title: text, ownerRefId: { type: 'string', format: 'uuid' } }),
      personas: [],
    });
    expect(new Set(dropped.map(({ reason }) => reason))).toEqual(new Set(['NOT_CREATABLE', 'REFUSALS_ALONE']));
  });

  it('access checks without personas, and for a persona whose description says nothing', async () => {
    const nobody = await planFeature({ spec: tenantSpec(), personas: [], envProvidedParams: ['workspaceId'] });
    expect(nobody.dropped.map(({ reason }) => reason)).toEqual(['NO_PERSONAS', 'NO_PERSONAS', 'NO_PERSONAS']);
    const vague = await planFeature({
      spec: tenantSpec(),
      personas: [...tenantPersonas, { name: 'Bob', description: 'A person.', authType: 'BEARER' }],
      envProvidedParams: ['workspaceId'],
    });
    expect(vague.dropped.map(({ reason, personas }) => [reason, personas])).toEqual([['AMBIGUOUS_PERSONA', ['Bob']]]);
    expect(JSON.stringify(vague.bundle)).not.toContain('Bob');
  });

  it('access checks for a persona that is refused what this API does not do, and where nobody is let in', async () => {
    const paths = { '/things': { get: { responses: shows(object({ up: text })) } } };
    const cook = { name: 'Cook', description: 'Cannot delete things.', authType: 'BEARER' as const };
    const owner = { name: 'Owner', description: 'May do everything.', authType: 'BEARER' as const };
    const secured = { ...spec(paths), security: [{ token: [] }] };
    const unmatched = await planFeature({ spec: secured, personas: [owner, cook] });
    expect(unmatched.dropped).toContainEqual(
      expect.objectContaining({
        reason: 'AMBIGUOUS_PERSONA',
        personas: ['Cook'],
        detail: 'Cook may not delete, but no operation of this spec does that to what its description names.',
      }),
    );
    const stranger = { name: 'Stranger', description: 'An outsider.', authType: 'BEARER' as const };
    const shut = await planFeature({ spec: secured, personas: [stranger] });
    expect(shut.dropped[0]).toMatchObject({
      reason: 'NO_PERSONAS',
      detail: expect.stringContaining('no persona may use the API (Stranger)') as string,
      edit: 'Add a test persona that may use the API.',
    });
  });

  it('operations that no journey has a use for each have a reason, unless a dropped journey of theirs has it', async () => {
    const bytes = { '200': { description: 'ok', content: { 'image/png': { schema: text } } } };
    const { operations } = await planFeature({
      spec: spec({
        '/logo': { get: { responses: bytes } },
        '/count': { get: { responses: shows(object({ count: integer })) } },
        '/events': { get: { responses: shows({ type: 'array', items: object({ at: text }) }) } },
        '/shops/{shopId}/sum': { parameters: [param('shopId')], get: { responses: shows(object({ sum: integer })) } },
        '/things': { post: { ...takes(object({ title: text })), responses: noBody } },
        '/things/{id}': { parameters: [param('id')], get: { responses: shows(object({ id: text, title: text })) } },
      }),
      personas: [],
    });
    expect(Object.fromEntries(operations.map(({ key, gap }) => [key, gap?.edit]))).toEqual({
      'GET /logo': 'Document what GET /logo shows in its 200 response.',
      'GET /count': 'No edit of the spec would help: look at it yourself, or waive it.',
      'GET /events': 'Add a POST that creates what it lists, and answers it with the same schema.',
      'GET /shops/{shopId}/sum': expect.stringContaining('APITEST_PARAM_SHOP_ID'),
      'POST /things': 'Document the "id" in the 2xx response of POST /things, or a Location header.',
      'GET /things/{id}': undefined,
    });
  });
});

describe('a feature without a verifiable plan has a cause and the smallest edit', () => {
  it.each([
    ['no operations', {}, 'NOT_CREATABLE', /POST on a collection/],
    [
      'only a status page',
      { '/status': { get: { responses: shows(object({ up: text })) } } },
      'NOT_CREATABLE',
      /POST on a collection/,
    ],
    [
      'items that nothing creates',
      { '/things/{id}': { parameters: [param('id')], get: { responses: shows(object({ id: text })) } } },
      'NOT_CREATABLE',
      /Add "POST \/things"/,
    ],
    [
      'a create that does not tell the id',
      {
        '/things': { post: { ...takes(object({ title: text }, ['title'])), responses: noBody } },
        '/things/{id}': { parameters: [param('id')], get: { responses: shows(object({ id: text, title: text })) } },
      },
      'NOT_CREATABLE',
      /Document the "id" in the 2xx response of POST \/things/,
    ],
  ])('%s', async (_, paths, reason, edit) => {
    const { bundle, dropped } = await planFeature({ spec: spec(paths), personas: [] });
    expect(bundle.plans).toEqual([]);
    expect(dropped.map((cause) => cause.reason)).toEqual([reason]);
    expect(dropped[0]?.edit).toMatch(edit);
    expect(dropped[0]?.pointer).toMatch(/^\/paths/);
  });
});
