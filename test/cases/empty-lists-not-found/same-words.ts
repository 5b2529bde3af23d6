import type { Case } from '../support/case.ts';
import { altered, crud, reply, things } from '../support/things.ts';

const none = { description: 'there are none' };
const list = { type: 'array', items: { $ref: '#/components/schemas/Thing' } };
const all = { description: 'all', content: { 'application/json': { schema: list } } };
const base = things({ collection: { get: { responses: { '200': all, '404': none } } } });

/** The server says that it has none in the words of an item that is missing. */
export default {
  spec: base,
  exits: [0, 3],
  server: (fault) =>
    crud({
      show: altered(fault),
      before: ({ method, path }, items) =>
        method === 'GET' && path === '/things' && items.size === 0 ? reply(404, { detail: 'not found' }) : undefined,
    }),
} satisfies Case;
