import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Routes, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

const open = { type: 'object', properties: { tags: { type: 'array', items: text } }, additionalProperties: {} };
const wrapped = object({ data: open, extra: object({}) });
const both = { ...shows(wrapped), ...shows(wrapped, '201') };
/** PUT makes a box at a chosen id, POST at one that the answer may tell; no schema names the id. */
const document = spec({
  '/boxes': {
    post: { ...takes(wrapped), responses: both },
    get: { responses: shows(object({ data: { type: 'array', items: open } })) },
  },
  '/boxes/{id}': {
    parameters: [param('id')],
    put: { ...takes(wrapped), responses: both },
    get: { responses: { ...shows(wrapped), ...missing } },
    delete: { responses: { ...noBody, ...missing } },
  },
});

const server =
  (change: (routes: Routes, items: Map<string, Fields>) => void = () => undefined): MakeServer =>
  () => {
    const items = new Map<string, Fields>();
    const write = (id: string, body: Fields) => {
      items.set(id, { ...(body['data'] as Fields), id });
      return { status: 201, body: { data: items.get(id) } };
    };
    const routes: Routes = {
      'POST /boxes': ({ body }) => write(`box-${items.size}-${Math.random()}`, body),
      'GET /boxes': () => ok({ data: [...items.values()] }),
      'PUT /boxes/{id}': ({ params: [id = ''], body }) => write(id, body),
      'GET /boxes/{id}': ({ params: [id = ''] }) => (items.has(id) ? ok({ data: items.get(id) }) : notFound),
      'DELETE /boxes/{id}': ({ params: [id = ''] }) => (items.delete(id) ? { status: 204 } : notFound),
    };
    change(routes, items);
    return routes;
  };

describe('a POST beside the PUT that makes the same things at a chosen id', () => {
  it('is called too, and what it made looked for in the list', async () => {
    const { bundle } = await plan(document);
    const made = bundle.plans.filter(({ steps }) => steps.some(({ method }) => method === 'POST'));
    expect(made.map(({ kind }) => kind)).toEqual(['create-echo', 'create-list']);
  });

  it('leaves nothing behind where its answer shows an id, although none is documented', async () => {
    let left = -1;
    const result = await verify(
      document,
      server((routes, items) => {
        const remove = routes['DELETE /boxes/{id}'];
        routes['DELETE /boxes/{id}'] = (asked) => {
          const told = remove?.(asked) ?? notFound;
          left = items.size;
          return told;
        };
      }),
    );
    expect(failures(result)).toEqual([]);
    expect([left, result.residue]).toEqual([0, []]);
  });

  it.each([[undefined], [''], [{ id: 'x' }]])('may show %j there, and says what it leaves', async (id) => {
    const removed: string[] = [];
    const quiet = server((routes) => {
      const create = routes['POST /boxes'];
      const remove = routes['DELETE /boxes/{id}'];
      routes['POST /boxes'] = (asked) => {
        const told = create?.(asked).body as { data: Fields } | undefined;
        return { status: 201, body: { data: { ...told?.data, id } } };
      };
      routes['DELETE /boxes/{id}'] = (asked) => {
        removed.push(asked.params[0] ?? '');
        return remove?.(asked) ?? notFound;
      };
    });
    const result = await verify(document, quiet);
    expect(failures(result)).toEqual([]);
    expect(result.residue.map(({ operation }) => operation)).toEqual(['DELETE /boxes/{id}']);
    expect(removed.every((one) => !one.startsWith('box-'))).toBe(true);
  });

  it('that stores nothing is found', async () => {
    const losing = server((routes) => (routes['POST /boxes'] = ({ body }) => ({ status: 201, body })));
    expect(decisive(await verify(document, losing, 'create-list'))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST: Made by POST/),
    ]);
  });

  it('is left alone where it is only accepted', async () => {
    const { post, get } = document.paths['/boxes' as never] as Record<string, object>;
    const later = { ...post, responses: shows(wrapped, '202') };
    const { bundle } = await plan(spec({ ...document.paths, '/boxes': { post: later, get } }));
    expect(bundle.plans.flatMap(({ steps }) => steps.filter(({ method }) => method === 'POST'))).toEqual([]);
  });
});

it('where the list names no id, a text of our own tells the item there, beside what is documented', async () => {
  const { bundle } = await plan(document);
  const bodies = bundle.plans.flatMap(({ steps }) => steps.flatMap(({ body }) => (body ? [body.value] : [])));
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) expect(Object.keys(('object' in body && body.object['data']) || {})).toEqual(['object']);
  expect(JSON.stringify(bodies)).toContain('"note":{"unique"');
  expect(JSON.stringify(bodies)).toContain('"tags"');
});
