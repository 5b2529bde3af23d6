import path, { type PlatformPath } from 'node:path';

/** The way from a folder to a file as documents write it: with `/`, on Windows, too. */
export const wayTo = (folder: string, file: string, { relative, sep }: PlatformPath = path): string =>
  relative(folder, file).split(sep).join('/');

/** Whether a file is the folder or lies below it. On Windows letter case does not count, and other drives are elsewhere. */
export const isWithin = (folder: string, file: string, { isAbsolute, relative, sep }: PlatformPath = path): boolean => {
  const way = relative(folder, file);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/** The folder and those above it, the nearest first; the last is the root, or the drive. */
export const foldersUpFrom = (folder: string, platform: PlatformPath = path): string[] => {
  const above = platform.dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUpFrom(above, platform)];
};
