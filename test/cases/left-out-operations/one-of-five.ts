import type { Case } from '../support/case.ts';
import { things } from '../support/things.ts';

/** One operation refers to nothing: the others are covered, and it counts. */
export default {
  spec: things({ item: { patch: { requestBody: { $ref: '#/components/requestBodies/Gone' } } } }),
  says: [/4 of 5 operations covered \(80 %\) · 1 left out/],
} satisfies Case;
