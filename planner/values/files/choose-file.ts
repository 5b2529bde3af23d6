import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { Choice, Chosen, Unfit } from '../model/choice.ts';

/** True for a binary text in a form with files. */
function isFile({ file }: Choice, { types, rest }: FlatSchema): boolean {
  return file !== undefined && types[0] === 'string' && rest['format'] === 'binary';
}

/** True if a form member is a file or a list of files. */
export function isFileMember(choice: Choice, flat: FlatSchema): boolean {
  if (choice.file === undefined) return false;
  return isFile(choice, flat) || isFile(choice, choice.schemas.flatten(flat.items ?? true));
}

/** Returns the file for a file member; `unfit` if none can be produced. Undefined for other members. */
export function chooseFile(choice: Choice, flat: FlatSchema, name: string): Chosen | Unfit | undefined {
  if (!isFile(choice, flat)) return undefined;
  const template = choice.file?.(name, choice.turn);
  return template === undefined ? { unfit: '' } : { template, fields: [] };
}
