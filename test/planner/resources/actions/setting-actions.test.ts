import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const address = object({ street: text, city: text, country: { type: 'string', enum: ['AT', 'CH'] } }, [
  'street',
  'city',
  'country',
]);
const order = object({ id: integer, note: text, shippingAddress: address }, ['id', 'note']);

const orders = (segment: string) =>
  spec({
    '/orders': {
      post: {
        ...takes(object({ note: text, shippingAddress: address }, ['note', 'shippingAddress'])),
        responses: shows(order, '201'),
      },
    },
    '/orders/{id}': item(order),
    [`/orders/{id}/${segment}`]: {
      parameters: [param('id', integer)],
      put: { ...takes(address), responses: shows(order) },
    },
  });

const orderServer =
  (segment: string, isStored: boolean): MakeServer =>
  () => {
    const { on, routes } = store('/orders', {});
    routes[`PUT /orders/{id}/${segment}`] = on((one, body) => {
      const after = { ...one, shippingAddress: body };
      return ok(isStored ? Object.assign(one, after) : after);
    });
    return routes;
  };

describe.each(['shipping-address', 'set_shipping_address'])('a part of an item, set by PUT …/%s', (segment) => {
  it('is another than before, and shown by the item', async () => {
    const { steps = [] } =
      (await plan(orders(segment))).bundle.plans.find(({ kind }) => kind === 'action-read-back') ?? {};
    expect(steps.at(-1)?.assert).toContainEqual(
      expect.objectContaining({
        pointer: '/shippingAddress/country',
        value: { sent: steps[2]?.id, pointer: '/body/country' },
      }),
    );
    expect(steps[2]?.body?.value).toMatchObject({ object: { country: { literal: 'CH' } } });
    expect(failures(await verify(orders(segment), orderServer(segment, true)))).toEqual([]);
  });

  it('is found where it is not stored', async () => {
    expect(decisive(await verify(orders(segment), orderServer(segment, false)))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: The effect of /),
    ]);
  });
});

describe('a card that is moved to a column', () => {
  const card = object({ id: integer, columnId: integer, title: text }, ['id', 'columnId', 'title']);
  const column = object({ id: integer, title: text }, ['id', 'title']);
  const document = spec({
    '/columns': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(column, '201') } },
    '/columns/{id}': item(column),
    '/cards': {
      post: {
        ...takes(object({ columnId: integer, title: text }, ['columnId', 'title'])),
        responses: shows(card, '201'),
      },
    },
    '/cards/{id}': item(card),
    '/cards/{id}/move': {
      parameters: [param('id', integer)],
      post: { ...takes(object({ columnId: integer }, ['columnId'])), responses: shows(card) },
    },
  });
  const server =
    (isMoved: boolean): MakeServer =>
    () => {
      const { routes: columns } = store('/columns', {});
      const { on, routes } = store('/cards', {});
      routes['POST /cards/{id}/move'] = on((one, { columnId }) =>
        ok(isMoved ? Object.assign(one, { columnId }) : { ...one, columnId }),
      );
      return { ...columns, ...routes };
    };

  it('goes to another one than its own, which the card shows', async () => {
    const found = (await plan(document)).bundle.plans.find(({ kind }) => kind === 'action-read-back');
    const moved = found?.steps.find(({ path }) => path.endsWith('/move'));
    const made = found?.steps.find(({ method, path }) => method === 'POST' && path === '/cards');
    expect(found?.steps.filter(({ path }) => path === '/columns')).toHaveLength(2);
    expect(moved?.body?.value).toMatchObject({ object: { columnId: { capture: 'columnId2' } } });
    expect(made?.body?.value).toMatchObject({ object: { columnId: { capture: 'columnId' } } });
    expect(failures(await verify(document, server(true)))).toEqual([]);
  });

  it('is found where it stays', async () => {
    expect(decisive(await verify(document, server(false)))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE (VALUE_NOT_STORED|UNCHANGED): The effect of /),
    ]);
  });
});

it('what is moved out of the path where it was is not looked for there', async () => {
  const own = object({ title: text }, ['title']);
  const project = object({ id: integer, title: text }, ['id', 'title']);
  const task = object({ id: integer, projectId: integer, title: text }, ['id', 'projectId', 'title']);
  const at = [param('projectId', integer), param('taskId', integer)];
  const document = spec({
    '/projects': { post: { ...takes(own), responses: shows(project, '201') } },
    '/projects/{projectId}/tasks': {
      parameters: at.slice(0, 1),
      post: { ...takes(own), responses: shows(task, '201') },
    },
    '/projects/{projectId}/tasks/{taskId}': { parameters: at, get: { responses: { ...shows(task), ...missing } } },
    '/projects/{projectId}/tasks/{taskId}/move': {
      parameters: at,
      post: { ...takes(object({ projectId: integer }, ['projectId'])), responses: shows(task) },
    },
  });
  const moving: MakeServer = () => {
    const tasks: Fields[] = [];
    const at = ([projectId, id]: string[], act: (one: Fields) => Fields) => {
      const found = tasks.find((one) => String(one['id']) === id && String(one['projectId']) === projectId);
      return found ? ok(act(found)) : notFound;
    };
    return {
      ...store('/projects', {}).routes,
      'POST /projects/{projectId}/tasks': ({ params: [projectId], body }) => {
        const one = { ...body, id: tasks.length + 1, projectId: Number(projectId) };
        tasks.push(one);
        return { status: 201, body: one };
      },
      'GET /projects/{projectId}/tasks/{taskId}': ({ params }) => at(params, (one) => one),
      'POST /projects/{projectId}/tasks/{taskId}/move': ({ params, body }) =>
        at(params, (one) => Object.assign(one, body)),
    };
  };
  expect((await plan(document)).bundle.plans.map(({ kind }) => kind)).toContain('action-returns-change');
  expect(decisive(await verify(document, moving))).toEqual([]);
});

it('a card that is shown as its last digits is stored', async () => {
  const card = object({ cardNumber: text, holder: text }, ['cardNumber', 'holder']);
  const paid = object({ id: integer, note: text, paymentMethod: card }, ['id', 'note']);
  const document = spec({
    '/orders': { post: { ...takes(object({ note: text }, ['note'])), responses: shows(paid, '201') } },
    '/orders/{id}': item(paid),
    '/orders/{id}/payment-method': {
      parameters: [param('id', integer)],
      put: { ...takes(card), responses: shows(paid) },
    },
  });
  const masking: MakeServer = () => {
    const { on, routes } = store('/orders', {});
    routes['PUT /orders/{id}/payment-method'] = on((one, { holder }) =>
      ok(Object.assign(one, { paymentMethod: { holder, cardNumber: '****4242' } })),
    );
    return routes;
  };
  expect((await plan(document)).bundle.plans.map(({ kind }) => kind)).toContain('action-read-back');
  expect(failures(await verify(document, masking))).toEqual([]);
});

describe('an action that adds to a list of the item', () => {
  const album = (list: string) =>
    object({ id: integer, title: text, [list]: { type: 'array', items: text } }, ['id', 'title', list]);
  const somebody = object({ email: { type: 'string', format: 'email' } }, ['email']);
  const document = (list: string, sent: object = somebody) =>
    spec({
      '/albums': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(album(list), '201') } },
      '/albums/{id}': item(album(list)),
      '/albums/{id}/share': {
        parameters: [param('id', integer)],
        post: {
          ...takes(sent as Fields),
          responses: shows(album(list)),
        },
      },
    });
  const shared = document('sharedWith');
  const server =
    (isShared: boolean): MakeServer =>
    () => {
      const { on, routes } = store('/albums', { sharedWith: [] });
      routes['POST /albums/{id}/share'] = on((one) => {
        const sharedWith = [...(one['sharedWith'] as Fields[]), `user-of-its-own`];
        return ok(isShared ? Object.assign(one, { sharedWith }) : { ...one, sharedWith });
      });
      return routes;
    };

  it('shows another list than before, whatever it holds', async () => {
    expect((await plan(shared)).bundle.plans.map(({ kind }) => kind)).toContain('action-read-back');
    expect(failures(await verify(shared, server(true)))).toEqual([]);
  });

  it('is found where the list stays as it was', async () => {
    expect(decisive(await verify(shared, server(false)))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of /),
    ]);
  });

  it('claims nothing of a list that may mean something else', async () => {
    const { bundle } = await plan(document('sharedBy'));
    expect(bundle.plans.map(({ kind }) => kind)).not.toContain('action-read-back');
  });

  it('claims nothing where the request names nobody: it may be shared by a link', async () => {
    const byLink = object({ permission: { type: 'string', enum: ['read', 'write'] } }, ['permission']);
    const { bundle } = await plan(document('sharedWith', byLink));
    expect(bundle.plans.map(({ kind }) => kind)).not.toContain('action-read-back');
    const about = bundle.plans.filter(({ subject }) => subject === 'POST /albums/{id}/share');
    expect(about.length).toBeGreaterThan(0);
    expect(JSON.stringify(about)).not.toContain('"differs"');
  });
});

describe('a number that an action sets', () => {
  const car = object({ id: integer, plate: text, odometer_km: integer, progress: integer }, [
    'id',
    'plate',
    'odometer_km',
    'progress',
  ]);
  const sets = (name: string) => ({
    parameters: [param('id', integer)],
    put: { ...takes(object({ [name]: { ...integer, minimum: 0 } }, [name])), responses: shows(car) },
  });
  const document = spec({
    '/cars': { post: { ...takes(object({ plate: text }, ['plate'])), responses: shows(car, '201') } },
    '/cars/{id}': item(car),
    '/cars/{id}/odometer': sets('km'),
    '/cars/{id}/progress': sets('progress'),
  });
  const server = (lost?: string): MakeServer => {
    return () => {
      const { on, routes } = store('/cars', { odometer_km: 0, progress: 1 });
      const put = (path: string, name: string, sent: string) => {
        routes[`PUT /cars/{id}/${path}`] = on((one, body) =>
          ok(path === lost ? one : Object.assign(one, { [name]: body[sent] })),
        );
      };
      put('odometer', 'odometer_km', 'km');
      put('progress', 'progress', 'progress');
      return routes;
    };
  };

  it('is another than the one that it may begin with', async () => {
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it.each(['odometer', 'progress'])('is found where PUT …/%s does nothing', async (name) => {
    expect(decisive(await verify(document, server(name)))).toContainEqual(
      expect.stringContaining(`PUT /cars/{id}/${name}`),
    );
  });
});
