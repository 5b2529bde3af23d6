import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** The thing itself is closed, and takes its id from a base: what C# generators write for inheritance. */
export default {
  spec: things({
    schemas: {
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' } }, additionalProperties: false },
      Thing: {
        allOf: [{ $ref: '#/components/schemas/Base' }],
        type: 'object',
        required: ['title'],
        properties: { title: { type: 'string' }, price: { type: 'number' } },
        additionalProperties: false,
      },
    },
  }),
  server: (fault) => crud({ show: (item) => ({ ...item, price: 2, ...(fault ? { secret: 1 } : {}) }) }),
  says: [/closed part of "allOf"/],
} satisfies Case;
