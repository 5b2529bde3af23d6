import type { Case } from '../support/case.ts';
import { withDigits } from '../support/long-ids.ts';
import { crud, things } from '../support/things.ts';

/** Numbers of 20 digits without a format; with the fault a list shows the id of another thing. */
export default {
  spec: things({ id: { type: 'number' } }),
  server: (fault) =>
    withDigits(
      crud({ newId: (serial) => String(90_000_000_000_000_000_000n + BigInt(serial)) }),
      (id, { method, path }) => (fault && method === 'GET' && path === '/things' ? String(BigInt(id) + 7n) : id),
    ),
} satisfies Case;
