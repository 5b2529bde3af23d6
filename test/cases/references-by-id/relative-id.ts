import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

const base = things({
  version: '3.1.0',
  shown: { grade: { $ref: 'https://schemas.test/v1/grade' } },
  required: ['grade'],
  schemas: { Grade: { $id: 'https://schemas.test/v1/grade', type: 'string', enum: ['good', 'poor'] } },
});

/** The thing has an address, and refers to another schema relative to it. */
export default {
  spec: {
    ...base,
    components: {
      schemas: {
        ...base.components.schemas,
        Thing: {
          ...base.components.schemas.Thing,
          $id: 'https://schemas.test/v1/thing',
          properties: { ...base.components.schemas.Thing.properties, grade: { $ref: 'grade' } },
        },
      },
    },
  },
  server: (fault) => crud({ show: (item) => ({ ...item, grade: fault ? 'odd' : 'good' }) }),
} satisfies Case;
