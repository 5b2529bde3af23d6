import type { Case } from '../support/case.ts';
import { crud, every, reply, things } from '../support/things.ts';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const responses = { '204': { description: 'done' }, '404': { description: 'unknown' } };

/** A cancelled booking is not there any more; with the fault it lives on. */
export default {
  spec: things({
    shown: { cancelled: { type: 'boolean' } },
    paths: { '/things/{id}/cancel': { post: { parameters: [id], responses } } },
  }),
  exits: [0, 3],
  passing: [...every(), 'POST /things/{id}/cancel'],
  server: (fault) =>
    crud({
      show: (item) => ({ ...item, cancelled: false }),
      before: ({ path }, items) => {
        const [, , key = '', verb] = path.split('/');
        if (verb !== 'cancel' || !items.has(key)) return undefined;
        if (!fault) items.delete(key);
        return reply(204);
      },
    }),
} satisfies Case;
