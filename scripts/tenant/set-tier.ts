import { CheckoutRepository } from '#adapters/dynamodb/checkout-repository.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import type { Tier } from '#domain/access/actor.ts';
import { mintScope } from '#domain/access/scope.ts';
import { grantTier } from '#domain/billing/grant-tier.ts';
import type { ContractTerms } from '#domain/billing/plan.ts';
import { tiers } from '#domain/billing/tiers.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { type Options, requireTenant, WrongUse } from './options.ts';

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

/**
 * Gives a tenant a tier without a payment, the terms of its Enterprise contract, and the customer of a subscription that
 * was made by hand. PLAN and its audit entry are one transaction; the same again changes nothing. Throws WrongUse.
 */
export const setTier = async (tables: Tables, options: Options): Promise<object> => {
  const { tier, customer } = options;
  const tenantId = requireTenant(options);
  const terms = termsIn(options);
  requireTier(tier);
  if (Object.keys(terms).length > 0 && tier !== 'ENTERPRISE') throw new WrongUse('Only ENTERPRISE has terms.');
  if (customer !== undefined && !/^cus_\w+$/.test(customer)) throw new WrongUse('--customer begins with cus_.');
  const ports = { plans: new PlanRepository(tables), checkouts: new CheckoutRepository(tables) };
  const grant = { tier, terms, ...(customer !== undefined && { customerId: customer }) };
  return grantTier(mintScope.tenant(tenantId), grant, ports, systemRuntime);
};

/** Throws WrongUse, which names the tiers. */
export function requireTier(text: string | undefined): asserts text is Tier {
  if (text === undefined || !Object.hasOwn(tiers, text))
    throw new WrongUse(`--tier is one of ${Object.keys(tiers).join(', ')}.`);
}

const termsIn = (options: Options): Partial<ContractTerms> =>
  Object.fromEntries(
    Object.entries(termOptions).flatMap(([option, name]) => {
      const value = options[option as keyof typeof termOptions];
      if (value === undefined) return [];
      if (!/^\d{1,9}$/.test(value) || Number(value) < leastOf(name))
        throw new WrongUse(`--${option} is a whole number, ${leastOf(name)} at least.`);
      return [[name, Number(value)]];
    }),
  );
