import type { Case } from '../support/case.ts';
import { things } from '../support/things.ts';

/** A path item that cannot be read has at least one operation. */
export default {
  spec: things({ paths: { '/others': { $ref: 'others.json#/item' } } }),
  says: [/5 of 6 operations covered \(83 %\) · 1 left out/],
  never: [/100 %/],
} satisfies Case;
