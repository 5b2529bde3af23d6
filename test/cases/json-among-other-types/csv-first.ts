import type { Case } from '../support/case.ts';
import { chosen } from '../support/chosen-type.ts';
import { altered, crud, things } from '../support/things.ts';

const shape = { schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } };
const content = { 'text/csv': shape, 'application/json': shape };

/** The spec documents a table beside JSON, and the server likes tables best. */
export default {
  spec: things({ collection: { get: { responses: { '200': { description: 'all', content } } } } }),
  server: (fault) => {
    const serve = crud({ show: altered(fault) });
    return (ask) => {
      const answer = serve(ask);
      const isList = ask.method === 'GET' && ask.path === '/things';
      return !isList || chosen(ask.headers['accept'], ['text/csv', 'application/json']) === 'application/json'
        ? answer
        : { ...answer, headers: { 'content-type': 'text/csv' }, body: 'title' };
    };
  },
} satisfies Case;
