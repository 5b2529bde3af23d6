import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** The choices of a number are written as texts. */
export default {
  spec: things({ shown: { level: { type: 'integer', enum: ['1', '2', '3'] } } }),
  server: (fault) => crud({ show: (item) => ({ ...item, level: fault ? 9 : 1 }) }),
  says: [/Choices are of another type than "integer"/],
} satisfies Case;
