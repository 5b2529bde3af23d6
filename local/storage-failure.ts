import { statfsSync } from 'node:fs';
import { ServiceError } from '#contract/errors.ts';

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
