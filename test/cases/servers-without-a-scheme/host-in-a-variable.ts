import type { Case } from '../support/case.ts';
import { altered, crud, reply, things } from '../support/things.ts';

/** The host is the default of a variable. */
export default {
  spec: things({
    document: { servers: [{ url: '{host}/v2', variables: { host: { default: 'things.example.org' } } }] },
  }),
  server: (fault) => {
    const serve = crud({ show: altered(fault) });
    return (ask) =>
      ask.path.startsWith('/v2/')
        ? serve({ ...ask, path: ask.path.slice(3) })
        : reply(404, { detail: 'no such route' });
  },
  says: [/no scheme/],
} satisfies Case;
