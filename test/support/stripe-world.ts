import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchOracle } from './fetch-oracle.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.oracles/stripe-world/ready');

/** Why Stripe World cannot run here, or undefined when it can. With ORACLES=1 it is fetched first. */
export const missingStripeWorld = (): string | undefined => {
  if (!existsSync(folder) && process.env['ORACLES'] === '1') {
    if (spawnSync('pip', ['--version']).status !== 0) return 'pip is not on this machine';
    return fetchOracle('install-stripe-world.sh');
  }
  return existsSync(folder) ? undefined : 'it is not there; run scripts/install-stripe-world.sh (or set ORACLES=1)';
};

type Python = {
  unpackArchive(bytes: Uint8Array, format: string, options: { extractDir: string }): void;
  runPython(code: string): void;
  globals: { get(name: string): (...given: unknown[]) => { toJs(): [number, string] } };
};

export type StripeWorld = {
  /** One request, with the parameters in `body`, or in the query of `path`. */
  ask(method: string, path: string, body?: string): { status: number; body: string };
  setTime(seconds: number): void;
  /** The boundary of a period: the world's clock stands, so nothing renews by itself. */
  renew(subscriptionId: string): void;
};

/** Stripe's behaviour as its recordings show it, by authors of their own; about 10 s to start, 50 ms for a request. */
export const openStripeWorld = async (startsAt: string): Promise<StripeWorld> => {
  const { loadPyodide } = (await import(join(folder, 'package/pyodide.mjs'))) as { loadPyodide(): Promise<Python> };
  const python = await loadPyodide();
  for (const wheel of readdirSync(join(folder, 'wheels'))) {
    const bytes = new Uint8Array(readFileSync(join(folder, 'wheels', wheel)));
    // Of PyYAML only the part in Python is used, so it may be another platform's.
    python.unpackArchive(bytes, wheel.includes('manylinux') ? 'zip' : 'wheel', {
      extractDir: '/lib/python3.14/site-packages',
    });
  }
  python.runPython(program(startsAt));
  const [ask, setTime, renew] = ['ask', 'set_time', 'renew'].map((name) => python.globals.get(name));
  return {
    ask: (method, path, body = '') => {
      const [pathname, query = ''] = path.split('?');
      const [status, text] = ask!(method, pathname, query, body).toJs();
      return { status, body: text };
    },
    setTime: (seconds) => void setTime!(seconds),
    renew: (id) => void renew!(id),
  };
};

const program = (startsAt: string): string => `
import os, importlib
importlib.invalidate_caches()
os.geteuid = os.getuid
from datetime import datetime, UTC
from seahaven_stripe_world.world import world
import seahaven_stripe_world.startup
from seahaven_stripe_world.http_api.handler import handle
from seahaven.http import HttpRequest
from seahaven.http.runtime import dispatch
from seahaven_stripe_world.billing import subscription_lifecycle

instance = world.instance(now="${startsAt}", clock_mode="fixed", startup={"livemode": False})

def ask(method, path, query, body):
    headers = (("authorization", "Bearer sk_test_1"), ("content-type", "application/x-www-form-urlencoded"))
    answer = dispatch(instance, handle, HttpRequest(method=method, path=path, query=query, headers=headers, body=body.encode()))
    return [answer.status, answer.body_bytes.decode()]

def set_time(seconds):
    instance.clock._start = datetime.fromtimestamp(seconds, UTC)

def renew(subscription):
    with instance.bulk() as ctx:
        subscription_lifecycle.advance_cycle(ctx, subscription)
`;
