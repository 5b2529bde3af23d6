import { describe, expect, it } from 'vitest';

import { decisive, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const ticket = object({ id: integer, title: text }, ['id', 'title']);
const step = object({ id: text, name: text }, ['id', 'name']);
const steps = { type: 'array', items: step };

const BODIES: Record<string, object> = {
  '{step: {id}}': object({ step: object({ id: text }, ['id']) }, ['step']),
  '{step: {id}, note}': object({ step: object({ id: text }, ['id']), note: text }, ['step']),
  '{id}': object({ id: text }, ['id']),
  '{stepId}': object({ stepId: text }, ['stepId']),
};
const ANSWERS: Record<string, object> = { nothing: noBody, 'the step': shows(step, '201'), 'all steps': shows(steps) };
/** Where steps come from. */
const SOURCES: Record<string, object> = {
  'nothing says': {},
  'a list shows': { '/steps': { get: { responses: shows(steps) } } },
  'a create makes': {
    '/steps': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(step, '201') } },
    '/steps/{id}': item(step, text),
  },
};
const inside = { parameters: [param('ticketId', integer), param('stepId')] };
const removal = { delete: { responses: { ...noBody, ...missing } } };
const BELOW: Record<string, object> = {
  'no path of their own': {},
  'a path to be taken out at': { '/tickets/{ticketId}/steps/{stepId}': { ...inside, ...removal } },
  'a path of their own': {
    '/tickets/{ticketId}/steps/{stepId}': { ...inside, ...removal, get: { responses: { ...shows(step), ...missing } } },
  },
};

/** Steps that are there are put into tickets. */
const documentOf = (body: object, answers: object, source: object, below: object) =>
  spec({
    '/tickets': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(ticket, '201') } },
    '/tickets/{id}': item(ticket),
    '/tickets/{id}/steps': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(steps), ...missing } },
      post: { ...takes(body as never), responses: { ...answers, ...missing } },
    },
    ...source,
    ...below,
  });

/** What a sound server does with an id that it does not know. */
type Unknown = 'refuses it' | 'says what it says of tickets' | 'passes over it';

const server =
  (answered: string, unknown: Unknown, isKept = true): MakeServer =>
  () => {
    const { on, routes } = store('/tickets', {});
    const all = store('/steps', {}, (serial) => `step-${serial}`);
    for (const id of ['paint', 'dry']) all.items.set(id, { id, name: id });
    const sets = new Map<unknown, Set<string>>();
    const within = (act: (set: Set<string>, asked: Parameters<NonNullable<(typeof routes)[string]>>[0]) => Told) => {
      return (asked: Parameters<NonNullable<(typeof routes)[string]>>[0]) =>
        on((one) => {
          const set = sets.get(one['id']) ?? new Set();
          sets.set(one['id'], set);
          return act(set, asked);
        })(asked);
    };
    const shown = (set: Set<string>) => [...set].map((id) => all.items.get(id));
    return {
      ...routes,
      ...all.routes,
      'GET /tickets/{id}/steps': within((set) => ok(shown(set))),
      'POST /tickets/{id}/steps': within((set, { body }) => {
        const id = String((body['step'] as Fields | undefined)?.['id'] ?? body['id'] ?? body['stepId']);
        const found = all.items.get(id);
        if (!found && unknown !== 'passes over it')
          return unknown === 'refuses it' ? { status: 422, body: { error: 'unknown step' } } : notFound;
        if (found && isKept) set.add(id);
        if (answered === 'nothing') return { status: 204 };
        return answered === 'all steps' ? ok(shown(set)) : { status: 201, body: found ?? { id, name: '' } };
      }),
      'GET /tickets/{ticketId}/steps/{stepId}': within((set, { params: [, id = ''] }) =>
        set.has(id) ? ok(all.items.get(id)) : notFound,
      ),
      'DELETE /tickets/{ticketId}/steps/{stepId}': within((set, { params: [, id = ''] }) =>
        set.delete(id) ? { status: 204 } : notFound,
      ),
    };
  };

const shapes = Object.keys(BODIES).flatMap((body) => Object.keys(ANSWERS).map((answered) => [body, answered] as const));

describe.each(shapes)('a POST of %s that answers %s, and puts in what is there', (body, answered) => {
  it.each(Object.keys(SOURCES).flatMap((source) => Object.keys(BELOW).map((below) => [source, below] as const)))(
    'accuses no sound server: what there is %s, and it has %s',
    async (source, below) => {
      const document = documentOf(
        BODIES[body] as object,
        ANSWERS[answered] as object,
        SOURCES[source] as object,
        BELOW[below] as object,
      );
      for (const unknown of ['refuses it', 'says what it says of tickets', 'passes over it'] as const)
        expect(decisive(await verify(document, server(answered, unknown)))).toEqual([]);
    },
  );
});

const named = BODIES['{step: {id}}'] as object;
const made = SOURCES['a create makes'] as object;

it('what was made elsewhere is put in, and seen not to be kept', async () => {
  const document = documentOf(named, shows(step, '201'), made, {});
  const { bundle } = await plan(document);
  const posts = bundle.plans
    .flatMap((one) => one.steps)
    .filter(({ method, path }) => method === 'POST' && path.endsWith('}/steps'));
  expect(JSON.stringify(posts.map(({ body }) => body?.value))).toContain('{"step":{"object":{"id":{"capture"');
  const told = decisive(await verify(document, server('the step', 'refuses it', false)));
  expect(told.join()).toContain('NOT_IN_LIST');
});

it.each([
  ['has more than an id', object({ step: object({ id: text, name: text }, ['id', 'name']) }, ['step'])],
  ['is named by what people call it', object({ name: text }, ['name'])],
  [
    'has a name beside the step that it comes after',
    object({ name: text, step: object({ id: text }) }, ['name', 'step']),
  ],
  ['may come after another', object({ note: text, step: object({ id: text }, ['id']) }, ['note'])],
])('a step that %s is made', async (_, body) => {
  const { bundle } = await plan(documentOf(body, shows(step, '201'), {}, {}));
  expect(bundle.plans.map(({ name }) => name)).toContain('A created step is in the list');
});
