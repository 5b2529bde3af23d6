import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const state = { type: 'string', enum: ['new', 'begun', 'closed'] };
const refused = (status: number, error: string): Told => ({ status, body: { error } });
const ticketOf = (shown: object) =>
  object({ id: integer, title: text, ...shown } as never, ['id', 'title', ...Object.keys(shown)]);

/** Tickets whose `steps` tell where they lead. */
function documentOf(ticket: ReturnType<typeof object>, end: object, answers: object = noBody) {
  const step = object({ id: text, name: text, ...end } as never, ['id', 'name', ...Object.keys(end)]);
  return spec(
    {
      '/tickets': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(ticket, '201') } },
      '/tickets/{id}': item(ticket),
      '/tickets/{id}/steps': {
        parameters: [param('id', integer)],
        get: { responses: { ...shows(object({ steps: { type: 'array', items: step } }, ['steps'])), ...missing } },
        post: {
          ...takes(object({ step: object({ id: text }, ['id']), fields: object({ reason: text }) }, ['step'])),
          responses: { ...answers, ...missing, '400': { description: 'no' }, '409': { description: 'not now' } },
        },
      },
    },
    { schemas: { Status: object({ name: state, color: text }, ['name', 'color']) } },
  );
}

const STATUS = { $ref: '#/components/schemas/Status' };
const plain = documentOf(ticketOf({ state }), { toState: state });
const inside = documentOf(ticketOf({ fields: object({ status: STATUS }, ['status']) }), { to: STATUS });

type Move = { id: string; from?: string; to: string };
const COURSE: Move[] = [
  { id: '11', from: 'new', to: 'begun' },
  { id: '21', from: 'begun', to: 'closed' },
];
/** Every state can be reached from every other, and from itself. */
const ANYWHERE: Move[] = ['new', 'begun', 'closed'].map((to) => ({ id: `to-${to}`, to }));

type Answers = { moves?: Move[]; list?: Told; post?: Told; done?: (to: string, from: string) => string };

const server =
  ({ moves = COURSE, list, post, done = (to) => to }: Answers = {}, document: object = plain): MakeServer =>
  () => {
    const show = (to: string) => {
      const status = { name: to, color: to === 'new' ? 'red' : 'blue' };
      return document === inside ? [{ fields: { status } }, { to: status }] : [{ state: to }, { toState: to }];
    };
    const { on, routes } = store('/tickets', { ...show('new')[0] });
    const states = new Map<unknown, string>();
    const at = (one: Fields) => states.get(one['id']) ?? 'new';
    const open = (one: Fields) => moves.filter(({ from = at(one) }) => from === at(one));
    routes['GET /tickets/{id}/steps'] = on(
      (one) => list ?? ok({ steps: open(one).map(({ id, to }) => ({ id, name: `To ${to}`, ...show(to)[1] })) }),
    );
    routes['POST /tickets/{id}/steps'] = on((one, body) => {
      const id = (body['step'] as Fields | undefined)?.['id'];
      const move = moves.find((other) => other.id === id);
      if (!move) return refused(400, 'A valid step is required.');
      if (!open(one).includes(move)) return refused(409, 'The step is not available now.');
      if (post) return post;
      states.set(one['id'], done(move.to, at(one)));
      Object.assign(one, show(at(one))[0]);
      return { status: 204 };
    });
    return routes;
  };

const JOURNEY = 'The effect of POST /tickets/{id}/steps is seen on the ticket';
const stays: Answers = { done: (_to, from) => from };

describe.each([
  ['a state', plain],
  ['an object inside what holds the fields', inside],
])('a listed move that leads to %s', (_, document) => {
  it('is seen on the thing, on sound servers of any kind', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.find(({ name }) => name === JOURNEY)?.proof).toContain('action-no-op POST /tickets/{id}/steps');
    expect(failures(await verify(document, server({}, document)))).toEqual([]);
    expect(failures(await verify(document, server({ moves: ANYWHERE }, document)))).toEqual([]);
    // What is begun is closed at once by a rule of the server.
    expect(failures(await verify(document, server({ done: () => 'closed' }, document)))).toEqual([]);
  });

  it('is found not to be made', async () => {
    expect(decisive(await verify(document, server(stays, document)))).toEqual([
      `FAIL_DECISIVE_PERSISTENCE UNCHANGED: ${JOURNEY}`,
    ]);
    const anywhere = await verify(document, server({ ...stays, moves: ANYWHERE }, document));
    expect(decisive(anywhere)).toEqual([`FAIL_DECISIVE_PERSISTENCE UNCHANGED: ${JOURNEY}`]);
  });
});

it('a route that is missing is found', async () => {
  const without: MakeServer = (clock) => {
    const { 'POST /tickets/{id}/steps': _post, 'GET /tickets/{id}/steps': list, ...routes } = server()(clock);
    const none = () => refused(404, 'no such route');
    return { ...routes, 'GET /tickets/{id}/steps': list ?? none, 'POST /tickets/{id}/steps': none };
  };
  expect(decisive(await verify(plain, without))).toEqual([`FAIL_DECISIVE_ROUTE_MISSING ROUTE_NOT_SERVED: ${JOURNEY}`]);
});

it.each<[string, Answers]>([
  ['only leads back to where the thing is', { ...stays, moves: [{ id: 'again', to: 'new' }] }],
  ['wants more than its id', { post: refused(400, 'resolution is required') }],
  ['is not open to this caller', { post: refused(403, 'you may not') }],
  ['meets a condition', { post: refused(409, 'blocked by another ticket') }],
  ['is looked for among those that are open now', { post: refused(404, 'no such item') }],
])('nothing is asserted of a move that %s', async (_, answers) => {
  expect(decisive(await verify(plain, server(answers)))).toEqual([]);
});

it.each<[string, Told]>([
  ['is empty', ok({ steps: [] })],
  ['is not there', refused(404, 'tickets of this kind have no steps')],
])('nothing is claimed where the list of moves %s', async (_, list) => {
  expect(decisive(await verify(plain, server({ list })))).toEqual([]);
});

it.each([
  ['their end is said in other words than the state', documentOf(ticketOf({ state }), { to: text })],
  ['their end may be another thing', documentOf(ticketOf({ state }), { to: object({ name: state }, ['name']) })],
  ['they are only accepted', documentOf(ticketOf({ state }), { to: state }, { '202': noBody['204'] })],
  ['the thing has two states', documentOf(ticketOf({ state, phase: state }), { to: state })],
])('no end of moves is known where %s', async (_, document) => {
  const { bundle } = await plan(document);
  expect(bundle.plans.filter(({ name }) => name === JOURNEY)).toEqual([]);
});
