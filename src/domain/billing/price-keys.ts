import type { PaidTier } from '#domain/ports/payments.ts';

/** The lookup keys under which the provider knows our prices: `scripts/setup-stripe` makes them, the adapter and `derivePlan` read them. */
export const priceKeys = { PRO: 'pro_monthly_usd', TEAM: 'team_monthly_usd' } as const satisfies Record<
  PaidTier,
  string
>;
