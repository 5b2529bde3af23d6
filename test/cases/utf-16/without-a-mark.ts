import type { Case } from '../support/case.ts';
import { altered, crud, things } from '../support/things.ts';

/** What PowerShell 5 redirects, with the mark cut off. */
export default {
  spec: Buffer.from(JSON.stringify(things(), null, 2), 'utf16le'),
  server: (fault) => crud({ show: altered(fault) }),
} satisfies Case;
