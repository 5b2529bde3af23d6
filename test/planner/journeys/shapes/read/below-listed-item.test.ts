import { planFeature } from '#planner/plan-feature.ts';
import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const denied = { '401': { description: 'who are you' } };
const board = object({ id: integer, title: text }, ['id', 'title']);
const run = object({ id: integer, state: text }, ['id', 'state']);
const job = object({ name: text }, ['name']);
const one = [param('id', integer)];
const jobs = { get: { responses: { ...shows({ type: 'array', items: job }), ...missing, ...denied } } };
const document = spec({
  '/boards': {
    get: { responses: shows({ type: 'array', items: board }) },
    post: { ...takes(object({ title: text }, ['title'])), responses: { ...shows(board, '201'), ...denied } },
  },
  '/boards/{id}': item(board),
  '/runs': { get: { responses: { ...shows({ type: 'array', items: run }), ...denied } } },
  '/runs/{id}': { parameters: one, get: { responses: { ...shows(run), ...missing, ...denied } } },
  '/runs/{id}/jobs': { parameters: one, ...jobs },
  // It does something all the same.
  '/runs/{id}/restart': { parameters: one, ...jobs },
  '/runs/{id}/jobs/{name}': {
    parameters: [...one, param('name')],
    get: { responses: { ...shows(job), ...missing, ...denied } },
  },
});
const stepsOf = ({ steps }: { steps: { method: string; path: string }[] }) =>
  steps.map(({ method, path }) => `${method} ${path}`);

const server =
  (told: MakeServer = () => ({})): MakeServer =>
  (clock) => ({
    ...store('/boards', {}).routes,
    'GET /runs': () => ok([{ id: 41, state: 'done' }]),
    'GET /runs/{id}': ({ params }) => (params[0] === '41' ? ok({ id: 41, state: 'done' }) : notFound),
    'GET /runs/{id}/jobs': ({ params }) => (params[0] === '41' ? ok([{ name: 'build' }]) : notFound),
    ...told(clock),
  });

describe('what shows something of a thing that nothing makes', () => {
  it('is read of the first that its list shows, and not where it does something', async () => {
    const { bundle } = await plan(document);
    const reads = bundle.plans.filter(({ subject }) => subject === 'GET /runs/{id}/jobs');
    expect(reads.map(({ kind }) => kind)).toEqual(['read-beside']);
    expect(reads.flatMap(stepsOf).slice(0, 2)).toEqual(['GET /runs', 'GET /runs/{id}/jobs']);
    expect(bundle.plans.flatMap(stepsOf)).not.toContain('GET /runs/{id}/restart');
  });

  it('is judged by its contract', async () => {
    expect(failures(await verify(document, server()))).toEqual([]);
    const wrong = server(() => ({ 'GET /runs/{id}/jobs': () => ok([{ title: 'build' }]) }));
    expect(decisive(await verify(document, wrong)).join()).toContain('SCHEMA: GET /runs/{id}/jobs answers');
  });

  it.each<[string, MakeServer]>([
    ['nothing was ever run', () => ({ 'GET /runs': () => ok([]) })],
    ['it went away meanwhile', () => ({ 'GET /runs/{id}/jobs': () => notFound, 'GET /runs/{id}': () => notFound })],
    ['it may not be seen', () => ({ 'GET /runs/{id}/jobs': () => ({ status: 403, body: { error: 'no' } }) })],
    ['it is not there yet', () => ({ 'GET /runs/{id}/jobs': () => ({ status: 409, body: { error: 'running' } }) })],
  ])('is no fault where %s', async (_name, told) => {
    expect(decisive(await verify(document, server(told)))).toEqual([]);
  });

  it('is refused to nobody, and to others only below a thing of the run', async () => {
    const personas = [
      { name: 'owner', description: 'May do everything.', authType: 'BEARER' as const },
      { name: 'stranger', description: 'An outsider.', authType: 'BEARER' as const },
    ];
    const { bundle } = await planFeature({ spec: { ...document, security: [{ bearer: [] }] }, personas });
    const refused = bundle.plans.filter(({ subject }) => subject === 'GET /runs/{id}/jobs');
    expect(refused.map(({ kind }) => kind)).toEqual(['unauthenticated']);
    expect(refused.flatMap(stepsOf)).toEqual(['GET /runs', 'GET /runs/{id}/jobs', 'GET /runs/{id}/jobs']);
    const [own, others] = refused[0]?.steps.slice(-2) ?? [];
    expect(others?.params.path).toEqual(own?.params.path);
    expect(refused.flatMap(({ proof }) => proof).length).toBeGreaterThan(0);
  });
});
