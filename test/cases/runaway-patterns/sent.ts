import type { Case } from '../support/case.ts';
import { altered, crud, things } from '../support/things.ts';

/** The value that is sent must match as well, and the mock that proves the plans must not hang. */
export default {
  spec: things({ sent: { company: { type: 'string', pattern: String.raw`^(([a-z])+.)+[A-Z]([a-z])+$` } } }),
  server: (fault) => crud({ show: altered(fault) }),
} satisfies Case;
