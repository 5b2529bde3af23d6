import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

const headers = { 'X-Trace': { $ref: '#/components/headers/Trace' } };
const thing = { $ref: '#/components/schemas/Thing' };
const made = { description: 'made', headers, content: { 'application/json': { schema: thing } } };
const base = things({ collection: { post: { responses: { '201': made } } } });

/** The header is a shared one, of the create alone. */
export default {
  spec: {
    ...base,
    components: { ...base.components, headers: { Trace: { required: true, schema: { type: 'string' } } } },
  },
  server: (fault) => {
    const serve = crud();
    return (ask) => {
      const answer = serve(ask);
      return fault ? answer : { ...answer, headers: { ...answer.headers, 'x-trace': '1' } };
    };
  },
  names: 'x-trace',
} satisfies Case;
