import type { Case } from '../support/case.ts';
import { crud, things } from '../support/things.ts';

/** Backtracking would take longer than the universe lasts to refuse what the server shows. */
export default {
  spec: things({ shown: { company: { type: 'string', pattern: String.raw`^([a-zA-Z0-9]+\s?)*$` } } }),
  server: (fault) =>
    crud({ show: (item) => ({ ...item, company: fault ? 7 : 'United Manufacturers of Weights and Measures' }) }),
} satisfies Case;
