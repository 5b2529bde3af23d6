import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** OpenAPI 3.1: the type has null, and the reference beside it has none. */
export default {
  spec: things({
    version: '3.1.0',
    shown: { owner: { $ref: '#/components/schemas/Owner', type: ['object', 'null'] } },
    schemas: { Owner: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
  }),
  server: (fault) => crud({ show: (item) => ({ ...item, owner: fault ? {} : null }) }),
  says: [/allows null beside a reference/],
} satisfies Case;
