import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

const gone = { description: 'gone', headers: { 'X-Request-Id': { required: true, schema: { type: 'string' } } } };

/** An answer without a body has a required header; an optional one of the same answer may be missing. */
export default {
  spec: things({
    item: {
      delete: {
        responses: {
          '204': { ...gone, headers: { ...gone.headers, 'X-Rate-Left': { schema: { type: 'integer' } } } },
          '404': { description: 'unknown' },
        },
      },
    },
  }),
  server: (fault) => {
    const serve = crud();
    return (ask) => {
      const answer = serve(ask);
      return fault ? answer : { ...answer, headers: { ...answer.headers, 'x-request-id': '1' } };
    };
  },
  names: 'x-request-id',
} satisfies Case;
