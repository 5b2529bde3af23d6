import type { Case } from '../support/case.ts';
import { serveParts, thingsWithParts } from '../support/parts.ts';
import { reply } from '../support/things.ts';

/** GET of the parts is answered as a thing that is not there, though the thing can be read and takes parts. */
export default {
  spec: thingsWithParts(),
  server: (fault) => serveParts(() => (fault ? reply(404, { detail: 'no such thing' }) : undefined)),
  tells: ['METHOD_NOT_SERVED'],
} satisfies Case;
