import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** An amount is a text of a pattern-less format, and comes back with its decimals cut. */
export default {
  spec: things({ sent: { amount: { type: 'string', format: 'decimal' } } }),
  server: (fault) =>
    crud({
      take: (body) => {
        const { amount } = body;
        if (amount === undefined) return body;
        const wrong = fault ? 1 : 0;
        return /^\d+(\.\d+)?$/.test(String(amount)) ? { ...body, amount: String(Number(amount) + wrong) } : 'amount';
      },
    }),
} satisfies Case;
