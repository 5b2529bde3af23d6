import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const levels = Array.from({ length: 25 }, (_, level) => [
  `Level${level}`,
  { allOf: [ref(`Level${level + 1}`), ref(`Level${level + 1}`)] },
]);

/** Every part twice: written out they are 33 million. */
export default {
  spec: things({
    shown: { deep: ref('Level0') },
    schemas: {
      ...Object.fromEntries(levels),
      Level25: { type: 'object', required: ['note'], properties: { note: { type: 'string' } } },
    },
  }),
  server: (fault) => crud({ show: (item) => ({ ...item, deep: fault ? {} : { note: 'here' } }) }),
} satisfies Case;
