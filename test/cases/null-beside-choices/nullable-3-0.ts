import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** OpenAPI 3.0: `nullable` beside an enum that does not list null. */
export default {
  spec: things({ shown: { grade: { type: 'string', nullable: true, enum: ['good', 'poor'] } } }),
  server: (fault) => crud({ show: (item) => ({ ...item, grade: fault ? 'odd' : null }) }),
  says: [/Add null to the "enum"/],
} satisfies Case;
