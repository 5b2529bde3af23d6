import { type FlatSchema, isNumber } from '../spec/flat-schema.ts';
import type { Choice } from './choice.ts';
import { isProseLike, isThing } from './field-names.ts';
import { singular } from './singular.ts';

/** Whether a member names another thing, so that only what that thing is called is right. */
export function namesAnother({ isReference }: Choice, name: string, { types, rest }: FlatSchema): boolean {
  if (isNumber({ types }))
    return rest['maximum'] === undefined && (isThing(name) || isReference?.(name, true) === true);
  // Notes that are one text are prose, whatever else is called a note.
  const isText = types[0] === 'string' ? !isProseLike(name) : types[0] === 'array';
  return isText && rest['enum'] === undefined && isReference?.(singular(name), false) === true;
}
