import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** The enum lists null, and the type has no null. */
export default {
  spec: things({ shown: { grade: { type: 'string', enum: ['good', 'poor', null] } } }),
  server: (fault) => crud({ show: (item) => ({ ...item, grade: fault ? 'odd' : null }) }),
  says: [/"enum" lists null/],
} satisfies Case;
