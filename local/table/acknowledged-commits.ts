import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { logNotice } from '../log.ts';
import { makePrivateFile } from '../private-files.ts';

export const acknowledgedFile = 'acknowledged';
const digits = 16;

/**
 * The number of the last commit that a caller was told of, in a file beside the table. A table that holds fewer commits
 * has lost acknowledged ones. The file is written before each answer, and synced when it is made and closed only: it
 * survives the end of the process; after the end of the machine it may name an earlier commit, never a later one than
 * the table has synced.
 */
export class AcknowledgedCommits {
  readonly path: string;
  readonly #file: number;

  constructor(folder: string) {
    this.path = join(folder, acknowledgedFile);
    const isNew = !existsSync(this.path);
    if (isNew) makePrivateFile(this.path);
    this.#file = openSync(this.path, 'r+');
    if (!isNew) return;
    // Every later write replaces all of its bytes in their place: the file is never half-written, and needs no more space.
    this.write(0);
    fsyncSync(this.#file);
  }

  /** 0 where nothing was acknowledged yet; also, with a notice, where the file does not hold a number as `write` writes it. */
  read(): number {
    const text = readFileSync(this.path, 'utf8');
    if (/^\d{16}\n$/.test(text)) return Number(text);
    logNotice(`${this.path} is damaged: until the next write nobody can tell whether acknowledged writes were lost.`);
    // The next write must be all that it holds.
    ftruncateSync(this.#file, digits + 1);
    return 0;
  }

  write(commit: number): void {
    writeSync(this.#file, `${String(commit).padStart(digits, '0')}\n`, 0);
  }

  close(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
  }
}
