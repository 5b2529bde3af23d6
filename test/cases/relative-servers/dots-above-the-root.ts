import type { Case } from '../support/case.ts';
import { altered, crud, reply, things } from '../support/things.ts';

/** Dots that lead above the root lead to the root. */
export default {
  spec: things({ document: { servers: [{ url: '/api/../../v2' }] } }),
  server: (fault) => {
    const serve = crud({ show: altered(fault) });
    return (ask) =>
      ask.path.startsWith('/v2/')
        ? serve({ ...ask, path: ask.path.slice(3) })
        : reply(404, { detail: 'no such route' });
  },
} satisfies Case;
