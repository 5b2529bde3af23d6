import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe } from 'vitest';
import { hostPlatform } from '#builder/bun-packages.ts';
import {
  TransportError,
  type TransportFailure,
  type WireRequest,
  type WireResponse,
} from '#verifier/transport/send.ts';
import { testTransport } from '../support/transport-contract.ts';
import { builtRunners, runnersFolder } from './built-runners.ts';

const manifest = await builtRunners();

type Printed = { response: WireResponse } | { failure: TransportFailure; message: string };

/** The runner of this machine is Bun itself when it is told so. */
const sendByBun = async (request: WireRequest): Promise<WireResponse> => {
  const runner = join(runnersFolder, manifest!.binaries[hostPlatform()].file);
  const args = ['run', join(import.meta.dirname, 'send-once.ts'), JSON.stringify(request)];
  const { stdout } = await promisify(execFile)(runner, args, { env: { BUN_BE_BUN: '1' }, maxBuffer: 64 * 1024 * 1024 });
  const printed = JSON.parse(stdout) as Printed;
  if ('response' in printed) return printed.response;
  throw new TransportError(printed.failure, printed.message);
};

describe.skipIf(manifest === undefined)('Bun in place of Node', () => {
  testTransport(() => ({ send: sendByBun, close: async () => {} }));
});
