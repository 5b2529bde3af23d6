import { chmodSync, closeSync, fchmodSync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
  fchmodSync(file, privateFileMode);
  fsyncSync(file);
  closeSync(file);
  syncFolder(dirname(path));
};

/** Takes all rights of others from everything in the folder: data written by versions that did not. */
export const makeAllPrivate = (folder: string): void => {
  chmodSync(folder, privateFolderMode);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeAllPrivate(path);
    else if (entry.isFile()) chmodSync(path, privateFileMode);
  }
};

/** Makes the names in a folder durable: a new, renamed or removed file is kept only when its folder is. */
export const syncFolder = (folder: string): void => {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
};
