import type { Case } from '../support/case.ts';
import { altered, crud, things } from '../support/things.ts';

const choices = ['application/xml', 'application/json; charset=utf-8'];
const accept = { name: 'Accept', in: 'header', required: true, schema: { type: 'string', enum: choices } };

/** The first choice is XML, which no journey reads. */
export default {
  spec: things({ each: { parameters: [accept] } }),
  server: (fault) =>
    crud({
      show: altered(fault),
      before: ({ headers }) =>
        /json/.test(headers['accept'] ?? '') ? undefined : { status: 200, headers: {}, body: '<x/>' },
    }),
} satisfies Case;
