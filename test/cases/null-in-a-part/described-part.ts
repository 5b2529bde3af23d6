import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** The part that allows null has a description of its own, as springdoc writes it. */
export default {
  spec: things({
    shown: { level: { allOf: [{ description: 'unset', nullable: true }, { $ref: '#/components/schemas/Level' }] } },
    schemas: { Level: { type: 'integer', minimum: 1, maximum: 3 } },
  }),
  server: (fault) => crud({ show: (item) => ({ ...item, level: fault ? 9 : null }) }),
  says: [/A part of "allOf" allows null/],
} satisfies Case;
