/**
 * `npm run tenant -- create|set-tier|invite-owner …`: what an operator does for tenants, on the table of a stage. Each writes its audit
 * entry in the same transaction and prints what it did as JSON.
 */
import { parseArgs } from 'node:util';
import { createDynamoClient } from '#adapters/dynamodb/client.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { create } from './tenant/create.ts';
import { inviteOwner } from './tenant/invite-owner.ts';
import { options, type Options, WrongUse } from './tenant/options.ts';
import { setTier } from './tenant/set-tier.ts';

const usage = `TABLE_NAME and AWS_REGION name the table of the stage:
npm run tenant -- create --email OWNER [--tier TIER] [--name WORKSPACE]
npm run tenant -- set-tier --tenant ID --tier FREE|PRO|TEAM|ENTERPRISE [--customer cus_…]
  with ENTERPRISE also [--price-cents N] [--seat-floor N] [--audit-days N] [--requests-per-minute N] [--grace-days N]
npm run tenant -- invite-owner --tenant ID --email OWNER --url https://API`;

const commands: Record<string, (tables: Tables, options: Options) => Promise<object>> = {
  create,
  'set-tier': setTier,
  'invite-owner': inviteOwner,
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name = '', ...more] = positionals;
  const command = commands[name];
  if (command === undefined || more.length > 0) throw new WrongUse(`There is no command "${positionals.join(' ')}".`);
  const tableName = process.env['TABLE_NAME'];
  if (!tableName) throw new WrongUse('TABLE_NAME is not set.');
  const done = await command(connectTable({ client: createDynamoClient(), tableName }), values);
  console.log(JSON.stringify(done, undefined, 2));
};

try {
  await main();
} catch (error) {
  const isUse = error instanceof WrongUse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
  console.error(isUse ? `${(error as Error).message}\n${usage}` : (error as Error).message);
  process.exitCode = isUse ? 2 : 1;
}
