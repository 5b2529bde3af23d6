import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** A literal of JavaScript whose flag says that letter case does not matter. */
export default {
  spec: things({ shown: { currency: { type: 'string', pattern: '/^[a-z]{3}$/i' } } }),
  server: (fault) => crud({ show: (item) => ({ ...item, currency: fault ? 'EURO' : 'EUR' }) }),
  says: [/pattern is written in another dialect/],
} satisfies Case;
