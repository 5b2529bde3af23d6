import { expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';

import { decisive, failures, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, kindsBesidePins, noBody, object, param, pins, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok } from '#test/small-store.ts';

const task = object({ id: text, title: text }, ['id', 'title']);
const sent = object({ title: text, runId: { type: 'string', format: 'uuid' } }, ['title', 'runId']);
const said = (responses: object) => ({ responses: { ...responses, ...missing } });
const at = (...params: object[]) => ({ parameters: params });
const id = at(param('id'));
const document = spec({
  ...pins,
  // Made at a path of the caller's choice, in a form that the document does not tell.
  '/tasks/{id}': { ...item(task, text), put: { ...takes(sent), responses: { ...shows(task, '201'), ...missing } } },
  '/tasks/{id}/requeue': { ...id, post: said(noBody) },
  '/tasks/{id}/cancel': { ...id, post: said(noBody) },
  '/tasks/{id}/notes/{note}': {
    ...at(param('id'), param('note', integer)),
    patch: { ...takes(sent), ...said(noBody) },
  },
  // Made by nothing.
  '/runs/{id}': { ...id, put: { ...takes(sent), ...said(noBody) }, delete: said(noBody) },
  // Not for everybody to call, made there, without a word of 404, or by a number that may be somebody's.
  '/tasks/{id}/notify': { ...id, post: said(noBody) },
  '/tasks/{id}/restart': { ...id, post: said(noBody) },
  '/messages/send/{id}': { ...id, post: said(noBody) },
  '/topics/{id}': { ...id, put: { ...takes(sent), responses: { '201': { description: 'made' }, ...missing } } },
  '/tasks/{id}/stars': { ...id, post: { responses: noBody } },
  '/rooms/{id}': { ...at(param('id', { ...integer, maximum: 5000 })), delete: said(noBody) },
  '/levels/{id}': { ...at(param('id', { ...text, enum: ['low', 'high'] })), delete: said(noBody) },
});
const CALLED = [
  'DELETE /runs/{id}',
  'DELETE /tasks/{id}',
  'GET /tasks/{id}',
  'PATCH /tasks/{id}/notes/{note}',
  'POST /tasks/{id}/cancel',
  'POST /tasks/{id}/requeue',
  'PUT /runs/{id}',
];
const nameOf = (key: string) => `${key} refuses an unknown id`;

/** Nothing can be made here. */
const server =
  (told: Told): MakeServer =>
  () => ({
    'PUT /tasks/{id}': () => ({ status: 422, body: { error: 'no task id' } }),
    ...Object.fromEntries(CALLED.map((key) => [key, () => told] as const)),
  });

it('what documents a 404 is called once by an id that nobody has, save what leaves the service, takes away or makes something, or where the id may be somebody’s', async () => {
  const { bundle } = await plan(document);
  const plans = bundle.plans.filter(({ kind }) => kind === 'call-unknown');
  expect(plans.map(({ name }) => name).sort()).toEqual(CALLED.map(nameOf));
  for (const { steps, proof, subject } of plans) {
    expect(steps).toHaveLength(1);
    expect(steps[0]?.expect).toMatchObject({ outcome: 'not-found', status: [404] });
    expect(proof).toContain(`method-removed ${subject}`);
  }
  const note = plans.find(({ subject }) => subject.includes('{note}'))?.steps[0];
  expect(note?.params.path['note']).toMatchObject({ unique: { charset: 'integer', minimum: 2_100_000_000 } });
  expect(note?.body?.value).toMatchObject({ object: { runId: { unique: { charset: 'uuid' } } } });
});

it('what a journey calls at once is not called again', async () => {
  const readOnly = spec({
    ...pins,
    '/boards': { get: { responses: shows({ type: 'array', items: task }) } },
    '/boards/{id}': { ...id, get: { responses: { ...shows(task), ...missing } } },
  });
  const { bundle } = await planFeature({ spec: readOnly, personas: [] });
  expect(kindsBesidePins(bundle.plans)).toEqual(['not-found']);
});

it.each([
  notFound,
  { status: 404, body: { error: 'no such route' } },
  { status: 410 },
  { status: 400, body: { error: 'no id' } },
  { status: 403, body: { error: 'not yours' } },
  { status: 409, body: { error: 'not now' } },
  { status: 422, body: { error: 'no id' } },
])('a sound server passes that answers %j', async (told) => {
  expect(failures(await verify(document, server(told), 'call-unknown'))).toEqual([]);
});

it.each([
  [{ status: 500, body: { error: 'broken' } }, 'CONTRACT SERVER_ERROR'],
  [{ status: 405, body: { error: 'not allowed' } }, 'ROUTE_MISSING ROUTE_NOT_SERVED'],
  [{ status: 501, body: { error: 'not implemented' } }, 'ROUTE_MISSING ROUTE_NOT_SERVED'],
])('%j is a fault: %s', async (told, verdict) => {
  expect(decisive(await verify(document, server(told), 'call-unknown')).sort()).toEqual(
    CALLED.map((key) => `FAIL_DECISIVE_${verdict}: ${nameOf(key)}`).sort(),
  );
});

it('a success is no fault, save of a read of what the service keeps', async () => {
  expect(failures(await verify(document, server(ok({ id: 'a', title: 'b' })), 'call-unknown'))).toEqual([
    `FAIL_DECISIVE_CONTRACT MISSING_ITEM_ANSWERED: ${nameOf('GET /tasks/{id}')}`,
  ]);
});

it('what an update makes all the same is taken away again', async () => {
  const kept = new Set<string>();
  const upserts: MakeServer = () => ({
    'PUT /runs/{id}': ({ params }) => (kept.add(params[0] ?? ''), { status: 204 }),
    'DELETE /runs/{id}': ({ params }) => (kept.delete(params[0] ?? '') ? { status: 204 } : notFound),
  });
  const { journeys, residue } = await verify(document, upserts, 'call-unknown');
  expect(journeys.find(({ name }) => name === nameOf('PUT /runs/{id}'))?.status).toBe('pass');
  expect([...kept, ...residue]).toEqual([]);
});

it('a refusal for want of an identity is none of the id', async () => {
  expect(failures(await verify(document, server({ status: 401 }), 'call-unknown')).sort()).toEqual(
    CALLED.map((key) => `INCONCLUSIVE_AUTH_REQUIRED EXISTENCE_HIDDEN: ${nameOf(key)}`).sort(),
  );
});
