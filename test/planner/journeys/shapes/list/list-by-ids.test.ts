import { describe, expect, it } from 'vitest';
import { buildRequest } from '#verifier/engine/request/build-request.ts';
import { failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const array = (items: object) => ({ type: 'array', items });

const task = object({ id: integer, title: text }, ['id', 'title']);
const documentOf = (explode: boolean, schema: object = array(integer), name = 'ids') =>
  spec({
    '/tasks': {
      get: { parameters: [{ name, in: 'query', style: 'form', explode, schema }], responses: shows(array(task)) },
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(task, '201') },
    },
    '/tasks/{id}': item(task),
  });
const document = documentOf(false);
const name = 'The list filtered by two ids in ids shows these two and no other task';

const server =
  (idsOf: (asked: string | null) => string[] | undefined): MakeServer =>
  () => {
    const { items, routes } = store('/tasks', {});
    routes['GET /tasks'] = ({ query }) => {
      const wanted = idsOf(query.get('ids'));
      return ok([...items.values()].filter(({ id }) => !wanted || wanted.includes(String(id))));
    };
    return routes;
  };

describe('a list that is asked for ids in one parameter', () => {
  it('accuses no server that shows these items', async () => {
    expect(
      failures(
        await verify(
          document,
          server((asked) => asked?.split(',')),
        ),
      ),
    ).toEqual([]);
  });

  it.each<[string, MakeServer, string]>([
    ['ignores them', server(() => undefined), 'FAIL_DECISIVE_CONTRACT NOT_FILTERED'],
    ['shows the first alone', server((asked) => asked?.split(',').slice(0, 1)), 'FAIL_DECISIVE'],
  ])('finds a server that %s', async (_name, make, verdict) => {
    const found = failures(await verify(document, make));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${verdict}.*${name}$`));
  });

  it('is planned with the fault that it finds, for ids of the right type by commas alone', async () => {
    const kept = (await plan(document)).bundle.plans.find((one) => one.name === name);
    expect(kept?.proof).toEqual(['ids-ignored GET /tasks']);
    for (const other of [documentOf(true), documentOf(false, array(text)), documentOf(false, array(integer), 'owners')])
      expect(
        (await plan(other)).bundle.plans.flatMap(({ steps }) => steps.flatMap(({ joined }) => joined ?? [])),
      ).toEqual([]);
  });

  it('is sent as one value, its parts encoded', () => {
    const request = {
      operationId: 'tasks',
      method: 'GET' as const,
      path: '/tasks',
      params: { path: {}, query: { ids: { literal: ['a,b', 'c'] }, tag: { literal: ['x', 'y'] } }, header: {} },
      joined: ['ids'],
    };
    const values = {
      nonce: '',
      captures: new Map(),
      sent: new Map(),
      borrowed: new Set<string>(),
      input: () => ({ value: '' }),
    };
    expect(buildRequest(request, values).path).toBe('/tasks?ids=a%2Cb,c&tag=x&tag=y');
  });
});
