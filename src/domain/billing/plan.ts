import type { Tier } from '#domain/access/actor.ts';

/** What an Enterprise contract says; null: nothing of its own. */
export type ContractTerms = {
  pricePerSeatCents: number | null;
  seatFloor: number | null;
  auditDays: number | null;
  requestsPerMinute: number | null;
  graceDays: number | null;
};

/**
 * What a tenant has bought: the item PLAN, apart from everything that user functions write, so that whoever changes users cannot change a
 * tier. Times are Unix epoch seconds.
 */
export type Plan = {
  tier: Tier;
  /** GRANT: given by an operator or at the start of one machine; a list of no subscriptions never lowers it. */
  source: 'GRANT' | 'STRIPE';
  /** Grows with every write; a write holds only at the version that was read. */
  version: number;
  customerId: string | null;
  subscriptionId: string | null;
  itemId: string | null;
  priceKey: string | null;
  /** The provider's quantity: what the next renewal bills. */
  renewalSeats: number | null;
  /** The most seats of the running period: what is paid for until it ends. */
  periodSeats: number | null;
  periodStart: number | null;
  periodEnd: number | null;
  cancelAtPeriodEnd: boolean;
  pastDueSince: number | null;
  seatPayment: 'OK' | 'DECLINED';
  /** Invoices that seats have made on a UTC day, `2026-01-31`. */
  immediateInvoices: { day: string; count: number } | null;
  /** Subscriptions that are to be ended at the provider, until that is done. */
  stopping: readonly string[];
  terms: ContractTerms | null;
};

/** What a plan says of a subscription where there is none. */
export const noSubscription = {
  subscriptionId: null,
  itemId: null,
  priceKey: null,
  renewalSeats: null,
  periodSeats: null,
  periodStart: null,
  periodEnd: null,
  cancelAtPeriodEnd: false,
  pastDueSince: null,
  seatPayment: 'OK',
  immediateInvoices: null,
} as const satisfies Partial<Plan>;

/** The plan of a tenant that has bought nothing. */
export const grantedPlan = (tier: Tier): Plan => ({
  tier,
  source: 'GRANT',
  version: 1,
  customerId: null,
  ...noSubscription,
  stopping: [],
  terms: null,
});

type Contract = Pick<Plan, 'tier' | 'terms'>;

const termOf = ({ tier, terms }: Contract, name: keyof ContractTerms): number | null =>
  tier === 'ENTERPRISE' ? (terms?.[name] ?? null) : null;

/** For how many days a contract has audit entries kept; null: as long as the tier says. */
export const auditDaysOf = (plan: Contract): number | null => termOf(plan, 'auditDays');

/** How many requests a minute a contract allows; null: as many as the tier. */
export const requestsPerMinuteOf = (plan: Contract): number | null => termOf(plan, 'requestsPerMinute');
