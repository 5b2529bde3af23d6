import type { Case } from '../support/case.ts';
import { altered, crud, reply, things } from '../support/things.ts';

const accept = {
  name: 'accept',
  in: 'header',
  required: true,
  schema: { type: 'string', default: 'application/vnd.things.v3+json' },
};

/** The version stands in the default of the parameter, whose name is written in lower case. */
export default {
  spec: things({ each: { parameters: [accept] } }),
  server: (fault) =>
    crud({
      show: altered(fault),
      before: ({ headers }) =>
        /things\.v3\+json/.test(headers['accept'] ?? '') ? undefined : reply(406, { detail: 'v3' }),
    }),
  says: [/Accept is documented as a parameter/],
} satisfies Case;
