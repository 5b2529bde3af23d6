import { expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import { decisive, failures, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const board = object({ id: integer, title: text }, ['id', 'title']);
const usage = object({ hits: integer }, ['hits']);
const latest = { oneOf: [integer, { type: 'string', enum: ['latest'] }] };
const read = (...names: [string, object][]) => ({
  parameters: names.map(([name, schema]) => param(name, schema as never)),
  get: { responses: { ...shows(usage), ...missing } },
});
const document = spec({
  '/boards': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') } },
  '/boards/{id}': item(board),
  '/usage/{key}': read(['key', text]),
  '/boards/{id}/usage/{month}': read(['id', integer], ['month', text]),
  '/boards/{id}/scores/{move}': read(['id', integer], ['move', latest]),
  // That there may be none is not said, or it is not for everybody to call.
  '/views/{name}': { parameters: [param('name')], get: { responses: shows(usage) } },
  '/export/{name}': read(['name', text]),
});
const READS = ['/boards/{id}/scores/{move}', '/boards/{id}/usage/{month}', '/usage/{key}'];
const nameOf = (path: string) => `GET ${path} answers as documented${path.startsWith('/boards') ? ' for a board' : ''}`;

/** Each read is told `told`. */
const server =
  (told: Told): MakeServer =>
  () => {
    const { routes, on } = store('/boards', {});
    delete routes['GET /boards'];
    const below = Object.fromEntries(READS.slice(0, 2).map((path) => [`GET ${path}`, on(() => told)]));
    return { ...routes, ...below, 'GET /usage/{key}': () => told };
  };

it('what nothing makes is asked for once, by a key that is made up or a word that stands for some', async () => {
  const { bundle } = await plan(document);
  const plans = bundle.plans.filter(({ kind }) => kind === 'read-below' || kind === 'read-beside');
  expect(plans.map(({ name }) => name).sort()).toEqual(READS.map(nameOf).sort());
  const asked = plans.flatMap(({ steps, subject }) => steps.filter(({ path }) => subject === `GET ${path}`));
  expect(asked).toHaveLength(3);
  expect(asked.find(({ path }) => path.includes('{move}'))?.params.path['move']).toEqual({ literal: 'latest' });
});

it('a path parameter that the environment provides is not made up', async () => {
  const path = '/tenants/{tenant}/currencies/{code}';
  const { paths } = document as { paths: object };
  const perTenant = { ...document, paths: { ...paths, [path]: read(['tenant', text], ['code', text]) } };
  const { bundle } = await planFeature({ spec: perTenant, personas: [], envProvidedParams: ['tenant'] });
  const asked = bundle.plans.flatMap(({ steps }) => steps.filter((step) => step.path === path));
  expect(asked).toHaveLength(1);
  expect(asked[0]?.params.path['tenant']).toEqual({ input: 'tenant' });
});

it.each([
  { status: 404, body: { error: 'no such route' } },
  { status: 404, body: { error: 'no such usage' } },
  { status: 400, body: { error: 'no month' } },
  ok({ hits: 0 }),
])('a sound server passes that answers %j', async (told) => {
  expect(failures(await verify(document, server(told)))).toEqual([]);
});

it.each([
  [{ status: 500, body: { error: 'broken' } }, 'CONTRACT SERVER_ERROR'],
  [{ status: 405, body: { error: 'not allowed' } }, 'ROUTE_MISSING ROUTE_NOT_SERVED'],
  [ok({}), 'CONTRACT SCHEMA'],
])('%j is a fault: %s', async (told, verdict) => {
  expect(decisive(await verify(document, server(told))).sort()).toEqual(
    READS.map((path) => `FAIL_DECISIVE_${verdict}: ${nameOf(path)}`).sort(),
  );
});
