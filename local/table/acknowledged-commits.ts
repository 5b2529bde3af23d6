import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFile } from '../private-files.ts';

export const acknowledgedFile = 'acknowledged';
const digits = 16;

/**
 * The number of the last commit that a caller was told of, in a file beside the table. A table that holds fewer commits
 * has lost acknowledged ones. The file is written before each answer, and synced when it is opened and closed only: it
 * survives the end of the process; after the end of the machine it may name an earlier commit, never a later one than
 * the table has synced.
 */
export class AcknowledgedCommits {
  readonly path: string;
  readonly #file: number;

  constructor(folder: string) {
    this.path = join(folder, acknowledgedFile);
    if (!existsSync(this.path)) makePrivateFile(this.path);
    this.#file = openSync(this.path, 'r+');
  }

  /** 0 where nothing was acknowledged yet. */
  read(): number {
    return Number(readFileSync(this.path, 'utf8'));
  }

  write(commit: number): void {
    writeSync(this.#file, `${String(commit).padStart(digits, '0')}\n`, 0);
  }

  close(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
  }
}
