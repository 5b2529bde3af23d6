import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileUnwritable } from './write-text-file.ts';

/** Writes a file whole or not at all, also over a program that is running. `option` names it in errors. Throws FILE_UNWRITABLE. */
export const writeWholeFile = async (
  path: string,
  content: string | Uint8Array,
  { mode = 0o644, option }: { mode?: number; option: string },
): Promise<void> => {
  const unfinished = `${path}.${process.pid}.unfinished`;
  try {
    await writeFile(unfinished, content, { mode });
    // Whatever the umask says, and whatever was left there.
    await chmod(unfinished, mode);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw fileUnwritable(path, option, error);
  }
};

/** The folder of a file that is ours to make, for nobody else to read. */
export const makeFolderFor = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
};
