import type { Case } from '../support/case.ts';
import { serveParts, thingsWithParts } from '../support/parts.ts';
import { reply } from '../support/things.ts';

/** GET of the parts is answered as any path that is not served. */
export default {
  spec: thingsWithParts(),
  server: (fault) => serveParts(() => (fault ? reply(404, { detail: 'no such route' }) : undefined)),
  tells: ['METHOD_NOT_SERVED'],
} satisfies Case;
