import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, ok, store } from '#test/small-store.ts';

const own = object({ title: text }, ['title']);
const card = object({ id: integer, title: text }, ['id', 'title']);
const conflict = { '409': { description: 'taken' } };
const document = spec({
  '/cards': { post: { ...takes(own), responses: { ...shows(card, '201'), ...conflict } } },
  '/cards/{id}': {
    parameters: [param('id', integer)],
    get: { responses: { ...shows(card), ...missing } },
    put: { ...takes(own), responses: { ...shows(card), ...missing } },
  },
});

const crash: Told = { status: 500, body: { error: 'oops' } };
const refusal: Told = { status: 422, body: { error: 'invalid' } };
type Answers = { malformed?: Told; unknown?: Told; again?: Told };

/** Cards by title; what is asked amiss is answered as said. */
const server =
  ({ malformed = refusal, unknown, again }: Answers): MakeServer =>
  () => {
    const { items, on, routes } = store('/cards', {});
    const [create, read] = [routes['POST /cards'], routes['GET /cards/{id}']];
    const change = on((one, body) => ok(Object.assign(one, body)));
    return {
      'POST /cards': (asked) => {
        const isThere = [...items.values()].some(({ title }) => title === asked.body['title']);
        return (isThere ? again : undefined) ?? create?.(asked) ?? crash;
      },
      'GET /cards/{id}': (asked) => (Number.isNaN(Number(asked.params[0])) ? malformed : (read?.(asked) ?? crash)),
      'PUT /cards/{id}': (asked) => (items.has(asked.params[0] ?? '') ? change(asked) : (unknown ?? change(asked))),
    };
  };

it.each<[string, Answers]>([
  ['refuses what is no id', {}],
  [
    'finds nothing there, in the words of a missing route',
    { malformed: { status: 404, body: { error: 'no such route' } } },
  ],
  ['refuses the change before it looks', { unknown: refusal }],
  ['hides what is not there', { unknown: { status: 403, body: { error: 'no' } } }],
  ['refuses what is there already', { again: { status: 409, body: { error: 'title exists' } } }],
  ['answers what is there already', { again: { status: 200, body: {} } }],
])('no fault: a server that %s', async (_, answers) => {
  expect(failures(await verify(document, server(answers)))).toEqual([]);
});

it.each<[string, Answers, string]>([
  ['an id that is none', { malformed: crash }, 'SERVER_ERROR: An unknown card is not found'],
  ['a change of what is not there', { unknown: crash }, 'SERVER_ERROR: PUT /cards/{id} refuses an unknown id'],
  ['a second one of the same', { again: crash }, 'SERVER_ERROR: Creating a card answers what was sent'],
])('a server that breaks on %s is found', async (_, answers, reason) => {
  expect(decisive(await verify(document, server(answers)))).toEqual([`FAIL_DECISIVE_CONTRACT ${reason}`]);
});

it('a server that changes what nobody has is found', async () => {
  const answers = { unknown: ok({ id: 1, title: 'made up' }) };
  expect(decisive(await verify(document, server(answers)))).toEqual([
    'FAIL_DECISIVE_CONTRACT MISSING_ITEM_ANSWERED: An unknown card is not found',
  ]);
});

it('each is proved by a fault of its own', async () => {
  const { bundle } = await plan(document);
  const proof = bundle.plans.flatMap((one) => one.proof);
  for (const operator of [
    'malformed-id-crashes GET /cards/{id}',
    'unknown-item-answered PUT /cards/{id}',
    'duplicate-crashes POST /cards',
  ])
    expect(proof).toContain(operator);
});

it('a create that knows no conflict is not repeated, and no id is malformed where any text may be one', async () => {
  const named = object({ id: text, title: text }, ['id', 'title']);
  const { bundle } = await plan(
    spec({
      '/cards': { post: { ...takes(own), responses: shows(named, '201') } },
      '/cards/{id}': { parameters: [param('id')], get: { responses: { ...shows(named), ...missing } } },
    }),
  );
  const ids = bundle.plans.flatMap(({ steps }) => steps.map(({ id }) => id));
  expect(ids).toContain('read-unknown-card');
  expect(ids.filter((id) => /^(repeat|read-malformed|update-unknown)/.test(id))).toEqual([]);
});
