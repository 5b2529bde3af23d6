import type { RunIo } from '#verifier/cli/cli-io.ts';
import { type AuthFile, readAuthFile } from '../credentials/auth-file.ts';
import { InputError } from '../input-error.ts';
import { nearestFile } from './config-file.ts';

/** The auth.local.json that is named, else the nearest one; what is unsafe about it is said at once. Throws InputError. */
export const openAuthFile = async (given: string | undefined, { stderr }: Pick<RunIo, 'stderr'>): Promise<AuthFile> => {
  const path = given ?? nearestFile('auth.local.json');
  if (path === undefined)
    throw new InputError(
      'FILE_UNREADABLE',
      'There is no .dezycro/auth.local.json here or above.',
      'Write one, or name one with --auth FILE.',
    );
  const file = await readAuthFile(path);
  for (const warning of file.warnings) stderr(`warning: ${warning}\n`);
  return file;
};
