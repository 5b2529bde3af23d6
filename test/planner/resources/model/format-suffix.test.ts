import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

describe('paths that end in the form of what they answer', () => {
  const board = object({ id: integer, title: text }, ['id', 'title']);
  const list = { type: 'array', items: board };
  const document = spec({
    '/boards.json': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(board, '201') },
      get: { responses: shows(list) },
    },
    '/boards/{id}.json': {
      ...item(board),
      put: { ...takes(object({ title: text }, ['title'])), responses: { ...shows(board), ...missing } },
    },
  });
  const server: MakeServer = () => {
    const { on, routes } = store('/boards', {});
    routes['PUT /boards/{id}'] = on((one, body) => ok(Object.assign(one, body)));
    return Object.fromEntries(Object.entries(routes).map(([key, act]) => [`${key}.json`, act]));
  };

  it('are those of the same things', async () => {
    const { bundle } = await plan(document);
    const names = bundle.plans.map(({ name }) => name);
    for (const name of [
      'A created board can be read back',
      'A created board is in the list',
      'A deleted board is gone',
    ])
      expect(names).toContain(name);
    const result = await verify(document, server);
    expect(failures(result)).toEqual([]);
    expect(result.residue).toEqual([]);
  });

  it('are none of the id that a Location gives', async () => {
    const located = spec({
      ...(document as { paths: object }).paths,
      '/boards.json': {
        post: {
          ...takes(object({ title: text }, ['title'])),
          responses: { '201': { description: 'made', headers: { Location: { schema: text } } } },
        },
      },
    });
    const silent: MakeServer = (clock) => {
      const routes = server(clock);
      return {
        ...routes,
        'POST /boards.json': (asked) => {
          const made = routes['POST /boards.json']?.(asked).body as { id: number } | undefined;
          return { status: 201, headers: { location: `/boards/${made?.id}.json` } };
        },
      };
    };
    const result = await verify(located, silent);
    expect(failures(result)).toEqual([]);
    expect(result.journeys.map(({ name }) => name)).toContain('A created board can be read back');
  });

  it('what is not stored is told', async () => {
    const loses: MakeServer = (clock) => ({ ...server(clock), 'DELETE /boards/{id}.json': () => ({ status: 204 }) });
    expect(decisive(await verify(document, loses)).join()).toContain('NOT_DELETED');
  });
});

describe('an id that is called after more than its kind', () => {
  it('is known by the last word: {MessageSid} is the sid of a message', async () => {
    const message = object({ sid: text, body: text }, ['sid', 'body']);
    const path = { parameters: [param('MessageSid')], get: { responses: { ...shows(message), ...missing } } };
    const { bundle } = await plan(
      spec({
        '/Messages': { post: { ...takes(object({ body: text }, ['body'])), responses: shows(message, '201') } },
        '/Messages/{MessageSid}': path,
      }),
    );
    const [read] = bundle.plans.filter(({ kind }) => kind === 'create-read');
    expect(Object.values(read?.steps[0]?.captures ?? {})).toContainEqual({ from: 'body', pointer: '/sid' });
  });
});
