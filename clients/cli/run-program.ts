import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { InputError } from '../input-error.ts';

/** Ctrl-C reaches the program by itself, as it does us; a TERM may reach us alone. */
const passedOn = ['SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a program in our place: its own input and output, our signals, and its exit code (128 and the number of the signal that ended it).
 * Throws InputError PROGRAM_NOT_STARTED, exit code 127 where there is none and 126 where it may not run.
 */
export const runProgram = async (
  file: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<number> => {
  const ignoreInterrupt = (): void => undefined;
  process.on('SIGINT', ignoreInterrupt);
  const listeners: [NodeJS.Signals, () => void][] = [];
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(file, args, { env, stdio: 'inherit' });
      for (const signal of passedOn) {
        const listener = (): void => void child.kill(signal);
        process.on(signal, listener);
        listeners.push([signal, listener]);
      }
      child.on('error', (error: NodeJS.ErrnoException) => reject(notStarted(file, error)));
      child.on('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
  } finally {
    process.off('SIGINT', ignoreInterrupt);
    for (const [signal, listener] of listeners) process.off(signal, listener);
  }
};

const notStarted = (file: string, { code }: NodeJS.ErrnoException): InputError => {
  const why = code === 'ENOENT' ? 'there is no such program' : `it cannot be started (${code})`;
  return new InputError('PROGRAM_NOT_STARTED', `${file}: ${why}.`, 'Check its name.', code === 'ENOENT' ? 127 : 126);
};
