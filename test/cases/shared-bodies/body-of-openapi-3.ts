import type { Case } from '../support/case.ts';
import { altered, crud, things } from '../support/things.ts';

const newThing = { $ref: '#/components/schemas/NewThing' };

/** OpenAPI 3: operations refer to one request body. */
export default {
  spec: {
    ...things({
      collection: { post: { requestBody: { $ref: '#/components/requestBodies/TheThing' } } },
      item: { patch: { requestBody: { $ref: '#/components/requestBodies/TheThing' } } },
    }),
    components: {
      ...things().components,
      requestBodies: { TheThing: { required: true, content: { 'application/json': { schema: newThing } } } },
    },
  },
  server: (fault) => crud({ show: altered(fault) }),
} satisfies Case;
