import { processIo } from './process-io.ts';
import type { RunIo } from './cli-io.ts';

/** The outside world of a command on Node. */
export const nodeIo: RunIo = {
  ...processIo,
  // Only a run needs HTTP: the other commands start faster without it.
  openTransport: async (network) => (await import('../transport/node.ts')).nodeTransport(network),
};
