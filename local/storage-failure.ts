import { statfsSync } from 'node:fs';
import { ServiceError } from '#contract/errors.ts';
import { logNotice } from './log.ts';

/** Below this much free space on the volume of the data folder nothing is written any more. */
const reserveBytes = 64 * 1024 * 1024;

/** Throws DEPENDENCY_UNAVAILABLE (503) where the volume of the folder is nearly full: what is kept must not meet a full disk half-way. */
export const refuseWhenNearlyFull = (folder: string): void => {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= reserveBytes) return;
  throw new ServiceError(
    'DEPENDENCY_UNAVAILABLE',
    'The disk of the data folder has less than 64 MB free, so nothing is written. Free space on it and try again. Reads go on.',
  );
};

/** The disk refused a write: 503, with what it said as the cause. */
export const writeFailed = (cause: unknown): ServiceError =>
  new ServiceError(
    'DEPENDENCY_UNAVAILABLE',
    'The disk of the data folder refused a write or a read. Check the disk, look whether the change is there, and try again.',
    [],
    { cause },
  );

/** Whether the disk is what refused: as the two above say it, or as the file system says it of a full one. */
export const isRefusedByDisk = (error: unknown): error is Error =>
  error instanceof ServiceError
    ? error.code === 'DEPENDENCY_UNAVAILABLE'
    : error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Does a write that a start can do without. Where the disk refuses it, a notice says so and the answer is 'refused': reads go on. */
export const writeAtStart = async <T>(what: string, write: () => T | Promise<T>): Promise<T | 'refused'> => {
  try {
    return await write();
  } catch (error) {
    if (!isRefusedByDisk(error)) throw error;
    logNotice(`The start goes on without ${what}. ${error.message}`);
    return 'refused';
  }
};
