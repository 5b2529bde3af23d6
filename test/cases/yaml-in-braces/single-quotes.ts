import type { Case } from '../support/case.ts';
import { altered, crud, things } from '../support/things.ts';

/** Keys and texts in single quotes. */
export default {
  spec: JSON.stringify(things()).replaceAll('"', "'").replaceAll("':", "': "),
  server: (fault) => crud({ show: altered(fault) }),
} satisfies Case;
