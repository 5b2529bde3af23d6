/**
 * Gives a tenant a tier without a payment, the terms of its Enterprise contract, and the customer of a subscription that was made by hand:
 *
 *   AWS_REGION=… TABLE_NAME=dezycro-prod npm run grant-tier -- --tenant ID --tier ENTERPRISE --audit-days 2555 --customer cus_…
 *
 * It writes the PLAN item and its audit entry in one transaction, and prints the plan before and after. The same again changes nothing.
 */
import { parseArgs } from 'node:util';
import { CheckoutRepository } from '#adapters/dynamodb/checkout-repository.ts';
import { createDynamoClient } from '#adapters/dynamodb/client.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { mintScope } from '#domain/access/scope.ts';
import { grantTier } from '#domain/billing/grant-tier.ts';
import type { ContractTerms } from '#domain/billing/plan.ts';
import { tiers } from '#domain/billing/tiers.ts';
import { systemRuntime } from '#functions/support/runtime.ts';

const usage = `npm run grant-tier -- --tenant ID --tier ${Object.keys(tiers).join('|')} [--customer cus_…]
With ENTERPRISE also: [--price-cents N] [--seat-floor N] [--audit-days N] [--requests-per-minute N] [--grace-days N]
A contract allows 60 requests a minute at least. TABLE_NAME and AWS_REGION name the table.`;

/** Option → what it changes of the contract. */
const termOptions = {
  'price-cents': 'pricePerSeatCents',
  'seat-floor': 'seatFloor',
  'audit-days': 'auditDays',
  'requests-per-minute': 'requestsPerMinute',
  'grace-days': 'graceDays',
} as const satisfies Record<string, keyof ContractTerms>;

/** The rate limit says when to come back in whole seconds. */
const leastOf = (name: keyof ContractTerms): number => (name === 'requestsPerMinute' ? 60 : 0);

const string = { type: 'string' } as const;
const options = {
  tenant: string,
  tier: string,
  customer: string,
  'price-cents': string,
  'seat-floor': string,
  'audit-days': string,
  'requests-per-minute': string,
  'grace-days': string,
};

const main = async (): Promise<number> => {
  const { tenant, tier, customer, ...wished } = parseArgs({ options }).values;
  const terms = Object.entries(termOptions).flatMap(([option, name]) => {
    const value = wished[option as keyof typeof termOptions];
    return value === undefined ? [] : [[name, value] as const];
  });
  const isTier = tier !== undefined && tier in tiers;
  const areTermsFit =
    terms.every(([name, value]) => /^\d{1,9}$/.test(value) && Number(value) >= leastOf(name)) &&
    (terms.length === 0 || tier === 'ENTERPRISE');
  const tableName = process.env['TABLE_NAME'];
  if (
    !/^[0-9a-f-]{36}$/.test(tenant ?? '') ||
    !isTier ||
    !areTermsFit ||
    !/^cus_\w+$/.test(customer ?? 'cus_x') ||
    !tableName
  ) {
    console.error(usage);
    return 2;
  }
  const tables = connectTable({ client: createDynamoClient(), tableName });
  const { before, after } = await grantTier(
    mintScope.tenant(tenant!),
    {
      tier: tier as keyof typeof tiers,
      terms: Object.fromEntries(terms.map(([name, value]) => [name, Number(value)])),
      ...(customer !== undefined && { customerId: customer }),
    },
    { plans: new PlanRepository(tables), checkouts: new CheckoutRepository(tables) },
    systemRuntime,
  );
  console.log(JSON.stringify({ before, after }, undefined, 2));
  return 0;
};

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`${(error as Error).message}\n${usage}`);
  process.exitCode = 1;
}
