import type { Case } from '../support/case.ts';
import { altered, crud, things } from '../support/things.ts';

/** YAML without quotes: `openapi: 3.0` is the number 3. */
export default {
  spec: { ...things(), openapi: 3 },
  server: (fault) => crud({ show: altered(fault) }),
  says: [/version is a number/],
} satisfies Case;
