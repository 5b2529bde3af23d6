import type { Case } from '../support/case.ts';
import { crud, reply, things } from '../support/things.ts';

const none = { description: 'there are none' };
const list = { type: 'array', items: { $ref: '#/components/schemas/Thing' } };
const all = { description: 'all', content: { 'application/json': { schema: list } } };
const base = things({ collection: { get: { responses: { '200': all, '404': none } } } });

/** With the fault the list is not served at all, which the documented 404 must not hide. */
export default {
  spec: base,
  exits: [0, 3],
  server: (fault) =>
    crud({
      before: ({ method, path }, items) => {
        if (method !== 'GET' || path !== '/things' || (items.size > 0 && !fault)) return undefined;
        return reply(404, { detail: fault ? 'no such route' : 'there are none' });
      },
    }),
  names: 'ROUTE_NOT_SERVED',
} satisfies Case;
