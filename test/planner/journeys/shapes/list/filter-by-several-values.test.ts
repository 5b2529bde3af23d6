import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';

import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { decisive, type Routes, verifyServer } from '#test/verify-server.ts';

const status = { type: 'string', enum: ['open', 'done', 'closed'] };
const priority = { type: 'string', enum: ['low', 'high'] };
const task = object({ id: integer, title: text, priority, status }, ['id', 'title', 'priority', 'status']);
const severalOf = (items: object, more: object = {}) => ({ in: 'query', schema: { type: 'array', items }, ...more });

/** Tasks whose list is asked for statuses and priorities; `more` = how these are written. */
const tasks = (more: object = {}, asked: object = status) =>
  spec({
    '/tasks': {
      get: {
        parameters: [
          { name: 'status', ...severalOf(asked, more) },
          { name: 'priority', ...severalOf(priority, more) },
        ],
        responses: shows({ type: 'array', items: task }),
      },
      post: { ...takes(object({ title: text, priority }, ['title', 'priority'])), responses: shows(task, '201') },
    },
    '/tasks/{id}': {
      parameters: [param('id', integer)],
      get: { responses: shows(task) },
      delete: { responses: noBody },
    },
  });

/** `taken`: which of the values that a filter is asked for are looked at. */
const server = (taken: (values: string[], of: string) => string[]) => (): Routes => {
  const all = new Map<number, Record<string, unknown>>();
  let serial = 0;
  return {
    'GET /tasks': ({ query }) => {
      const fits = (row: Record<string, unknown>) =>
        ['status', 'priority'].every(
          (name) => !query.has(name) || taken(query.getAll(name), name).includes(String(row[name])),
        );
      return { status: 200, body: [...all.values()].filter(fits) };
    },
    'POST /tasks': ({ body }) => {
      const row = { id: (serial += 1), status: 'open', ...body };
      all.set(row.id, row);
      return { status: 201, body: row };
    },
    'GET /tasks/:id': ({ params }) => {
      const row = all.get(Number(params[0]));
      return row ? { status: 200, body: row } : { status: 404, body: {} };
    },
    'DELETE /tasks/:id': ({ params }) => ({ status: all.delete(Number(params[0])) ? 204 : 404 }),
  };
};
const kinds = ['list-filter' as const];

describe('a list that is asked for several values of a field', () => {
  it('shows what has one of them', async () => {
    const result = await verifyServer(
      tasks(),
      server((values) => values),
      { kinds },
    );
    expect(result.journeys.map(({ status: outcome }) => outcome)).toEqual(['pass', 'pass']);
  });

  it.each<[string, string, (values: string[]) => string[]]>([
    ['priority', 'the first', (values) => values.slice(0, 1)],
    ['priority', 'the last', (values) => values.slice(-1)],
    ['status', 'the first', (values) => values.slice(0, 1)],
  ])('is found where of %s it looks at %s alone', async (name, _, taken) => {
    const result = await verifyServer(
      tasks(),
      server((values, of) => (of === name ? taken(values) : values)),
      { kinds },
    );
    expect(decisive(result)).toEqual(['FAIL_DECISIVE_CONTRACT NOT_FILTERED']);
    const failed = result.journeys.filter(({ status: outcome }) => outcome !== 'pass');
    expect(failed.map((journey) => journey.name)).toEqual([
      `The list filtered by ${name} shows each task that matches and no other`,
    ]);
  });

  it.each<[string, object]>([
    ['by commas', tasks({ style: 'form', explode: false })],
    ['and knows more states than may be asked for', tasks({}, { type: 'string', enum: ['done', 'closed'] })],
  ])('is not asked so where it takes them %s', async (_, document) => {
    const { bundle } = await planFeature({ spec: document, personas: [] });
    const plans = bundle.plans.filter(({ kind, name }) => kind === 'list-filter' && name.includes('status'));
    const several = plans
      .flatMap(({ steps }) => steps)
      .filter(({ params }) => {
        const asked = params.query['status'];
        return asked && 'literal' in asked && Array.isArray(asked.literal);
      });
    expect(several).toEqual([]);
  });
});

describe('a list that may be asked for all', () => {
  const boards = { type: 'string', enum: ['all', 'team', 'own'] };
  const board = object({ id: integer, title: text, audience: boards }, ['id', 'title', 'audience']);
  const asked = spec({
    '/boards': {
      get: {
        parameters: [{ name: 'audience', in: 'query', schema: boards }],
        responses: shows({ type: 'array', items: board }),
      },
      post: {
        ...takes(object({ title: text, audience: boards }, ['title', 'audience'])),
        responses: shows(board, '201'),
      },
    },
    '/boards/{id}': { parameters: [param('id', integer)], get: { responses: shows(board) } },
  });

  it.each([
    ['leaves none out for the value "all"', (value: string) => value === 'all', 'pass'],
    ['is found where it filters by nothing', () => true, 'fail'],
  ])('%s', async (_, takesAll, outcome) => {
    const make = (): Routes => {
      const all = new Map<number, Record<string, unknown>>();
      return {
        'GET /boards': ({ query }) => {
          const value = query.get('audience');
          const isListed = (row: Record<string, unknown>) =>
            value === null || takesAll(value) || row['audience'] === value;
          return { status: 200, body: [...all.values()].filter(isListed) };
        },
        'POST /boards': ({ body }) => {
          const row = { ...body, id: all.size + 1 };
          all.set(row.id, row);
          return { status: 201, body: row };
        },
        'GET /boards/:id': ({ params }) => ({ status: 200, body: all.get(Number(params[0])) ?? {} }),
      };
    };
    const result = await verifyServer(asked, make, { kinds });
    expect(result.journeys.map(({ status: told }) => told)).toEqual([outcome]);
  });
});
