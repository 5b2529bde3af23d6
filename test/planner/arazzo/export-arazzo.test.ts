import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ArazzoDocument, DIALECTS, type Dialect } from '#planner/arazzo/arazzo-document.ts';
import { exportArazzo } from '#planner/arazzo/export-arazzo.ts';
import { importArazzo } from '#planner/arazzo/import-arazzo.ts';
import { planIdOf } from '#planner/journeys/plan-journeys.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { canonicalJson } from '#planner/intake/json/canonical-json.ts';
import type { JsonObject } from '#planner/intake/json/json-object.ts';
import type { Json, JsonSchema, Plan, PlanBundle, Step } from '#verifier/plan/plan.ts';
import { integer, text, thingSpec } from '#test/small-spec.ts';
import { tenantPersonas, tenantSpec } from '#test/tenant-spec.ts';

/** As published by the OpenAPI Initiative at the address in its `$id`. */
const arazzoSchema = JSON.parse(readFileSync(new URL('arazzo-1.0.schema.json', import.meta.url), 'utf8')) as object;
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(arazzoSchema);

const canonical = (value: unknown): string => canonicalJson(value as Json);
const written = (bundle: PlanBundle, dialect: Dialect = 'spec'): ArazzoDocument =>
  exportArazzo(bundle, { dialect, specUrl: 'openapi.json' });
const reread = (document: ArazzoDocument): PlanBundle =>
  importArazzo(JSON.parse(JSON.stringify(document)) as JsonObject);

/** A plan with everything that the format has and no shape of today makes. */
const unusual = (plan: Plan): Plan => {
  const [first, ...rest] = plan.steps as [Step, ...Step[]];
  const unique = { stem: 'x', maxLength: 40 };
  const value = {
    object: {
      price: { literal: '$inputs.unique_1' },
      path: { literal: '$steps.a.outputs.b' },
      note: { literal: 'costs {$inputs.unique_1}' },
      whole: { literal: { deep: [1, null, { a: true }] } },
      list: { array: [{ unique: { ...unique, charset: 'digits' as const } }, { literal: null }] },
      code: { unique: { ...unique, charset: 'alphanumeric' as const, prefix: 'p', suffix: '@example.com' } },
      id: { unique: { ...unique, charset: 'uuid' as const } },
      count: { unique: { ...unique, charset: 'integer' as const, minimum: 5, maximum: 9 } },
      owner: { input: 'ownerId' },
    },
  };
  const odd: Plan = {
    ...plan,
    journeyId: '00000000-0000-5000-8000-000000000001',
    enforcement: 'OBSERVED',
    inputs: { ...plan.inputs, ownerId: { env: 'APITEST_PARAM_OWNER_ID', onMissing: 'skip' } },
    exclusive: 'things',
    proof: ['a', 'b'],
    steps: [
      { ...first, body: { contentType: 'application/json', value } },
      {
        ...first,
        id: 'again',
        captures: { ...first.captures, etag: { from: 'header', name: 'ETag', take: 'all' } },
        params: {
          path: {},
          query: { size: { literal: 10 } },
          header: { 'X-Trace': { sent: first.id, pointer: '/body/id' } },
        },
        until: { pointer: '/state', values: ['DONE'], terminal: ['FAILED'], intervalMs: 250, budgetMs: 4500 },
        paging: { style: 'link' },
      },
      ...rest,
    ],
  };
  return { ...odd, planId: planIdOf(odd) };
};

/** Arazzo cannot take the last segment of a Location header. */
const byLocation = (plan: Plan): Plan => {
  const [first, ...rest] = plan.steps as [Step, ...Step[]];
  const captures = { thingId: { from: 'header', name: 'location', take: 'lastSegment' } as const };
  const odd = { ...plan, journeyId: '00000000-0000-5000-8000-000000000002', steps: [{ ...first, captures }, ...rest] };
  return { ...odd, planId: planIdOf(odd) };
};

let bundles: Record<string, PlanBundle>;
beforeAll(async () => {
  const tenant = await planFeature({
    spec: tenantSpec(),
    personas: tenantPersonas,
    envProvidedParams: ['workspaceId'],
  });
  const things = await planFeature({ spec: thingSpec({ title: text, name: text, amount: integer }), personas: [] });
  const plans = things.bundle.plans;
  const [plan] = plans as [Plan];
  bundles = {
    tenant: tenant.bundle,
    things: things.bundle,
    odd: { ...things.bundle, title: '', plans: [byLocation(plan), ...plans, unusual(plan)] },
  };
});

describe.each(DIALECTS)('an export in dialect %s', (dialect) => {
  it.each(['tenant', 'things', 'odd'])('of %s reads back as the same bundle', (name) => {
    const bundle = bundles[name]!;
    expect(canonical(reread(written(bundle, dialect)))).toBe(canonical(bundle));
  });

  it('is the same to the byte every time, and its inputs have no extensions', () => {
    const document = written(bundles['odd']!, dialect);
    expect(canonical(written(bundles['odd']!, dialect))).toBe(canonical(document));
    expect(JSON.stringify(document.workflows.map(({ inputs }) => inputs))).not.toContain('x-');
  });
});

it.each(['tenant', 'things', 'odd'])('an export of %s is valid Arazzo 1.0', (name) => {
  validate(written(bundles[name]!));
  expect(validate.errors).toBeNull();
});

describe('criteria', () => {
  /** What the last step of a journey demands, once its claims are these. */
  const conditions = (dialect: Dialect, assert: Step['assert'], schema: JsonSchema = { type: 'string' }): string[] => {
    const bundle = bundles['things']!;
    const plan = bundle.plans.find(({ kind }) => kind === 'create-read')!;
    const steps = [...plan.steps.slice(0, -1), { ...plan.steps.at(-1)!, assert }];
    const $defs = Object.fromEntries(Object.keys(bundle.$defs).map((one) => [one, { properties: { id: schema } }]));
    const document = written({ ...bundle, $defs, plans: [{ ...plan, steps }] }, dialect);
    return document.workflows[0]!.steps.at(-1)!
      .successCriteria!.slice(1)
      .map(({ condition }) => condition);
  };
  const id = { capture: 'thingId' };
  const made = '$steps.create-thing.outputs.thingId';
  const title = { sent: 'create-thing', pointer: '/body/title' };

  it.each<[string, Step['assert'][number], string[], string[]]>([
    [
      'a field that equals',
      { op: 'equals', pointer: "/a b/0/it's", value: id, compare: 'exact' },
      [`$[?$['a b'][0]['it\\'s'] == '{${made}}']`],
      [`$[?@['a b'][0]['it\\'s'] == {${made}}]`],
    ],
    ['a field compared by meaning', { op: 'equals', pointer: '/id', value: id, compare: 'number' }, [], []],
    [
      'a field that differs',
      { op: 'differs', pointer: '/state', value: id },
      [`$[?$['state'] != '{${made}}']`],
      [`$[?@['state'] != {${made}}]`],
    ],
    ['a difference that is not always claimed', { op: 'differs', pointer: '/a', value: id, settled: ['x'] }, [], []],
    [
      'an item in a list',
      { op: 'listContains', list: '/data', match: [{ pointer: '/id', value: id }] },
      [`$['data'][?@['id'] == '{${made}}']`],
      [`$[0]['data'][?@['id'] == {${made}}]`],
    ],
    [
      'no such item in a wrapped list',
      { op: 'listLacks', list: '/data', match: [{ pointer: '/id', value: id }] },
      [`$[?count($['data'][?@['id'] == '{${made}}']) == 0]`],
      [`$[?count(@['data'][?@['id'] == {${made}}]) == 0]`],
    ],
    [
      'no such item in a bare list, of which the standard can say nothing when it is empty',
      { op: 'listLacks', list: '', match: [{ pointer: '/id', value: id }] },
      [],
      [`$[?count(@[?@['id'] == {${made}}]) == 0]`],
    ],
    ['what only the runner can check', { op: 'listOnly', list: '', pointer: '/title', value: title }, [], []],
    ['what nobody can', { op: 'opaque', condition: 'x' }, [], []],
  ])('%s', (_what, assertion, spec, respect) => {
    expect(conditions('spec', [assertion])).toEqual(spec);
    expect(conditions('respect', [assertion])).toEqual(respect);
  });

  it('are unique, as Arazzo wants them', () => {
    const claim: Step['assert'][number] = { op: 'equals', pointer: '/id', value: id, compare: 'exact' };
    expect(conditions('spec', [claim, claim])).toHaveLength(1);
  });

  it('paste numbers without quotes, also where schemas refer to themselves', () => {
    const claim: Step['assert'] = [{ op: 'equals', pointer: '/id', value: id, compare: 'exact' }];
    const self = { $ref: `#/$defs/${Object.keys(bundles['things']!.$defs)[0]!}` };
    const around = { anyOf: [self, self, { allOf: [self, self] }, { type: 'integer' }] };
    expect(conditions('spec', claim, around)).toEqual([`$[?$['id'] == {${made}}]`]);
  });
});

describe('the inputs of a workflow', () => {
  it('are its unique values, values from outside and identities, and no input has a credential', () => {
    const { workflows } = written(bundles['tenant']!);
    const refused = workflows.find(({ workflowId }) => workflowId.startsWith('cross-persona'))!;
    const names = Object.keys((refused.inputs as { properties: object }).properties);
    expect(names).toEqual(expect.arrayContaining(['persona_Owner', 'workspaceId__Owner']));
    expect(refused.inputs).toMatchObject({ properties: { persona_Owner: { type: 'string', format: 'password' } } });
    expect(refused.steps[0]?.parameters).toContainEqual({
      name: 'authorization',
      in: 'header',
      value: '$inputs.persona_Owner',
    });
  });

  it('unique values differ between workflows and between seeds', () => {
    const defaults = (seed: number): Json[] =>
      exportArazzo(bundles['things']!, { dialect: 'spec', specUrl: 'openapi.json', seed }).workflows.flatMap(
        ({ inputs }) =>
          Object.values(
            (inputs as { properties: Record<string, { default: Json }> } | undefined)?.properties ?? {},
          ).map((one) => one.default),
      );
    const all = [...defaults(1), ...defaults(2)];
    expect(all.length).toBeGreaterThan(4);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('an export that was changed', () => {
  const changed = (change: (document: ArazzoDocument) => void): (() => PlanBundle) => {
    const document = JSON.parse(JSON.stringify(written(bundles['things']!))) as ArazzoDocument;
    change(document);
    return () => reread(document);
  };

  it('by taking workflows out still runs, with what is left', () => {
    const rest = changed((document) => document.workflows.splice(1))();
    expect(rest.plans).toEqual(bundles['things']!.plans.slice(0, 1));
  });

  it.each<[string, (document: ArazzoDocument) => void]>([
    ['a value sent', (document) => (document.workflows[0]!.steps[0]!.requestBody!.payload = { title: 'other' })],
    ['a parameter', (document) => (document.workflows[1]!.steps.at(-1)!.parameters = [])],
    ['an output', (document) => (document.workflows[0]!.steps[0]!.outputs = {})],
    ['an assertion', (document) => (document.workflows[0]!.steps.at(-1)!['x-verify']!['assert'] = [])],
    ['a step taken out', (document) => document.workflows[0]!.steps.pop()],
  ])('in %s is refused: its proof is of something else', (_what, change) => {
    expect(changed(change)).toThrow(/was changed after it was proved/);
  });

  it('by another version, or without its extension, is refused', () => {
    expect(changed((document) => (document['x-verify']!['jepVersion'] = '0'))).toThrow(/are of version "0"/);
    expect(changed((document) => delete document.workflows[0]!['x-verify'])).toThrow(/has no "x-verify"/);
    expect(changed((document) => Object.assign(document, { workflows: 1 }))).toThrow(/"workflows" is not a list/);
  });
});
