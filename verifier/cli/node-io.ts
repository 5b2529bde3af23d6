import { fileURLToPath } from 'node:url';
import { SANDBOX } from '../auth/script-runner.ts';
import { processIo } from './process-io.ts';
import type { RunIo } from './cli-io.ts';

/** One file holds all of a built program; of the sources the verifier's own entry is the sandbox. */
const program = import.meta.url.endsWith('/node-io.ts') ? new URL('main.node.ts', import.meta.url) : import.meta.url;

/** The outside world of a command on Node. */
export const nodeIo: RunIo = {
  ...processIo,
  sandbox: [process.execPath, fileURLToPath(program), SANDBOX],
  // Only a run needs HTTP: the other commands start faster without it.
  openTransport: async (network) => (await import('../transport/node.ts')).nodeTransport(network),
};
