import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** A tool that reads YAML 1.1 made booleans of yes and no. */
export default {
  spec: things({ shown: { answer: { type: 'string', enum: [true, false] } } }),
  server: (fault) => crud({ show: (item) => ({ ...item, answer: fault ? 'perhaps' : 'no' }) }),
} satisfies Case;
