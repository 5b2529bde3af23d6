import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, number, store } from '#test/small-store.ts';

describe('what stands in a wrapper that each answer writes in place', () => {
  const column = object({ id: integer, boardId: integer, name: text }, ['id', 'boardId', 'name']);
  const data = (of: string) => object({ data: { $ref: `#/components/schemas/${of}` } }, ['data']);
  const board = object({ id: integer, title: text }, ['id', 'title']);
  const document = {
    ...spec({
      '/boards': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(data('Board'), '201') } },
      '/boards/{boardId}/columns': {
        parameters: [{ name: 'boardId', in: 'path', required: true, schema: integer }],
        post: { ...takes(object({ name: text }, ['name'])), responses: shows(data('Column'), '201') },
      },
      '/columns/{id}': {
        ...item(data('Column')),
        put: { ...takes(object({ name: text }, ['name'])), responses: shows(data('Column')) },
      },
    }),
    components: { schemas: { Column: column, Board: board } },
  };

  it('is made where its like is answered, not by the PUT on itself', async () => {
    const { bundle } = await plan(document);
    const read = bundle.plans.find(({ name }) => name === 'A created column can be read back');
    expect(read?.steps.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /boards',
      'POST /boards/{boardId}/columns',
      'GET /columns/{id}',
    ]);
  });
});

describe('an object that is sent whole, as the example of a body has it', () => {
  const settings = object({ color: { type: 'string', enum: ['blue', 'green'] }, limit: number, comments: text });
  const own = { title: text, settings };
  const board = object({ id: integer, ...own }, ['id', 'title']);
  const body = takes(object(own, ['title']));
  const document = spec({
    '/boards': {
      post: {
        requestBody: {
          ...(body as { requestBody: object }).requestBody,
          content: {
            'application/json': {
              schema: object(own, ['title']),
              example: { title: 'Train', settings: { color: 'green', limit: 3 } },
            },
          },
        },
        responses: shows(board, '201'),
      },
    },
    '/boards/{id}': { ...item(board), patch: { ...takes(object(own)), responses: shows(board) } },
  });
  const server =
    (usual: Fields, keep = (sent: Fields) => sent, merge = true): MakeServer =>
    () => {
      const { on, routes } = store('/boards', {});
      const create = routes['POST /boards'];
      routes['POST /boards'] = (asked) => {
        const sent = asked.body['settings'] as Fields | undefined;
        return create?.({ ...asked, body: { ...asked.body, settings: keep({ ...usual, ...sent }) } }) as Told;
      };
      routes['PATCH /boards/{id}'] = on((one, { settings: sent, ...rest }) => {
        const changed =
          sent === undefined
            ? {}
            : { settings: { ...(merge ? (one['settings'] as Fields) : usual), ...(sent as Fields) } };
        return { status: 200, body: Object.assign(one, rest, changed) };
      });
      return routes;
    };

  it.each([
    ['merges', true],
    ['replaces', false],
  ])('may come back with members that the server fills in, and be changed by one that %s it', async (_name, merge) => {
    expect(failures(await verify(document, server({ comments: 'allowed' }, undefined, merge)))).toEqual([]);
  });

  it('must hold what was sent', async () => {
    const losing = server({}, ({ limit: _limit, ...rest }) => ({ ...rest, limit: 9 }));
    expect(decisive(await verify(document, losing, 'create-read'))).toContain(
      'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A created board can be read back',
    );
  });
});

it('a thing stands in its result, where the metadata beside it have an id of their own', async () => {
  const box = object({ id: text, title: text }, ['id', 'title']);
  const shown = object({ metadata: object({ id: text }, ['id']), result: box }, ['metadata', 'result']);
  const answers = { ...shows(shown), '404': { description: 'none' } };
  const boxes = spec({
    '/boxes': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(shown, '201') } },
    '/boxes/{id}': { parameters: [param('id')], get: { responses: answers } },
  });
  let requests = 0;
  const told = (status: number, result: unknown) => ({
    status,
    body: { metadata: { id: `request-${(requests += 1)}` }, result },
  });
  const { items, on, routes } = store('/boxes', {}, (serial) => `b${serial}`);
  const result = await verify(boxes, () => ({
    'POST /boxes': (asked) => told(201, routes['POST /boxes']?.(asked).body),
    'GET /boxes/{id}': on((one) => told(200, one)),
  }));
  expect(items.size).toBeGreaterThan(0);
  expect(failures(result)).toEqual([]);
});
