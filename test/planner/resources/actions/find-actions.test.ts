import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, missing, notFound, number, ok, store, time } from '#test/small-store.ts';

describe('accounts with amounts', () => {
  const account = { $ref: '#/components/schemas/Account' };
  const transaction = object({ id: text, amount: number, accountId: integer }, ['id', 'amount', 'accountId']);
  const document = spec(
    {
      '/accounts': {
        post: { ...takes(object({ label: text }, ['label'])), responses: shows(account, '201') },
        get: { responses: shows({ type: 'array', items: account }) },
      },
      '/accounts/{id}': item(account),
      '/accounts/{id}/deposit': {
        parameters: [param('id', integer)],
        post: { ...takes(object({ amount: { ...number, minimum: 1 } }, ['amount'])), responses: shows(transaction) },
      },
      '/accounts/{id}/withdraw': {
        parameters: [param('id', integer)],
        post: {
          ...takes(object({ amount: { ...number, minimum: 1 } }, ['amount'])),
          responses: { ...shows(account), '422': { description: 'not enough' } },
        },
      },
    },
    { schemas: { Account: object({ id: integer, label: text, balance: number }, ['id', 'label', 'balance']) } },
  );
  const server =
    (move: (one: Fields, amount: number) => void, echoed = (amount: unknown) => amount): MakeServer =>
    () => {
      const { on, routes } = store('/accounts', { balance: 0 });
      routes['POST /accounts/{id}/deposit'] = on((one, { amount }) => {
        move(one, Number(amount));
        return ok({ id: 't1', accountId: one['id'], amount: echoed(amount) });
      });
      routes['POST /accounts/{id}/withdraw'] = on((one, { amount }) => {
        if (Number(one['balance']) < Number(amount)) return { status: 422, body: { error: 'not enough' } };
        move(one, -Number(amount));
        return ok(one);
      });
      return routes;
    };
  const sound = (one: Fields, amount: number) => void (one['balance'] = Number(one['balance']) + amount);

  it('pass on a sound server, whose transactions have ids of their own', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.filter(({ subject }) => subject.endsWith('/withdraw')).map(({ kind }) => kind)).toEqual([
      'action-returns-change',
      'action-read-back',
    ]);
    expect(failures(await verify(document, server(sound)))).toEqual([]);
  });

  it('are found where the balance stays, or another amount is answered', async () => {
    expect(
      decisive(
        await verify(
          document,
          server(() => undefined),
        ),
      ),
    ).toContain(
      'FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of POST /accounts/{id}/deposit is seen on the account',
    );
    expect(
      decisive(
        await verify(
          document,
          server(sound, (amount) => Number(amount) + 1),
        ),
      ),
    ).toContain(
      'FAIL_DECISIVE_PERSISTENCE VALUE_ALTERED: POST /accounts/{id}/deposit answers the account that it changed',
    );
  });
});

describe.each([
  ['PUT', 'status'],
  ['POST', 'transition'],
])('a state that the request of %s …/%s names', (method, name) => {
  const status = { type: 'string', enum: ['draft', 'active', 'retired'] };
  const document = object({ id: integer, title: text, status, note: text }, ['id', 'title', 'status']);
  const paths = spec({
    '/documents': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(document, '201') },
      get: { responses: shows({ type: 'array', items: document }) },
    },
    '/documents/{id}': item(document),
    [`/documents/{id}/${name}`]: {
      parameters: [param('id', integer)],
      [method.toLowerCase()]: { ...takes(object({ status, note: text }, ['status'])), responses: shows(document) },
    },
  });
  const server =
    (set: (one: Fields, sent: Fields) => void): MakeServer =>
    () => {
      const { on, routes } = store('/documents', { status: 'draft' });
      routes[`${method} /documents/{id}/${name}`] = on((one, sent) => {
        set(one, sent);
        return ok(one);
      });
      return routes;
    };

  it('is seen as it was sent; what else the request says is not the document’s', async () => {
    const sound = server((one, sent) => void (one['status'] = sent['status']));
    expect(failures(await verify(paths, sound))).toEqual([]);
    const idle = server(() => undefined);
    expect(decisive(await verify(paths, idle)).toSorted()).toEqual([
      `FAIL_DECISIVE_PERSISTENCE VALUE_ALTERED: ${method} /documents/{id}/${name} answers the document that it changed`,
      `FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: The effect of ${method} /documents/{id}/${name} is seen on the document`,
    ]);
  });
});

describe('actions that name their item in the body', () => {
  const ticket = object(
    { id: integer, subject: text, state: { type: 'string', enum: ['open', 'closed', 'resolved'] } },
    ['id', 'subject', 'state'],
  );
  const document = spec({
    '/tickets': {
      post: { ...takes(object({ subject: text }, ['subject'])), responses: shows(ticket, '201') },
      get: { responses: shows({ type: 'array', items: ticket }) },
    },
    '/tickets/{id}': item(ticket),
    '/tickets.close': { post: { ...takes(object({ ticketId: integer }, ['ticketId'])), responses: shows(ticket) } },
    '/resolveTicket': { post: { ...takes(object({ id: integer }, ['id'])), responses: noBody } },
  });
  const server =
    (closes: boolean, resolves: boolean): MakeServer =>
    () => {
      const { items, routes } = store('/tickets', { state: 'open' });
      routes['POST /tickets.close'] = ({ body }) => {
        const one = items.get(String(body['ticketId']));
        if (one && closes) one['state'] = 'closed';
        return one ? ok(one) : notFound;
      };
      routes['POST /resolveTicket'] = ({ body }) => {
        const one = items.get(String(body['id']));
        if (one && resolves) one['state'] = 'resolved';
        return one ? { status: 204 } : notFound;
      };
      return routes;
    };

  it('carry the id that was made, and are seen on the item', async () => {
    const { bundle } = await plan(document);
    const close = bundle.plans.find(
      ({ kind, subject }) => kind === 'action-read-back' && subject === 'POST /tickets.close',
    );
    expect(close?.steps.find(({ path }) => path === '/tickets.close')?.body?.value).toEqual({
      object: { ticketId: { capture: 'ticketId' } },
    });
    expect(failures(await verify(document, server(true, true)))).toEqual([]);
    expect(decisive(await verify(document, server(false, true)))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE UNCHANGED: POST /tickets.close answers the ticket that it changed',
    ]);
    expect(decisive(await verify(document, server(true, false)))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of POST /resolveTicket is seen on the ticket',
    ]);
  });
});

it('what makes another item like it is no action: a copy, a reply', async () => {
  const note = { $ref: '#/components/schemas/Note' };
  const make = (code: string) => ({
    parameters: [param('id', integer)],
    post: { ...takes(object({ text }, ['text'])), responses: shows(note, code) },
  });
  const document = spec(
    {
      '/notes': { post: { ...takes(object({ text }, ['text'])), responses: shows(note, '201') } },
      '/notes/{id}': item(note),
      '/notes/{id}/duplicate': make('200'),
      '/notes/{id}/replies': make('200'),
      '/notes/{id}/answer': make('201'),
      '/notes/{id}:copy': make('200'),
    },
    { schemas: { Note: object({ id: integer, text }, ['id', 'text']) } },
  );
  const { bundle } = await plan(document);
  expect(bundle.plans.map(({ kind }) => kind).filter((kind) => kind.startsWith('action'))).toEqual([]);
  const server: MakeServer = () => {
    const { on, routes } = store('/notes', {});
    const make = routes['POST /notes'];
    for (const [path, status] of Object.entries({ duplicate: 200, replies: 200, answer: 201 }))
      routes[`POST /notes/{id}/${path}`] = (asked) => on(() => ({ ...(make?.(asked) ?? notFound), status }))(asked);
    routes['POST /notes/{id}:copy'] = (asked) => on(() => ({ ...(make?.(asked) ?? notFound), status: 200 }))(asked);
    return routes;
  };
  expect(decisive(await verify(document, server))).toEqual([]);
});

it('a collection below an item is no action, whatever it is called', async () => {
  const order = object({ id: integer, note: text }, ['id', 'note']);
  const refund = object({ id: integer, orderId: integer, note: text }, ['id', 'note']);
  const { bundle } = await plan(
    spec({
      '/orders': { post: { ...takes(object({ note: text }, ['note'])), responses: shows(order, '201') } },
      '/orders/{id}': item(order),
      '/orders/{id}/refund': {
        parameters: [param('id', integer)],
        post: { ...takes(object({ note: text }, ['note'])), responses: shows(refund, '201') },
      },
    }),
  );
  expect(bundle.plans.filter(({ subject }) => subject.endsWith('/refund')).map(({ kind }) => kind)).toEqual([
    'create-echo',
  ]);
});

describe('what was deleted and can be brought back', () => {
  const note = object({ id: integer, title: text, deleted: boolean, deletedAt: time }, ['id', 'title']);
  const document = spec({
    '/notes': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(note, '201') },
      get: { responses: shows({ type: 'array', items: note }) },
    },
    '/notes/{id}': item(note),
    '/notes/{id}/restore': { parameters: [param('id', integer)], post: { responses: { ...shows(note), ...missing } } },
  });
  const server =
    (isShown: boolean, restores: boolean): MakeServer =>
    () => {
      const { items, routes } = store('/notes', { deleted: false, deletedAt: null });
      const live = (id: string) => [items.get(id)].find((one) => one?.['deletedAt'] === null);
      routes['GET /notes'] = () => ok([...items.values()].filter((one) => one['deletedAt'] === null));
      routes['GET /notes/{id}'] = ({ params: [id = ''] }) => {
        const one = isShown ? items.get(id) : live(id);
        return one ? ok(one) : notFound;
      };
      routes['DELETE /notes/{id}'] = ({ params: [id = ''] }) => {
        const one = live(id);
        if (one) Object.assign(one, { deleted: true, deletedAt: '2026-01-01T00:00:00Z' });
        return one ? { status: 204 } : notFound;
      };
      routes['POST /notes/{id}/restore'] = ({ params: [id = ''] }) => {
        const one = items.get(id);
        if (!one || one['deletedAt'] === null) return notFound;
        const live = { deleted: false, deletedAt: null };
        return ok(restores ? Object.assign(one, live) : { ...one, ...live });
      };
      return routes;
    };

  it.each([true, false])('is deleted first, whether or not it can be read then: %s', async (isShown) => {
    const { bundle } = await plan(document);
    const found = bundle.plans.find(({ kind }) => kind === 'action-read-back');
    expect(found?.steps.map(({ id }) => id)).toEqual([
      'create-note',
      'read-note',
      'delete-note',
      'read-deleted-note',
      'restore-note',
      'read-note-2',
    ]);
    expect(failures(await verify(document, server(isShown, true)))).toEqual([]);
    expect(decisive(await verify(document, server(isShown, false)))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE (ITEM_LOST|UNCHANGED): The effect of POST .notes.{id}.restore/),
    ]);
  });
});

it('work that is cancelled and goes on all the same is found, however far it has come', async () => {
  const status = { type: 'string', enum: ['queued', 'running', 'finished', 'failed', 'cancelled'] };
  const job = { $ref: '#/components/schemas/Job' };
  const document = spec(
    {
      '/jobs': { post: { ...takes(object({ label: text }, ['label'])), responses: shows(job, '202') } },
      '/jobs/{id}': item(job),
      '/jobs/{id}/cancel': { parameters: [param('id', integer)], post: { responses: shows(job) } },
    },
    { schemas: { Job: object({ id: integer, label: text, status }, ['id', 'label', 'status']) } },
  );
  const server =
    (cancels: boolean): MakeServer =>
    () => {
      const { on, routes } = store('/jobs', { status: 'queued' });
      const create = routes['POST /jobs'];
      routes['POST /jobs'] = (asked) => ({ ...(create?.(asked) ?? notFound), status: 202 });
      routes['GET /jobs/{id}'] = on((one) => {
        const shown = { ...one };
        const next: Fields = { queued: 'running', running: 'finished' };
        one['status'] = next[String(one['status'])] ?? one['status'];
        return ok(shown);
      });
      routes['POST /jobs/{id}/cancel'] = on((one) => ok(cancels ? Object.assign(one, { status: 'cancelled' }) : one));
      return routes;
    };
  expect(failures(await verify(document, server(true)))).toEqual([]);
  expect(decisive(await verify(document, server(false), 'action-read-back'))).toEqual([
    'FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of POST /jobs/{id}/cancel is seen on the job',
  ]);
});

describe('an action whose outcome nobody can be sure of claims nothing', () => {
  const claims = async (document: object) =>
    (await plan(document)).bundle.plans.flatMap(({ kind, steps }) =>
      kind.startsWith('action') ? steps.flatMap(({ assert }) => assert.filter(({ op }) => op === 'differs')) : [],
    );
  const orders = (
    status: string[],
    action: object,
    answer: object = object({ id: integer, note: text, status: text }, ['id']),
  ) => {
    const order = object({ id: integer, note: text, status: { type: 'string', enum: status } }, [
      'id',
      'note',
      'status',
    ]);
    return spec({
      '/orders': { post: { ...takes(object({ note: text }, ['note'])), responses: shows(order, '201') } },
      '/orders/{id}': item(order),
      '/orders/{id}/refund': {
        parameters: [param('id', integer)],
        post: { ...action, responses: shows(answer as never) },
      },
      '/orders/{id}/start': { parameters: [param('id', integer)], post: { responses: shows(order) } },
    });
  };

  it('half a refund, or a start that takes its time', async () => {
    const partial = takes(object({ amount: number }, ['amount']));
    expect(await claims(orders(['open', 'starting', 'running', 'refunded'], partial))).toEqual([]);
    expect((await claims(orders(['open', 'running', 'refunded'], {}))).length).toBeGreaterThan(0);
  });

  it('another thing with an id and a status of its own', async () => {
    const refund = object({ id: integer, status: text }, ['id', 'status']);
    const document = orders(['open', 'refunded'], {}, refund);
    const { bundle } = await plan(document);
    const answering = bundle.plans.filter(({ kind }) => kind === 'action-returns-change');
    expect(answering.map(({ subject }) => subject)).toEqual(['POST /orders/{id}/start']);
  });

  it('a withdrawal that is written with a minus', async () => {
    const account = object({ id: integer, label: text, balance: number }, ['id', 'label', 'balance']);
    const move = object({ id: text, accountId: integer, amount: number }, ['id', 'accountId', 'amount']);
    const act = { ...takes(object({ amount: number }, ['amount'])), responses: shows(move) };
    const document = spec({
      '/accounts': { post: { ...takes(object({ label: text }, ['label'])), responses: shows(account, '201') } },
      '/accounts/{id}': item(account),
      '/accounts/{id}/deposit': { parameters: [param('id', integer)], post: act },
      '/accounts/{id}/withdraw': { parameters: [param('id', integer)], post: act },
    });
    const server: MakeServer = () => {
      const { on, routes } = store('/accounts', { balance: 0 });
      const book = (sign: number) =>
        on((one, { amount }) => {
          one['balance'] = Number(one['balance']) + sign * Number(amount);
          return ok({ id: 'm', accountId: one['id'], amount: sign * Number(amount) });
        });
      return { ...routes, 'POST /accounts/{id}/deposit': book(1), 'POST /accounts/{id}/withdraw': book(-1) };
    };
    expect(failures(await verify(document, server))).toEqual([]);
  });
});
