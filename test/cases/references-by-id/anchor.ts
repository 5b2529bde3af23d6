import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** A schema refers to an anchor of its own, and to one of its own `$defs`. */
export default {
  spec: things({
    version: '3.1.0',
    shown: { grade: { $ref: 'urn:things:grade' } },
    schemas: {
      Grade: {
        $id: 'urn:things:grade',
        type: 'object',
        required: ['now', 'before'],
        properties: { now: { $ref: '#letter' }, before: { $ref: '#/$defs/Letter' } },
        $defs: { Letter: { $anchor: 'letter', type: 'string', enum: ['A', 'B'] } },
      },
    },
  }),
  server: (fault) => crud({ show: (item) => ({ ...item, grade: { now: 'A', before: fault ? 'C' : 'B' } }) }),
} satisfies Case;
