import type { Case } from '../support/case.ts';
import { things } from '../support/things.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const levels = Array.from({ length: 25 }, (_, level) => [
  [`Left${level}`, { allOf: [ref(`Left${level + 1}`), ref(`Right${level + 1}`)] }],
  [`Right${level}`, { allOf: [ref(`Left${level + 1}`), ref(`Right${level + 1}`)] }],
]);
const end = { type: 'object', properties: { note: { type: 'string' } } };

/** Each part by two ways: a document that cannot be written out is refused with its cause, never with a stack. */
export default {
  spec: things({
    shown: { deep: ref('Left0') },
    schemas: { ...Object.fromEntries(levels.flat()), Left25: end, Right25: end },
  }),
  exits: [0, 2],
  never: [/RangeError/, /^ {4}at /m],
} satisfies Case;
