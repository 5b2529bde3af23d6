import { fileURLToPath } from 'node:url';
import { SANDBOX } from '../auth/script-runner.ts';
import { processIo } from './process-io.ts';
import type { RunIo } from './cli-io.ts';

/** The file to start as the sandbox: the built program itself or, from sources, the verifier's entry. */
const program = import.meta.url.endsWith('/node-io.ts') ? new URL('main.node.ts', import.meta.url) : import.meta.url;

/** The environment of a command on Node. */
export const nodeIo: RunIo = {
  ...processIo,
  sandbox: [process.execPath, fileURLToPath(program), SANDBOX],
  // Loaded only to send something: other commands start faster without HTTP.
  openTransport: async (network) => (await import('../transport/node.ts')).nodeTransport(network),
};
