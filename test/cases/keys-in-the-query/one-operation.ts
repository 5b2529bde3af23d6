import type { Case } from '../support/case.ts';
import { things } from '../support/things.ts';

const base = things({ item: { delete: { security: [{ key: [] }] } } });

/** One operation alone asks for the key. */
export default {
  spec: {
    ...base,
    components: { ...base.components, securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } },
  },
  personas: [{ name: 'owner', description: 'May do everything.', authType: 'HEADER', envVar: 'AUTH_OWNER' }],
  says: [/"api_key" goes in the query, where no persona can carry it/],
} satisfies Case;
