import { writeFile } from 'node:fs/promises';
import { InputError } from './input-error.ts';

/** Writes a file that the caller named with `option`. Throws InputError FILE_UNWRITABLE. */
export const writeTextFile = async (path: string, option: string, text: string): Promise<void> => {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw fileUnwritable(path, option, error);
  }
};

export const fileUnwritable = (path: string, option: string, error: unknown): InputError =>
  new InputError(
    'FILE_UNWRITABLE',
    `The file of ${option} cannot be written (${(error as NodeJS.ErrnoException).code}): ${path}`,
    'Name a file in a folder that exists and is yours.',
  );
