import type { Case } from '../support/case.ts';
import { altered, crud, reply, things } from '../support/things.ts';

/** A host with its port, which could be a scheme as well. */
export default {
  spec: things({ document: { servers: [{ url: 'localhost:8080/api/v2' }] } }),
  server: (fault) => {
    const serve = crud({ show: altered(fault) });
    return (ask) =>
      ask.path.startsWith('/api/v2/')
        ? serve({ ...ask, path: ask.path.slice(7) })
        : reply(404, { detail: 'no such route' });
  },
  says: [/no scheme/],
} satisfies Case;
