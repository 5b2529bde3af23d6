import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Tier } from '#domain/access/actor.ts';

/** The start cannot go on; one line says why. Exit code 2. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

export type Arguments = {
  port: number;
  dataFolder: string;
  /** Undefined: TEAM for a new tenant, unchanged for an old one. */
  tier: Tier | undefined;
  rateLimits: boolean;
  /** The time to start at, which can be moved then; undefined: the machine's own. */
  clock: Date | undefined;
  /** `host` or `host:port`: webhooks may go there whatever its address, by http too. */
  allowedWebhookHosts: string[];
};

const tiers: readonly string[] = ['FREE', 'PRO', 'TEAM', 'ENTERPRISE'] satisfies Tier[];
/** The options of `npm start`, in one line. */
export const usage =
  'npm start -- [--port 4280] [--data .local] [--tier FREE|PRO|TEAM|ENTERPRISE] [--rate-limits] [--clock 2026-01-31T12:00:00Z] [--allow-webhook-host HOST[:PORT]]';

/** Reads the command line of `npm start`. Throws StartRefused. */
export const parseArguments = (args: string[]): Arguments => {
  const {
    port,
    data,
    tier,
    clock,
    'rate-limits': rateLimits,
    'allow-webhook-host': allowedWebhookHosts,
  } = parsed(args);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new StartRefused(`--port ${port} is not a port; use 0 to 65535. ${usage}`);
  if (tier !== undefined && !tiers.includes(tier)) throw new StartRefused(`--tier ${tier} does not exist. ${usage}`);
  if (clock !== undefined && (!/^\d{4}-\d\d-\d\dT.*Z$/.test(clock) || Number.isNaN(Date.parse(clock))))
    throw new StartRefused(`--clock ${clock} is no time in UTC, such as 2026-01-31T12:00:00Z. ${usage}`);
  for (const host of allowedWebhookHosts)
    if (!URL.canParse(`http://${host}`) || new URL(`http://${host}`).href !== `http://${host}/`)
      throw new StartRefused(`--allow-webhook-host ${host} is no host. ${usage}`);
  return {
    port: Number(port),
    dataFolder: resolve(data),
    tier: tier as Tier | undefined,
    rateLimits,
    clock: clock === undefined ? undefined : new Date(clock),
    allowedWebhookHosts,
  };
};

const parsed = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string', default: '4280' },
        data: { type: 'string', default: '.local' },
        tier: { type: 'string' },
        clock: { type: 'string' },
        'rate-limits': { type: 'boolean', default: false },
        'allow-webhook-host': { type: 'string', multiple: true, default: [] },
      },
    }).values;
  } catch (error) {
    throw new StartRefused(`${(error as Error).message.split(/\. |\n/)[0]}. ${usage}`);
  }
};
