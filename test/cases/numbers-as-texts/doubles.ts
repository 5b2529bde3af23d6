import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** A double in a text, which the server writes with six decimals. */
export default {
  spec: things({ sent: { weight: { type: 'string', format: 'double' } } }),
  server: (fault) =>
    crud({
      take: (body) => {
        const { weight } = body;
        if (weight === undefined) return body;
        return Number.isNaN(Number(weight))
          ? 'weight'
          : { ...body, weight: fault ? '9.000000' : Number(weight).toFixed(6) };
      },
    }),
} satisfies Case;
