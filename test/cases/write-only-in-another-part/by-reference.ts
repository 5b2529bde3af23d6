import type { Case } from '../support/case.ts';
import { crud, text, things } from '../support/things.ts';

/** The secret is a schema of its own, write-only there, in a part that two levels separate from the requirement. */
export default {
  spec: things({
    shown: {
      key: { required: ['label', 'secret'], allOf: [{ allOf: [{ $ref: '#/components/schemas/Key' }] }] },
    },
    schemas: {
      Key: { type: 'object', properties: { label: text, secret: { $ref: '#/components/schemas/Secret' } } },
      Secret: { type: 'string', writeOnly: true },
    },
  }),
  server: (fault) => crud({ show: (item) => ({ ...item, key: fault ? {} : { label: 'one' } }) }),
} satisfies Case;
