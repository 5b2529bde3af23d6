import type { Case } from '../support/case.ts';
import { things } from '../support/things.ts';

const base = things({ document: { security: [{ key: [] }, { other: [] }] } });

/** Both alternatives are keys in the query. */
export default {
  spec: {
    ...base,
    components: {
      ...base.components,
      securitySchemes: {
        key: { type: 'apiKey', in: 'query', name: 'k' },
        other: { type: 'apiKey', in: 'query', name: 'api_key' },
      },
    },
  },
  personas: [{ name: 'owner', description: 'May do everything.', authType: 'HEADER', envVar: 'AUTH_OWNER' }],
  says: [/"api_key" goes in the query, where no persona can carry it/],
} satisfies Case;
