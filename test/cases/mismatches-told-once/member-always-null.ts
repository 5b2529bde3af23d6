import type { Case } from '../support/case.ts';
import { crud, every, reply, things } from '../support/things.ts';

/** A number that every answer must show, and that is null in all of them. Behind it, DELETE takes nothing away. */
export default {
  spec: things({ shown: { rank: { type: 'integer', readOnly: true } } }),
  server: (fault) => {
    const serve = crud({ show: (item) => ({ ...item, rank: fault ? null : 1 }) });
    return (ask) => (fault && ask.method === 'DELETE' ? reply(204) : serve(ask));
  },
  tells: ['NOT_DELETED', 'SCHEMA'],
  stillPassing: every().filter((call) => !call.startsWith('DELETE')),
} satisfies Case;
