import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, type Routes, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, store } from '#test/small-store.ts';

const order = object({ id: integer, title: text }, ['id', 'title']);
const sent = { sku: text, amount: integer };
const line = object({ id: integer, ...sent }, ['id', 'sku', 'amount']);
const document = (said: object) =>
  spec({
    '/orders': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(order, '201') } },
    '/orders/{id}': item(order),
    '/orders/{id}/lines': {
      parameters: [param('id', integer)],
      post: { ...takes(object(sent, ['sku', 'amount'])), responses: { ...shows(line, '201'), ...said } },
    },
    '/orders/{id}/lines/{lineId}': {
      parameters: [param('id', integer), param('lineId', integer)],
      get: { responses: { ...shows(line), ...missing } },
    },
  });

const none: Told = { status: 404 };
const nowhere = { GET: ['/{a}', '/{a}/{b}', '/{a}/{b}/{c}', '/{a}/{b}/{c}/{d}', '/{a}/{b}/{c}/{d}/{e}'] };

/** Says of what a handler does not find just what it says of a path that it does not serve; `known`: whether the path of the lines is one that it serves. */
const server =
  (said: Told, known = true): MakeServer =>
  () => {
    const { routes } = store('/orders', {});
    const path = '/orders/{id}/lines';
    const lines: Routes = known ? { [`GET ${path}`]: () => ({ status: 405 }), [`POST ${path}`]: () => said } : {};
    const others = nowhere.GET.map((one) => [`GET ${one}`, () => said] as const);
    return { ...routes, ...lines, [`POST ${path}`]: () => said, ...Object.fromEntries(others) };
  };

it('a part that is not there is no missing route, though a 404 is empty for both, where the router says 405 of the path', async () => {
  expect(decisive(await verify(document(missing), server(none)))).toEqual([]);
});

it.each<[string, object, MakeServer]>([
  ['the document knows no 404', {}, server(none)],
  ['the path has no other answer', missing, server(none, false)],
  ['the 404 says that nothing is served', missing, server({ status: 404, body: { detail: 'Not Found' } })],
])('where %s, it is one', async (_name, said, one) => {
  expect(failures(await verify(document(said), one)).join()).toContain('ROUTE_NOT_SERVED');
});
