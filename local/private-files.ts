import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ServiceError } from '#contract/errors.ts';
import { refuseWhenNearlyFull, writeFailed } from './storage-failure.ts';

/** Only the owner may list or enter. */
export const privateFolderMode = 0o700;
/** Only the owner may read or write. */
export const privateFileMode = 0o600;

/** Makes the folder, and those above it that are missing, for its owner alone, whatever the umask; durable when it returns. */
export const makePrivateFolder = (folder: string): void => {
  const first = mkdirSync(folder, { recursive: true, mode: privateFolderMode });
  chmodSync(folder, privateFolderMode);
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
};

/** Makes an empty file for its owner alone where there is none; durable when it returns. */
export const makePrivateFile = (path: string): void => {
  const file = openSync(path, 'a', privateFileMode);
  try {
    fchmodSync(file, privateFileMode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  syncFolder(dirname(path));
};

/** What the service keeps in its data folder. */
const kept = [
  'blobs',
  'credentials.json',
  'identity-providers',
  'keys',
  'payments.json',
  'seals',
  'table',
  'tenant.json',
  'uploads',
  'workflows',
];

/**
 * Makes the data folder, and takes the rights of others from everything that the service keeps in it: earlier versions
 * left it readable. A folder that holds other things too, such as a home, keeps its own rights.
 */
export const openDataFolder = (folder: string): void => {
  if (!existsSync(folder)) return makePrivateFolder(folder);
  const found = readdirSync(folder);
  for (const name of found.filter((entry) => kept.includes(entry))) closeToOthers(join(folder, name));
  if (found.every((name) => kept.includes(name))) chmodSync(folder, privateFolderMode);
};

/** Nothing needs to be done in a folder that only its owner enters. */
const closeToOthers = (path: string): void => {
  const found = statSync(path);
  if ((found.mode & 0o077) === 0) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(path)) closeToOthers(join(path, name));
  }
  // A folder comes behind what is in it: what is not yet private must not look as if it were.
  chmodSync(path, found.isDirectory() ? privateFolderMode : privateFileMode);
};

/**
 * Writes a file for its owner alone, with its folders: whole or not at all, and durable when it resolves. A process that
 * ends in between leaves a file `*.unfinished` beside it. Throws DEPENDENCY_UNAVAILABLE (503) where the disk is nearly
 * full or refuses.
 */
export const writeDurably = async (path: string, content: readonly Uint8Array[]): Promise<void> => {
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  try {
    makePrivateFolder(dirname(path));
    refuseWhenNearlyFull(dirname(path));
    const file = await open(unfinished, 'wx', privateFileMode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    const folder = await open(dirname(path), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error instanceof ServiceError ? error : writeFailed(error);
  }
};

/** Makes the names in a folder durable: a new, renamed or removed file is kept only when its folder is. */
export const syncFolder = (folder: string): void => {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};
