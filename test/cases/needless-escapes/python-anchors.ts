import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** Python writes the ends of a text in letters, and names groups in its own way. */
export default {
  spec: things({ shown: { code: { type: 'string', pattern: '\\A(?P<year>\\d{4})\\-\\d{2}\\Z' } } }),
  server: (fault) => crud({ show: (item) => ({ ...item, code: fault ? '2030-1' : '2030-01' }) }),
  says: [/pattern is written in another dialect/],
} satisfies Case;
