import type { Case } from '../support/case.ts';
import { withDigits } from '../support/long-ids.ts';
import { altered, crud, things } from '../support/things.ts';

/** Ids that differ in the last digits alone, far beyond what a double holds. */
export default {
  spec: things({ id: { type: 'integer', format: 'int64' } }),
  server: (fault) =>
    withDigits(
      crud({ show: altered(fault), newId: (serial) => String(1_099_511_627_776_000_000n + BigInt(serial)) }),
      (id) => id,
    ),
} satisfies Case;
