import type { Case } from '../support/case.ts';
import { crud, every, reply, things } from '../support/things.ts';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const responses = { '204': { description: 'done' }, '404': { description: 'unknown' } };

/** What is terminated is not there any more; with the fault it lives on. */
export default {
  spec: things({
    shown: { terminated: { type: 'boolean' } },
    paths: { '/things/{id}/terminate': { post: { parameters: [id], responses } } },
  }),
  exits: [0, 3],
  passing: [...every(), 'POST /things/{id}/terminate'],
  server: (fault) =>
    crud({
      show: (item) => ({ ...item, terminated: false }),
      before: ({ path }, items) => {
        const [, , key = '', verb] = path.split('/');
        if (verb !== 'terminate' || !items.has(key)) return undefined;
        if (!fault) items.delete(key);
        return reply(204);
      },
    }),
} satisfies Case;
