import type { Case } from '../support/case.ts';
import { altered, crud, every, things } from '../support/things.ts';

/** The document encodes its path already; the server decodes what it is asked. */
export default {
  spec: things({ path: '/gr%C3%B6%C3%9Fen' }),
  server: (fault) => crud({ path: '/größen', show: altered(fault) }),
  passing: every('/größen'),
} satisfies Case;
