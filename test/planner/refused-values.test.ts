import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, type Told, verify } from './small-server.ts';
import { integer, object, shows, spec, takes, text } from './small-spec.ts';
import { item, store } from './small-store.ts';

describe('optional values that a server refuses', () => {
  const link = { type: 'string', format: 'uri' };
  const own = { title: text, note: text, comment: text, homepage: link };
  const board = object({ id: integer, ...own }, ['id', 'title']);
  const document = spec({
    '/boards': {
      post: { ...takes(object(own, ['title'])), responses: shows(board, '201') },
      get: { responses: shows({ type: 'array', items: board }) },
    },
    '/boards/{id}': { ...item(board), put: { ...takes(object(own, ['title'])), responses: shows(board) } },
  });
  /** Answers instead of storing, where it refuses what is sent. */
  const server =
    (refuse: (body: Fields) => Told | undefined, show = (one: Fields) => one): MakeServer =>
    () => {
      const { items, on, routes } = store('/boards', {});
      const create = routes['POST /boards'];
      routes['POST /boards'] = (asked) => {
        const told = refuse(asked.body) ?? create?.(asked);
        return told?.status === 201 ? { status: 201, body: show(told.body as Fields) } : (told as Told);
      };
      routes['GET /boards'] = () => ({ status: 200, body: [...items.values()].map(show) });
      routes['GET /boards/{id}'] = on((one) => ({ status: 200, body: show(one) }));
      routes['PUT /boards/{id}'] = on(
        (one, body) => refuse(body) ?? { status: 200, body: show(Object.assign(one, body)) },
      );
      return routes;
    };
  const refusing =
    (names: string[], told: (name: string) => unknown, status = 422) =>
    (body: Fields): Told | undefined => {
      const name = names.find((one) => Object.hasOwn(body, one));
      return name === undefined ? undefined : { status, body: told(name) };
    };
  const namesIt = (name: string) => ({ detail: [{ loc: ['body', name], msg: 'not so' }] });

  it.each([
    ['names', server(refusing(['homepage'], namesIt))],
    ['does not name', server(refusing(['note'], () => ({ error: 'Bad Request' }), 400))],
    ['looks up in vain', server(refusing(['note'], () => ({ error: 'no such note' }), 404))],
    ['names one by one', server(refusing(['note', 'homepage'], namesIt))],
  ])('and %s do not keep a journey from its end', async (_name, refuser) => {
    expect(failures(await verify(document, refuser))).toEqual([]);
  });

  it('are left out alone, where the refusal names them', async () => {
    const { journeys } = await verify(document, server(refusing(['homepage'], namesIt)), 'create-read');
    const [create] = journeys[0]?.steps ?? [];
    expect(Object.keys(JSON.parse(create?.requestBody ?? '{}') as Fields).sort()).toEqual(['comment', 'note', 'title']);
    expect(journeys[0]?.notes).toContainEqual('create-board: 422 with /homepage; went on without');
  });

  it('what is sent is still found where it is lost', async () => {
    const losing = server(refusing(['homepage'], namesIt), ({ note: _note, ...rest }) => rest);
    expect(decisive(await verify(document, losing, 'create-read'))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE VALUE_LOST: A created board can be read back',
    ]);
  });

  it('a refusal of what is required stays one', async () => {
    const strict = server(refusing(['title'], namesIt));
    expect(failures(await verify(document, strict, 'create-read'))).toEqual([
      'INCONCLUSIVE_INPUT_CONSTRAINT INPUT_REFUSED: A created board can be read back',
    ]);
  });
});
