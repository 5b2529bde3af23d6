import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

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
    ['says that nobody may use', server(refusing(['note'], () => ({ error: 'no access to this note' }), 403))],
    ['names one by one', server(refusing(['note', 'homepage'], namesIt))],
  ])('and %s do not keep a journey from its end', async (_name, refuser) => {
    expect(failures(await verify(document, refuser))).toEqual([]);
  });

  it.each([['homepage'], ['note', 'homepage']])('are left out alone, where they are named: %s', async (...names) => {
    const { journeys } = await verify(document, server(refusing(names, namesIt)), 'create-read');
    const sent = JSON.parse(journeys[0]?.steps[0]?.requestBody ?? '{}') as Fields;
    expect(Object.keys(own).filter((name) => !Object.hasOwn(sent, name))).toEqual(names);
    expect(journeys[0]?.notes).toEqual([`create-board: 422 with /${names.join(', /')}; went on without`]);
  });

  it('are left out alone, where a copy of the request stands beside the words', async () => {
    const copying = server((body) =>
      Object.hasOwn(body, 'homepage')
        ? { status: 422, body: { detail: [{ loc: ['body'], msg: 'homepage cannot be set here', input: body }] } }
        : undefined,
    );
    const { journeys } = await verify(document, copying, 'create-read');
    expect(journeys[0]?.notes).toContainEqual('create-board: 422 with /homepage; went on without');
  });

  it('that the spec gives go along, where the refusal means one that it does not give, and names none', async () => {
    const given = { ...own, colour: { ...text, enum: ['red', 'blue'] }, flag: { type: 'boolean' } };
    const shown = object({ id: integer, ...given }, ['id', 'title']);
    const choosing = spec({
      '/boards': { post: { ...takes(object(given, ['title'])), responses: shows(shown, '201') } },
      '/boards/{id}': item(shown),
    });
    const refuser = server(refusing(['note'], () => ({ error: 'Bad Request' }), 400));
    const { journeys } = await verify(choosing, refuser, 'create-read');
    const sent = JSON.parse(journeys[0]?.steps[0]?.requestBody ?? '{}') as Fields;
    expect(Object.keys(sent).sort()).toEqual(['colour', 'flag', 'title']);
    expect(journeys[0]?.status).toBe('pass');
  });

  it('that were left out may be null, although the document knows no null there', async () => {
    const orNull = (one: Fields): Fields => ({ note: null, comment: null, homepage: null, ...one });
    expect(decisive(await verify(document, server(refusing(['note', 'homepage'], namesIt), orNull)))).toEqual([]);
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

describe('a thing that always shows whose it is', () => {
  const own = { title: text, project: integer };
  const task = object({ id: integer, ...own }, ['id', 'title', 'project']);
  const shownWithNone = object({ id: integer, title: text, project: { type: ['integer', 'null'] } }, ['id', 'project']);
  const documentOf = (shown: ReturnType<typeof object>, required: string[] = [], ofProject = ['title']) =>
    spec({
      '/projects': {
        post: { ...takes(object({ title: text, areaId: integer }, ofProject)), responses: shows(task, '201') },
      },
      '/projects/{id}': item(object({ id: integer, title: text }, ['id', 'title'])),
      '/tasks': { post: { ...takes(object(own, required)), responses: shows(shown, '201') } },
      '/tasks/{id}': item(shown),
    });
  const asking: MakeServer = () => {
    const tasks = store('/tasks', {});
    const create = tasks.routes['POST /tasks'];
    return {
      ...store('/projects', { project: 1 }, (serial) => serial + 40).routes,
      ...tasks.routes,
      'POST /tasks': (asked) =>
        Object.hasOwn(asked.body, 'project')
          ? (create?.(asked) as Told)
          : { status: 400, body: { project: ['This field is required.'] } },
    };
  };

  it.each([
    ['the schema of its create requires nothing', documentOf(task)],
    ['no schema requires anything, and none says that it may be null', documentOf(object({ id: integer, ...own }))],
  ])('is made for one that is made first, where %s', async (_name, document) => {
    expect(failures(await verify(document, asking))).toEqual([]);
  });

  it.each([
    ['it may have none', documentOf(shownWithNone)],
    ['it may be null where nothing is required', documentOf(object({ ...(shownWithNone.properties as object) }))],
    ['what it would belong to cannot be made', documentOf(object({ id: integer, ...own }), [], ['title', 'areaId'])],
    ['its create requires something else', documentOf(task, ['title'])],
  ])('is made without where %s', async (_name, document) => {
    const { bundle } = await plan(document);
    const reads = bundle.plans.filter(({ kind, subject }) => kind === 'create-read' && subject === 'GET /tasks/{id}');
    expect(reads.map(({ steps }) => steps.map(({ path }) => path))).toEqual([['/tasks', '/tasks/{id}']]);
  });
});

describe('a route that speaks for itself', () => {
  const own = { title: text, ownerId: text };
  const board = object({ id: integer, title: text }, ['id', 'title']);
  const document = spec({
    '/boards': {
      post: { ...takes(object(own, ['title'])), responses: shows(board, '201') },
      get: { responses: shows({ type: 'array', items: board }) },
    },
    '/boards/{id}': { ...item(board), patch: { ...takes(object(own)), responses: shows(board) } },
  });
  const saying =
    (key: string, told: Told | undefined): MakeServer =>
    () => {
      const { on, routes } = store('/boards', {});
      routes['PATCH /boards/{id}'] = on((one, body) => ({ status: 200, body: Object.assign(one, body) }));
      if (told) routes[key] = () => told;
      else delete routes[key];
      return routes;
    };

  it.each([
    ['GET /boards', { status: 404, body: { detail: 'Neither project nor view id specified' } }],
    ['PATCH /boards/{id}', { status: 405, headers: { allow: 'GET, PATCH' }, body: { detail: 'title is read-only' } }],
    ['DELETE /boards/{id}', { status: 405, headers: { allow: 'GET, DELETE' }, body: { detail: 'not the last one' } }],
  ])('%s is not called missing', async (key, told) => {
    const result = await verify(document, saying(key, told));
    expect(decisive(result)).toEqual([]);
    expect(failures(result).length).toBeGreaterThan(0);
  });

  it.each([
    ['GET /boards', undefined],
    ['GET /boards', { status: 404, body: { error: 'Boards not found' } }],
    ['GET /boards', { status: 404, body: { message: 'The requested resource was not found.' } }],
    ['PATCH /boards/{id}', undefined],
    ['PATCH /boards/{id}', { status: 405, headers: { allow: 'GET, DELETE' }, body: { detail: 'Method Not Allowed' } }],
    ['DELETE /boards/{id}', { status: 405, body: { detail: 'Method "DELETE" not allowed.' } }],
  ])('%s that answers %j is missing', async (key, told) => {
    expect(decisive(await verify(document, saying(key, told))).join()).toMatch(
      /^FAIL_DECISIVE_ROUTE_MISSING ROUTE_NOT_SERVED/,
    );
  });
});

describe('members that a schema does not ask for, and the server does', () => {
  const own = { title: text, path: text, mode: text, createdBy: text, boardId: text, status: text };
  const board = object({ id: integer, title: text, path: text, mode: text }, ['id', 'title']);
  const documentOf = (required: string[]) =>
    spec({
      '/boards': { post: { ...takes(object(own, required)), responses: shows(board, '201') } },
      '/boards/{id}': item(board),
    });
  const document = documentOf([]);
  /** Keeps a path in a form of its own. */
  const server =
    (needed: string[], told: (name: string) => unknown): MakeServer =>
    () => {
      const { routes } = store('/boards', {});
      delete routes['GET /boards'];
      const create = routes['POST /boards'];
      routes['POST /boards'] = (asked) => {
        const name = needed.find((one) => !Object.hasOwn(asked.body, one));
        const body = { ...asked.body, path: '/somewhere/else' };
        return name === undefined ? (create?.({ ...asked, body }) as Told) : { status: 400, body: told(name) };
      };
      return routes;
    };
  const namesIt = (name: string) => ({ message: `Missing field: ${name}` });
  const sentIn = ({ journeys }: Awaited<ReturnType<typeof verify>>) =>
    Object.keys(JSON.parse(journeys[0]?.steps[0]?.requestBody ?? '{}') as Fields).sort();

  it.each([
    ['names one by one', namesIt],
    ['does not name', () => ({ error: 'Bad Request' })],
  ])('are sent where a refusal %s what it lacks', async (_name, told) => {
    expect(failures(await verify(document, server(['path', 'mode'], told)))).toEqual([]);
  });

  it('go along only where they are needed, and then a note says so', async () => {
    expect(sentIn(await verify(document, server([], namesIt), 'create-read'))).toEqual(['title']);
    const needed = await verify(document, server(['mode'], namesIt), 'create-read');
    expect(sentIn(needed)).toEqual(['mode', 'title']);
    expect(needed.journeys[0]?.notes).toContainEqual('create-board: 400 without /mode; went on with it');
  });

  it.each([
    ['asked for and answered as it was sent', ['mode'], ['FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED']],
    ['answered in a form of its own', ['path'], []],
    ['not sent', [], []],
  ])('what a read shows otherwise is claimed only where it was asked for: %s', async (_name, needed, verdicts) => {
    const losing: MakeServer = (clock) => {
      const routes = server(needed, namesIt)(clock);
      const read = routes['GET /boards/{id}'];
      routes['GET /boards/{id}'] = (asked) => {
        const told = read?.(asked) as Told;
        return told.status === 200 ? { ...told, body: { ...(told.body as Fields), mode: 'x', path: 'y' } } : told;
      };
      return routes;
    };
    const found = decisive(await verify(document, losing, 'create-read'));
    expect(found.map((line) => line.split(':')[0])).toEqual(verdicts);
  });

  it('are not what names other things, what the server writes, or states', async () => {
    const all = await verify(
      document,
      server(['path', 'mode', 'createdBy'], () => ({ error: 'no' })),
      'create-read',
    );
    const steps = (await plan(document)).bundle.plans.flatMap((one) => one.steps);
    expect(new Set(steps.flatMap(({ further = {} }) => Object.keys(further)))).toEqual(new Set(['/mode', '/path']));
    expect(decisive(all)).toEqual([]);
  });

  it('are none where the schema says what it requires', async () => {
    const { bundle } = await plan(documentOf(['title']));
    expect(bundle.plans.flatMap(({ steps }) => steps).filter(({ further }) => further)).toEqual([]);
  });

  describe.each([
    ['password', 'PasswordIsRequired'],
    ['redirect_uris', '[RedirectURIs]: Required'],
    ['name_pattern', 'name_pattern is empty'],
    ['mode', 'a board needs its Mode'],
  ])('%s beside what the schema requires', (name, message) => {
    const known = object(
      { ...own, password: text, redirect_uris: { type: 'array', items: text }, name_pattern: text },
      ['title'],
    );
    const asked = spec({
      '/boards': { post: { ...takes(known), responses: shows(board, '201') } },
      '/boards/{id}': item(board),
    });

    it('goes along where the refusal names it', async () => {
      const needed = await verify(
        asked,
        server([name], () => ({ message })),
        'create-read',
      );
      expect(failures(needed)).toEqual([]);
      expect(sentIn(needed)).toEqual([name, 'title'].sort());
    });

    it('does not where the refusal speaks of something else', async () => {
      const needed = await verify(
        asked,
        server([name], () => ({ message: 'Bad Request' })),
        'create-read',
      );
      expect(failures(needed).join()).toMatch(/^INCONCLUSIVE_INPUT_CONSTRAINT INPUT_REFUSED/);
    });
  });

  it('are, where the schema says what it requires, those that the document gives values for', async () => {
    const properties = { ...own, mode: { ...text, example: 'quiet' }, path: text };
    const given = spec({
      '/boards': { post: { ...takes(object(properties, ['title'])), responses: shows(board, '201') } },
      '/boards/{id}': item(board),
      '/modes': { get: { responses: shows({ type: 'array', items: object({ name: text }, ['name']) }) } },
    });
    const { bundle } = await plan(given);
    const further = bundle.plans.flatMap(({ steps }) => steps.map(({ further }) => further));
    expect(further).toContainEqual({ '/mode': { literal: 'quiet' } });
    expect(failures(await verify(given, server(['mode'], namesIt), 'create-read'))).toEqual([]);
    expect(sentIn(await verify(given, server([], namesIt), 'create-read'))).toEqual(['title']);
  });
});

describe('values that something else has already', () => {
  const own = { number: text, floor: integer, note: text };
  const room = object({ id: integer, ...own }, ['id', 'number']);
  const document = spec({
    '/rooms': {
      post: { ...takes(object(own, ['number'])), responses: shows(room, '201') },
      get: { responses: shows({ type: 'array', items: room }) },
    },
    '/rooms/{id}': { ...item(room), put: { ...takes(object(own, ['number'])), responses: shows(room) } },
  });
  const server =
    (told: Told, show = (one: Fields) => one): MakeServer =>
    () => {
      const { items, on, routes } = store('/rooms', {});
      const create = routes['POST /rooms'];
      const isTaken = ({ number }: Fields, but?: Fields) =>
        number === '101' || [...items.values()].some((one) => one !== but && one['number'] === number);
      routes['POST /rooms'] = (asked) => {
        const made = isTaken(asked.body) ? told : create?.(asked);
        return made?.status === 201 ? { status: 201, body: show(made.body as Fields) } : (made as Told);
      };
      routes['GET /rooms'] = () => ({ status: 200, body: [...items.values()].map(show) });
      routes['GET /rooms/{id}'] = on((one) => ({ status: 200, body: show(one) }));
      routes['PUT /rooms/{id}'] = on((one, body) =>
        isTaken(body, one) ? told : { status: 200, body: show(Object.assign(one, body)) },
      );
      return routes;
    };

  it.each([
    ['a conflict that names the member', { status: 409, body: { error: 'Room number is taken' } }],
    ['a conflict that names nothing', { status: 409, body: { message: 'Such a room exists already' } }],
    ['a refusal of the value', { status: 400, body: { number: ['room with this number already exists.'] } }],
  ])('are sent otherwise after %s', async (_name, told) => {
    expect(failures(await verify(document, server(told)))).toEqual([]);
  });

  it.each([
    ['a conflict', { status: 409, body: { error: 'The hall is booked at that time' } }],
    ['a refusal', { status: 422, body: { detail: 'Overlaps with another booking' } }],
  ])('times are, by as many days as one another, after %s', async (_name, told) => {
    const time = { type: 'string', format: 'date-time' };
    const booking = { title: text, startsAt: time, endsAt: time };
    const shown = object({ id: integer, ...booking }, ['id', ...Object.keys(booking)]);
    const bookings = spec({
      '/bookings': {
        post: { ...takes(object(booking, Object.keys(booking))), responses: shows(shown, '201') },
        get: { responses: shows({ type: 'array', items: shown }) },
      },
      '/bookings/{id}': item(shown),
    });
    const hall: MakeServer = () => {
      const { items, routes } = store('/bookings', {});
      const create = routes['POST /bookings'];
      const isBooked = ({ startsAt, endsAt }: Fields) =>
        [...items.values()].some(
          (one) => String(one['startsAt']) < String(endsAt) && String(startsAt) < String(one['endsAt']),
        );
      routes['POST /bookings'] = (asked) => {
        if (String(asked.body['startsAt']) >= String(asked.body['endsAt']))
          return { status: 400, body: { error: 'ends first' } };
        return isBooked(asked.body) ? told : (create?.(asked) as Told);
      };
      routes['GET /bookings'] = () => ({ status: 200, body: [...items.values()] });
      return routes;
    };
    expect(failures(await verify(bookings, hall))).toEqual([]);
  });

  it('and what is sent then is still held to', async () => {
    const losing = server({ status: 409, body: { error: 'Room number is taken' } }, (one) => ({ ...one, number: 'x' }));
    expect(decisive(await verify(document, losing, 'create-read'))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A created room can be read back',
    ]);
  });

  it('a conflict that stays one is inconclusive, and one about something else is left as it is', async () => {
    const full: MakeServer = () => ({ 'POST /rooms': () => ({ status: 409, body: { error: 'The hotel is full' } }) });
    expect(failures(await verify(document, full, 'create-read'))).toEqual([
      'INCONCLUSIVE_SETUP_REQUIRED STATE_CONFLICT: A created room can be read back',
    ]);
  });
});
