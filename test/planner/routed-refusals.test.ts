import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, verify } from './small-server.ts';
import { integer, object, param, shows, spec, takes, text } from './small-spec.ts';
import { item, missing, store } from './small-store.ts';

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

/** Says of what a handler does not find just what it says of a path that it does not serve; `other`: what else the path of the lines serves. */
const server =
  (other: string): MakeServer =>
  () => {
    const { routes } = store('/orders', {});
    const none = { status: 404, body: { error: 'no such route' } };
    return { ...routes, [`${other} /orders/{id}/lines`]: () => none };
  };

it('a part that is not there is no missing route, though a 404 is empty for both, where the router says 405 of the path', async () => {
  expect(decisive(await verify(document(missing), server('POST')))).toEqual([]);
});

it('where the document knows no 404, or the path no other answer, it is one', async () => {
  expect(decisive(await verify(document({}), server('POST'))).join()).toContain('ROUTE_NOT_SERVED');
  expect(failures(await verify(document(missing), () => store('/orders', {}).routes)).join()).toContain(
    'ROUTE_NOT_SERVED',
  );
});
