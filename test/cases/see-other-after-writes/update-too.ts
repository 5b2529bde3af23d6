import type { Case } from '../support/case.ts';
import { crud, reply, things } from '../support/things.ts';

const unknown = { '404': { description: 'unknown' } };
const seeOther = { '303': { description: 'look there', headers: { Location: { schema: { type: 'string' } } } } };

/** Create and update both lead to the thing; with the fault the update is not stored. */
export default {
  spec: things({
    collection: { post: { responses: seeOther } },
    item: { patch: { responses: { ...seeOther, ...unknown } } },
  }),
  passing: ['POST /things', 'GET /things/{id}', 'PATCH /things/{id}'],
  exits: [0, 3],
  server: (fault) => {
    const serve = crud({ take: (body, old) => (fault && old ? {} : body) });
    return (ask) => {
      const answer = serve(ask);
      const isWrite = ask.method === 'POST' || ask.method === 'PATCH';
      if (!isWrite || answer.status > 201) return answer;
      const { id } = JSON.parse(answer.body) as { id: string };
      return reply(303, undefined, { location: `/things/${id}` });
    };
  },
} satisfies Case;
