import { setTimeout as wait } from 'node:timers/promises';

/** Longer than any test file keeps a port. */
const longestWaitMs = 300_000;

/**
 * Opens a server at a port that one test file at a time may have: tries again while another file has it.
 * Throws after five minutes: the file before never gave it back, or something else on this machine has it.
 */
export const waitForPort = async <T>(port: number, open: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + longestWaitMs;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (Date.now() > deadline)
        throw new Error(`Port ${port} was taken for ${longestWaitMs / 60_000} minutes. End what listens there.`, {
          cause: error,
        });
      await wait(100);
    }
  }
};
