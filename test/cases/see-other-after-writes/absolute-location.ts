import type { Case } from '../support/case.ts';
import { altered, crud, reply, things } from '../support/things.ts';

const seeOther = { responses: { '303': { description: 'look there' }, '422': { description: 'refused' } } };

/** The Location is a whole URL, and the document does not name the header. */
export default {
  spec: things({ collection: { post: seeOther } }),
  passing: ['POST /things', 'GET /things', 'GET /things/{id}', 'PATCH /things/{id}'],
  exits: [0, 3],
  server: (fault) => {
    const serve = crud({ show: altered(fault) });
    return (ask) => {
      const answer = serve(ask);
      if (ask.method !== 'POST' || answer.status !== 201) return answer;
      const { id } = JSON.parse(answer.body) as { id: string };
      return reply(303, undefined, { location: `http://case.test/things/${id}` });
    };
  },
} satisfies Case;
