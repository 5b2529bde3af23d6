import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

describe('texts of which only the refusal says what they may be', () => {
  const own = { name: text, room_kind: text };
  const room = object({ id: integer, ...own }, ['id', 'name', 'room_kind']);
  const document = spec({
    '/rooms': {
      post: { ...takes(object(own, ['name', 'room_kind'])), responses: shows(room, '201') },
      get: {
        parameters: [{ name: 'room_kind', in: 'query', schema: text }],
        responses: shows({ type: 'array', items: room }),
      },
    },
    '/rooms/{id}': { ...item(room), put: { ...takes(object(own, ['name', 'room_kind'])), responses: shows(room) } },
  });
  const KINDS = ['old', 'hall', 'cellar', 'attic'];
  const told = { status: 400, body: { error: `room kind must be one of: ${KINDS.join(', ')}` } };
  const server =
    (refusal: Told = told, stored = (body: Fields): Fields => body): MakeServer =>
    () => {
      const { items, on, routes } = store('/rooms', {});
      const create = routes['POST /rooms'];
      const refuse = ({ room_kind: kind }: Fields): Told | undefined => {
        if (kind === 'old') return { status: 400, body: { error: 'such a room kind is not made any more' } };
        return KINDS.includes(String(kind)) ? undefined : refusal;
      };
      routes['POST /rooms'] = (asked) =>
        refuse(asked.body) ?? (create?.({ ...asked, body: stored(asked.body) }) as Told);
      routes['GET /rooms'] = ({ query }) => {
        const kind = query.get('room_kind');
        return { status: 200, body: [...items.values()].filter((one) => kind === null || one['room_kind'] === kind) };
      };
      routes['PUT /rooms/{id}'] = on((one, body) => refuse(body) ?? { status: 200, body: Object.assign(one, body) });
      return routes;
    };

  it('are sent as it says, each once in a journey, and claimed', async () => {
    const result = await verify(document, server());
    expect(failures(result)).toEqual([]);
    expect(result.journeys.flatMap(({ notes }) => notes)).toContain(
      'create-room: 400 with /room_kind; went on with another value',
    );
    const altering = server(told, (body) => ({ ...body, room_kind: 'attic' }));
    expect(decisive(await verify(document, altering, 'create-read'))).not.toEqual([]);
  });

  it('stay refused where it tells none, and nothing decisive is said', async () => {
    const result = await verify(document, server({ status: 400, body: { error: 'room kind must be one of ours' } }));
    expect(decisive(result)).toEqual([]);
    expect(failures(result)).toContain('INCONCLUSIVE_INPUT_CONSTRAINT INPUT_REFUSED: A created room can be read back');
  });

  it('are no others where the document has a choice of its own', async () => {
    const chosen = structuredClone(document) as unknown as Record<string, unknown>;
    const within = JSON.stringify(chosen).replaceAll(
      '"room_kind":{"type":"string"}',
      '"room_kind":{"type":"string","enum":["x","y"]}',
    );
    const { journeys } = await verify(JSON.parse(within) as object, server(), 'create-read');
    expect(journeys.map(({ notes }) => notes)).toEqual([undefined]);
  });

  it('are those of the document that the refusal leaves, where it has a choice of its own', async () => {
    const enumOf = (members: string[]) => ({ type: 'string', enum: members });
    const within = JSON.stringify(document).replaceAll(
      '"room_kind":{"type":"string"}',
      `"room_kind":${JSON.stringify(enumOf(['old', 'attic']))}`,
    );
    const only = { status: 400, body: { room_kind: ['Not here. Valid choices are: attic'] } };
    const narrow: MakeServer = (clock) => {
      const routes = server()(clock);
      const create = routes['POST /rooms']!;
      routes['POST /rooms'] = (asked) => (asked.body['room_kind'] === 'old' ? only : create(asked));
      return routes;
    };
    const { journeys } = await verify(JSON.parse(within) as object, narrow, 'create-read');
    expect(journeys.map(({ status, notes }) => [status, notes])).toEqual([
      ['pass', ['create-room: 400 with /room_kind; went on with another value']],
    ]);
  });
});

it('a member is sent as told once, though the refusal tells the same again', async () => {
  const own = { name: text, extra: text };
  const link = object({ id: integer, ...own }, ['id', 'name', 'extra']);
  const document = spec({
    '/links': { post: { ...takes(object(own, ['name'])), responses: shows(link, '201') } },
    '/links/{id}': { ...item(link), patch: { ...takes(object(own)), responses: shows(link) } },
  });
  let asked = 0;
  const server: MakeServer = () => {
    const { on, routes } = store('/links', {});
    delete routes['GET /links'];
    const refused = { status: 422, body: { error: "extra must be an object ('key': 'value')" } };
    routes['PATCH /links/{id}'] = on((one, body) => {
      asked += 1;
      if (asked > 100) return { status: 200, body: one };
      return body['extra'] === undefined ? { status: 200, body: Object.assign(one, body) } : refused;
    });
    return routes;
  };
  expect(decisive(await verify(document, server))).toEqual([]);
  expect(asked).toBeLessThan(40);
});

it('what the entries of a list need not hold is left out, where it is refused', async () => {
  const line = object({ title: text, note: text }, ['title']);
  const own = { name: text, lines: { type: 'array', items: line, minItems: 1 } };
  const order = object({ id: integer, ...own }, ['id', 'name', 'lines']);
  const document = spec({
    '/orders': { post: { ...takes(object(own, ['name', 'lines'])), responses: shows(order, '201') } },
    '/orders/{id}': item(order),
  });
  const server: MakeServer = () => {
    const { routes } = store('/orders', {});
    const create = routes['POST /orders'];
    delete routes['GET /orders'];
    routes['POST /orders'] = (asked) => {
      const [first] = asked.body['lines'] as Fields[];
      return first?.['note'] === undefined
        ? (create?.(asked) as Told)
        : { status: 422, body: { error: 'a note needs a reader' } };
    };
    return routes;
  };
  const result = await verify(document, server);
  expect(failures(result)).toEqual([]);
  expect(result.journeys.flatMap(({ notes }) => notes)).toContain(
    'create-order: 422 with /lines/0/note; went on without',
  );
});
