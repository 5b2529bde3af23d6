import type { Case } from '../support/case.ts';
import { altered, crud, things } from '../support/things.ts';

const text = `\uFEFF${JSON.stringify(things())}`;

/** The other order of bytes, with its mark. */
export default {
  spec: Buffer.from(text, 'utf16le').swap16(),
  server: (fault) => crud({ show: altered(fault) }),
} satisfies Case;
