import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, missing, ok, store, time } from '#test/small-store.ts';

describe('orders with a course of states, which the server enforces', () => {
  const status = { type: 'string', enum: ['pending', 'paid', 'shipped', 'delivered', 'cancelled'] };
  const order = { $ref: '#/components/schemas/Order' };
  const acts = { responses: { ...shows(order), '409': { description: 'not in this state' } } };
  const document = spec(
    {
      '/orders': {
        post: { ...takes(object({ sku: text, quantity: integer }, ['sku'])), responses: shows(order, '201') },
        get: { responses: shows({ type: 'array', items: order }) },
      },
      '/orders/{id}': item(order),
      '/orders/{id}/cancel': { parameters: [param('id', integer)], post: acts },
      '/orders/{id}/pay': { parameters: [param('id', integer)], post: acts },
      '/orders/{id}/ship': { parameters: [param('id', integer)], post: acts },
    },
    { schemas: { Order: object({ id: integer, sku: text, quantity: integer, status }, ['id', 'sku', 'status']) } },
  );
  const COURSE: Record<string, [string[], string]> = {
    pay: [['pending'], 'paid'],
    ship: [['paid'], 'shipped'],
    cancel: [['pending', 'paid'], 'cancelled'],
  };
  const server =
    (change: (item: Fields, to: string, orders: Map<string, Fields>) => unknown, refusal = 409): MakeServer =>
    () => {
      const { on, routes, items } = store('/orders', { status: 'pending' });
      for (const [name, [from, to]] of Object.entries(COURSE))
        routes[`POST /orders/{id}/${name}`] = on((one) => {
          if (!from.includes(String(one['status'])))
            return { status: refusal, body: { error: `is ${String(one['status'])}` } };
          return ok(change(one, to, items));
        });
      return routes;
    };
  const sound = server((one, to) => Object.assign(one, { status: to }));

  it('are planned: each action answers the change, and a read shows it', async () => {
    const { bundle } = await plan(document);
    const about = bundle.plans
      .filter(({ kind }) => kind.startsWith('action-'))
      .map(({ kind, subject }) => `${kind} ${subject}`);
    expect(about.toSorted()).toEqual([
      'action-read-back POST /orders/{id}/cancel',
      'action-read-back POST /orders/{id}/pay',
      'action-read-back POST /orders/{id}/ship',
      'action-returns-change POST /orders/{id}/cancel',
      'action-returns-change POST /orders/{id}/pay',
      'action-returns-change POST /orders/{id}/ship',
    ]);
    const ship = bundle.plans.find(({ kind, subject }) => kind === 'action-read-back' && subject.endsWith('/ship'));
    expect(ship?.steps.map(({ id }) => id)).toEqual([
      'create-order',
      'pay-order',
      'read-order',
      'ship-order',
      'read-order-2',
    ]);
    expect(ship?.steps.at(-1)?.assert).toEqual([
      { op: 'equals', pointer: '/id', value: { capture: 'orderId' }, compare: 'exact' },
      { op: 'differs', pointer: '/status', value: { capture: 'order_statusId' }, settled: ['shipped'] },
    ]);
    expect(ship?.proof).toEqual(
      expect.arrayContaining(['action-no-op POST /orders/{id}/ship', 'action-on-other-item POST /orders/{id}/ship']),
    );
  });

  it('pass on a sound server', async () => {
    expect(failures(await verify(document, sound))).toEqual([]);
  });

  it('are planned as well where the states are a union of literals, and lead over a state that is called after its action', async () => {
    const states = ['draft', 'placed', 'shipped'].map((state) => ({ type: 'string', enum: [state] }));
    const shown = object({ id: integer, sku: text, status: { anyOf: states } }, ['id', 'sku', 'status']);
    const act = { parameters: [param('id', integer)], post: { responses: shows(shown) } };
    const { bundle } = await plan(
      spec({
        '/orders': { post: { ...takes(object({ sku: text }, ['sku'])), responses: shows(shown, '201') } },
        '/orders/{id}': item(shown),
        '/orders/{id}/place': act,
        '/orders/{id}/ship': act,
      }),
    );
    const ship = bundle.plans.find(({ kind, subject }) => kind === 'action-read-back' && subject.endsWith('/ship'));
    expect(ship?.steps.map(({ id }) => id)).toContain('place-order');
  });

  it('are found where an action does nothing', async () => {
    const idle = server((one) => one);
    expect(decisive(await verify(document, idle, 'action-returns-change'))).toContain(
      'FAIL_DECISIVE_PERSISTENCE UNCHANGED: POST /orders/{id}/cancel answers the order that it changed',
    );
    const lying = server((one, to) => ({ ...one, status: to }));
    expect(failures(await verify(document, lying, 'action-returns-change'))).not.toContain(
      expect.stringContaining('UNCHANGED'),
    );
    expect(decisive(await verify(document, lying, 'action-read-back'))).toContain(
      'FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of POST /orders/{id}/cancel is seen on the order',
    );
  });

  it('are found where an action answers the order without what its read still shows', async () => {
    const of = (answer: (one: Fields) => Fields): MakeServer =>
      server((one, to) => answer(Object.assign(one, { status: to })));
    const decisiveOf = async (answer: (one: Fields) => Fields) =>
      decisive(await verify(document, of(answer), 'action-returns-change'));
    expect(await decisiveOf(({ quantity: _left, ...rest }) => rest)).toEqual(
      ['cancel', 'pay', 'ship'].map(
        (name) => `FAIL_DECISIVE_CONTRACT FIELD_MISSING: POST /orders/{id}/${name} answers the order that it changed`,
      ),
    );
    // What the action takes away, or changes, its answer may leave out.
    const taking = (one: Fields): Fields => {
      delete one['quantity'];
      return one;
    };
    const changing = (one: Fields): Fields => {
      one['quantity'] = 77;
      const { quantity: _left, ...rest } = one;
      return rest;
    };
    expect([await decisiveOf(taking), await decisiveOf(changing)]).toEqual([[], []]);
  });

  it('are found where an action changes another order', async () => {
    const other = server((one, to, orders) => {
      orders.set('0', { ...one, id: 0, status: to });
      return { ...one, status: to };
    });
    expect(decisive(await verify(document, other, 'action-read-back'))).toContain(
      'FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of POST /orders/{id}/cancel is seen on the order',
    );
  });

  it.each([400, 409, 422])('that may not be done yet (%i) are nobody’s fault', async (refusal) => {
    const strict: MakeServer = (clock) => {
      const routes = sound(clock);
      routes['POST /orders/{id}/ship'] = () => ({ status: refusal, body: { error: 'the warehouse is closed' } });
      return routes;
    };
    const result = await verify(document, strict);
    expect(decisive(result)).toEqual([]);
    expect(failures(result)).toContain(
      'INCONCLUSIVE_SETUP_REQUIRED STATE_CONFLICT: POST /orders/{id}/ship answers the order that it changed',
    );
  });

  it('that are not served are a missing route', async () => {
    const without: MakeServer = (clock) => {
      const { 'POST /orders/{id}/cancel': _gone, ...routes } = sound(clock);
      return routes;
    };
    expect(decisive(await verify(document, without))).toEqual([expect.stringContaining('FAIL_DECISIVE_ROUTE_MISSING')]);
  });

  it('that are done before anybody asks claim nothing', async () => {
    const early: MakeServer = () => {
      const { on, routes } = store('/orders', { status: 'paid' });
      for (const name of ['pay', 'ship', 'cancel']) routes[`POST /orders/{id}/${name}`] = on(ok);
      return routes;
    };
    const result = await verify(document, early, 'action-read-back');
    expect(decisive(result).filter((line) => line.includes('/pay'))).toEqual([]);
  });
});

describe('tasks that answer an action with nothing', () => {
  const task = object({ id: text, title: text, isCompleted: boolean }, ['id', 'title', 'isCompleted']);
  const uuid = { type: 'string', format: 'uuid' };
  const document = spec({
    '/tasks': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(task, '201') },
      get: { responses: shows({ type: 'array', items: task }) },
    },
    '/tasks/{id}': item(task, uuid),
    '/tasks/{id}/complete': { parameters: [param('id', uuid)], put: { responses: { ...noBody, ...missing } } },
    '/tasks/{id}/reopen': { parameters: [param('id', uuid)], put: { responses: { ...noBody, ...missing } } },
  });
  const server =
    (complete: boolean, reopen: boolean): MakeServer =>
    () => {
      const { on, routes } = store('/tasks', { isCompleted: false }, () => crypto.randomUUID());
      const set = (value: boolean, does: boolean) =>
        on((one) => {
          if (does) one['isCompleted'] = value;
          return { status: 204 };
        });
      return {
        ...routes,
        'PUT /tasks/{id}/complete': set(true, complete),
        'PUT /tasks/{id}/reopen': set(false, reopen),
      };
    };

  it('are read before and after; what reopens them comes after what completed them', async () => {
    const { bundle } = await plan(document);
    const reopen = bundle.plans.find(({ subject }) => subject === 'PUT /tasks/{id}/reopen');
    expect(reopen?.steps.map(({ id }) => id)).toEqual([
      'create-task',
      'complete-task',
      'read-task',
      'reopen-task',
      'read-task-2',
    ]);
    expect(failures(await verify(document, server(true, true)))).toEqual([]);
  });

  it('are found where completing or reopening does nothing', async () => {
    const line = (name: string) =>
      `FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of PUT /tasks/{id}/${name} is seen on the task`;
    expect(decisive(await verify(document, server(false, true)))).toEqual([line('complete')]);
    expect(decisive(await verify(document, server(true, false)))).toEqual([line('reopen')]);
  });
});

describe('articles with custom verbs and times', () => {
  const article = { $ref: '#/components/schemas/Article' };
  const document = spec(
    {
      '/articles': {
        post: { ...takes(object({ title: text }, ['title'])), responses: shows(article, '201') },
        get: { responses: shows({ type: 'array', items: article }) },
      },
      '/articles/{id}': item(article, text),
      '/articles/{id}:publish': { parameters: [param('id')], post: { responses: shows(article) } },
    },
    { schemas: { Article: object({ id: text, title: text, publishedAt: time }, ['id', 'title']) } },
  );
  const server =
    (publishes: boolean, first: Fields): MakeServer =>
    () => {
      const { on, routes } = store('/articles', first, (serial) => `article-${serial}`);
      routes['POST /articles/{id}:publish'] = on((one) => {
        if (publishes) one['publishedAt'] = '2026-01-01T00:00:00Z';
        return ok(one);
      });
      return routes;
    };

  it.each([{}, { publishedAt: null }])('show the time after it, %j before', async (first) => {
    expect(failures(await verify(document, server(true, first)))).toEqual([]);
  });

  it('are found where the time stays null, and nothing is claimed where it is never shown', async () => {
    expect(decisive(await verify(document, server(false, { publishedAt: null })))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of POST /articles/{id}:publish is seen on the article',
    ]);
    expect(decisive(await verify(document, server(false, {})))).toEqual([]);
  });
});

describe('a verb that no list knows, whose participle is a state', () => {
  const status = { type: 'string', enum: ['ADMITTED', 'DISCHARGED'], readOnly: true };
  const patient = object({ id: integer, name: text, status }, ['id', 'name', 'status']);
  const document = spec({
    '/patients': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(patient, '201') } },
    '/patients/{id}': item(patient),
    '/patients/{id}/discharge': { parameters: [param('id', integer)], post: { responses: shows(patient) } },
    '/patients/{id}/greet': { parameters: [param('id', integer)], post: { responses: shows(patient) } },
  });
  const server =
    (to: string): MakeServer =>
    () => {
      const { on, routes } = store('/patients', { status: 'ADMITTED' });
      routes['POST /patients/{id}/discharge'] = on((one) => ok(Object.assign(one, { status: to })));
      routes['POST /patients/{id}/greet'] = on((one) => ok(one));
      return routes;
    };

  it('is seen on the item; one without such a state claims nothing', async () => {
    const { bundle } = await plan(document);
    const about = bundle.plans.filter(({ kind }) => kind === 'action-read-back').map(({ subject }) => subject);
    expect(about).toEqual(['POST /patients/{id}/discharge']);
    expect(failures(await verify(document, server('DISCHARGED')))).toEqual([]);
    expect(decisive(await verify(document, server('ADMITTED')))).toContainEqual(
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE UNCHANGED: /),
    );
  });
});

describe('a flag that an action takes back, with none that raises it', () => {
  const user = object({ id: integer, name: text, active: boolean }, ['id', 'name', 'active']);
  const document = spec({
    '/users': {
      post: { ...takes(object({ name: text }, ['name'])), responses: shows(user, '201') },
      get: { responses: shows({ type: 'array', items: user }) },
    },
    '/users/{id}': item(user),
    '/users/{id}/deactivate': { parameters: [param('id', integer)], post: { responses: shows(user) } },
  });
  const server = (change: Fields): MakeServer => {
    return () => {
      const { on, routes } = store('/users', { active: true });
      return { ...routes, 'POST /users/{id}/deactivate': on((one) => ok(Object.assign(one, change))) };
    };
  };

  it('is seen to change, and nothing else is said of it', async () => {
    const { journeys } = await verify(document, server({ active: false }), 'action-read-back');
    expect(journeys.map(({ status, notes }) => [status, notes])).toEqual([['pass', undefined]]);
  });

  it('is found where it stays', async () => {
    expect(decisive(await verify(document, server({}), 'action-read-back'))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of POST /users/{id}/deactivate is seen on the user',
    ]);
  });
});

describe('a flag that is named otherwise than the actions that switch it', () => {
  const hook = object({ id: integer, name: text, active: boolean }, ['id', 'name', 'active']);
  const switched = (off: string, on: string) => {
    const own = { parameters: [param('id', integer)], post: { responses: shows(hook) } };
    return spec({
      '/hooks': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(hook, '201') } },
      '/hooks/{id}': item(hook),
      [`/hooks/{id}/${on}`]: own,
      [`/hooks/{id}/${off}`]: own,
    });
  };
  const server = (off: string, on: string, isDone: { off: boolean; on: boolean }): MakeServer => {
    return () => {
      const hooks = store('/hooks', { active: true });
      const set = (active: boolean, isKept: boolean) =>
        hooks.on((one) => ok(isKept ? Object.assign(one, { active }) : { ...one, active }));
      return {
        ...hooks.routes,
        [`POST /hooks/{id}/${off}`]: set(false, isDone.off),
        [`POST /hooks/{id}/${on}`]: set(true, isDone.on),
      };
    };
  };

  it.each([
    ['pause', 'resume'],
    ['deactivate', 'activate'],
    ['disable', 'enable'],
  ])('is seen to change by %s and back by %s', async (off, on) => {
    const document = switched(off, on);
    const all = (isDone: { off: boolean; on: boolean }) => verify(document, server(off, on, isDone));
    expect(failures(await all({ off: true, on: true }))).toEqual([]);
    expect(decisive(await all({ off: false, on: true }))).toContainEqual(expect.stringContaining(`/${off} `));
    expect(decisive(await all({ off: true, on: false }))).toContainEqual(expect.stringContaining(`/${on} `));
  });

  it('is not claimed where a time says that it was done', async () => {
    const timed = object({ id: integer, name: text, active: boolean, pausedAt: time }, ['id', 'name', 'active']);
    const document = spec({
      '/hooks': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(timed, '201') } },
      '/hooks/{id}': item(timed),
      '/hooks/{id}/pause': { parameters: [param('id', integer)], post: { responses: shows(timed) } },
    });
    const pausing: MakeServer = (clock) => {
      const { on, routes } = store('/hooks', { active: true, pausedAt: null });
      const pausedAt = () => new Date(clock.now()).toISOString();
      return { ...routes, 'POST /hooks/{id}/pause': on((one) => ok(Object.assign(one, { pausedAt: pausedAt() }))) };
    };
    expect(failures(await verify(document, pausing))).toEqual([]);
  });
});

describe('an order is submitted once it has a line', () => {
  const order = object(
    { id: integer, note: text, status: { type: 'string', enum: ['open', 'submitted', 'cancelled'] } },
    ['id', 'note', 'status'],
  );
  const line = object({ id: integer, sku: text }, ['id', 'sku']);
  const act = { parameters: [param('id', integer)], post: { responses: shows(order) } };
  const documentOf = (part: string) =>
    spec({
      '/orders': { post: { ...takes(object({ note: text }, ['note'])), responses: shows(order, '201') } },
      '/orders/{id}': item(order),
      '/orders/{id}/submit': act,
      '/orders/{id}/cancel': act,
      [`/orders/{id}/${part}`]: {
        parameters: [param('id', integer)],
        post: { ...takes(object({ sku: text }, ['sku'])), responses: shows(line, '201') },
        get: { responses: shows({ type: 'array', items: line }) },
      },
    });
  const stepsOf = async (part: string, action: string) => {
    const { bundle } = await plan(documentOf(part));
    const found = bundle.plans.find(({ kind, subject }) => kind === 'action-read-back' && subject.endsWith(action));
    return found?.steps.map(({ id }) => id);
  };

  it.each(['lines', 'order-items'])('where it has %s', async (part) => {
    expect((await stepsOf(part, 'submit'))?.slice(0, 2)).toEqual(['create-order', `create-${part.replace(/s$/, '')}`]);
    expect((await stepsOf(part, 'cancel'))?.[1]).toBe('read-order');
  });

  it('and not after what else stands below it', async () => {
    expect((await stepsOf('comments', 'submit'))?.[1]).toBe('read-order');
  });
});
