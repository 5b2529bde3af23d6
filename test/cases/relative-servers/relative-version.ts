import type { Case } from '../support/case.ts';
import { altered, crud, reply, things } from '../support/things.ts';

/** A relative URL with a variable, a dot and a slash at the end. */
export default {
  spec: things({
    document: { servers: [{ url: '{basePath}/./v2/', variables: { basePath: { default: '/services' } } }] },
  }),
  server: (fault) => {
    const serve = crud({ show: altered(fault) });
    return (ask) =>
      ask.path.startsWith('/services/v2/')
        ? serve({ ...ask, path: ask.path.slice(12) })
        : reply(404, { detail: 'no such route' });
  },
} satisfies Case;
