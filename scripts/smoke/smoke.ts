import { createDynamoClient } from '#adapters/dynamodb/client.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { fixedNames } from '../../lib/fixed-names.ts';
import type { StageSettings } from '../../lib/settings/stage-settings.ts';
import { checklist, showChecklist } from './checklist.ts';
import { smokeToken } from './smoke-token.ts';
import { type Stop, stops, walkDeployment } from './walk-deployment.ts';

export type Smoke = {
  settings: StageSettings;
  /** Where the API is reached. */
  url: string;
  /** Whose calls; of the stage's own tenant for smoke tests where none is given. */
  token: string | undefined;
  /** Right after a deployment, whose end is a proof, too. */
  isDeployed: boolean;
};

/** Walks the road, prints what works and what is left to prove. True if every stop works. */
export const smoke = async ({ settings, url, token, isDeployed }: Smoke): Promise<boolean> => {
  const works = new Set<Stop | 'deploy'>(isDeployed ? ['deploy'] : []);
  const say = (line: string): void => console.log(line);
  say(`Smoke test of ${settings.stage} at ${url}`);
  let failure: unknown;
  try {
    const caller = { url, token: token ?? (await tokenOf(settings)) };
    await walkDeployment(caller, (stop, seen) => {
      works.add(stop);
      say(`  works  ${stop.padEnd(8)} ${seen}`);
    });
  } catch (error) {
    failure = error;
    const failed = stops.find((stop) => !works.has(stop));
    say(`  FAILS  ${failed?.padEnd(8)} ${(error as Error).message}`);
  }
  say('What only a real account proves:');
  for (const line of showChecklist(checklist(settings, url), works)) say(line);
  return failure === undefined;
};

const tokenOf = ({ stage, account, region, table }: StageSettings): Promise<string> => {
  process.env['AWS_REGION'] = region;
  const tableName = table?.name ?? fixedNames(stage, account, region).table;
  return smokeToken(connectTable({ client: createDynamoClient(), tableName }));
};
