import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a program that is run at once. The file is `cp`'s: one that this process had open, a child of another thread could hold open, and
 * the system runs no file that somebody may still write (ETXTBSY).
 */
export const writeProgram = (path: string, content: Uint8Array): void => {
  const own = `${path}.own`;
  writeFileSync(own, content, { mode: 0o755 });
  execFileSync('cp', [own, `${path}.copy`]);
  renameSync(`${path}.copy`, path);
  rmSync(own);
};
