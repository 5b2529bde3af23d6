import type { Case } from '../support/case.ts';
import { altered, crud, every, things } from '../support/things.ts';

/** Letters outside the Latin alphabet, and a space. */
export default {
  spec: things({ path: '/книги/日本 語' }),
  server: (fault) => crud({ path: '/книги/日本 語', show: altered(fault) }),
  passing: every('/книги/日本 語'),
} satisfies Case;
