import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { UsageError } from '#verifier/cli/usage-error.ts';
import { InputError } from '../input-error.ts';

const LOOK_MS = 300;

/**
 * Does the work now and again after each change of one of the files, until a signal comes; answers 130 or 143. A file that cannot be used is told,
 * and the next change tries again.
 */
export const watch = async (
  files: readonly string[],
  work: () => Promise<number>,
  { stderr, onSignal }: Pick<RunIo, 'stderr' | 'onSignal'>,
): Promise<number> => {
  const stop = new AbortController();
  let ended: 130 | 143 = 130;
  const ignore = onSignal((exitCode) => {
    ended = exitCode;
    stop.abort();
  });
  try {
    while (!stop.signal.aborted) {
      const seen = stateOf(files);
      await work().catch((error: unknown) => {
        if (!(error instanceof InputError || error instanceof UsageError)) throw error;
        stderr(`${error.message}\n`);
      });
      if (!stop.signal.aborted) stderr(`watching ${files.join(', ')}; Ctrl-C ends\n`);
      while (!stop.signal.aborted && stateOf(files) === seen)
        await pause(LOOK_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
    return ended;
  } finally {
    ignore();
  }
};

/** Editors replace a file rather than write it, so its number counts, too. */
const stateOf = (files: readonly string[]): string =>
  files
    .map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false });
      return `${stats?.ino} ${stats?.mtimeMs} ${stats?.size}`;
    })
    .join('\n');
