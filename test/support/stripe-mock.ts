import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fetchOracle } from './fetch-oracle.ts';
import { freePort } from './free-port.ts';
import { untilUp } from './until-up.ts';

const root = join(import.meta.dirname, '../..');
const program = join(root, '.oracles/stripe-mock/stripe-mock');

/** Why Stripe's own mock cannot run here, or undefined when it can. With ORACLES=1 it is built first. */
export const missingStripeMock = (): string | undefined => {
  if (!existsSync(program) && process.env['ORACLES'] === '1') {
    if (spawnSync('go', ['version']).status !== 0) return 'Go is not on this machine';
    return fetchOracle('install-stripe-mock.sh');
  }
  return existsSync(program) ? undefined : 'it is not built; run scripts/install-stripe-mock.sh (or set ORACLES=1)';
};

/** Stripe's mock on a free port of 127.0.0.1. It takes a request or refuses it, and remembers nothing. */
export const startStripeMock = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const [http, https] = [await freePort(), await freePort()];
  // Without both it listens on every interface.
  const child: ChildProcess = spawn(program, ['-http-addr', `127.0.0.1:${http}`, '-https-addr', `127.0.0.1:${https}`], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${http}`;
  const stop = async (): Promise<void> => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
  if (!(await untilUp(child, () => fetch(url).catch(() => undefined)))) {
    child.kill('SIGKILL');
    throw new Error('stripe-mock did not start.');
  }
  return { url, stop };
};
