import { dateTime, int64, named, optional } from './primitives.ts';
import * as z from './zod.ts';

/** The most billable users that a tenant wants to have; null: no cap. */
export const billableCap = named(
  'BillableCap',
  z.object({ maxBillableUsers: z.nullable(z.int32().check(z.minimum(1))) }),
);

/** What the payment provider says: nothing of it is believed but whose state to fetch, so its form is its own. */
export const paymentNotice = named('PaymentNotice', z.looseObject({}));

export const paymentNoticeTaken = named('PaymentNoticeTaken', z.object({ received: z.literal(true) }));

const tier = z.enum(['FREE', 'PRO', 'TEAM', 'ENTERPRISE']);
const cents = z.int32();
const count = z.int32();

export const tierChoice = named('TierChoice', z.object({ tier }));

/** How much of each becomes read-only, since it lies above the limits of the tier. */
export const resourcesBecomingReadOnly = named(
  'ResourcesBecomingReadOnly',
  z.object({ workspaces: count, projects: count, features: count, notebooks: count, pages: count }),
);

/** What another tier would mean now. Amounts are cents without tax, `periodEnd` is epoch seconds. */
export const tierPreview = named(
  'TierPreview',
  z.object({
    tier,
    currentTier: tier,
    /** Seats that are billed from then on. */
    quantity: count,
    unitPriceCents: z.nullable(cents),
    monthlyCents: cents,
    dueNowCents: cents,
    /** It lowers later invoices and is not paid out. */
    creditCents: cents,
    currency: z.literal('USD'),
    periodEnd: z.nullable(int64),
    billableMembers: count,
    usersBecomingViewOnly: count,
    usersBecomingEffective: count,
    resourcesBecomingReadOnly,
    tax: z.literal('EXCLUDED'),
    /** To be sent with what is bought: it names seats, price and users that were agreed to. */
    previewHash: z.string(),
  }),
);

const previewHash = z.string().check(z.regex(/^[\da-f]{64}$/, 'must be the previewHash of a preview'));

export const tierToBuy = named('TierToBuy', z.object({ tier: z.enum(['PRO', 'TEAM']), previewHash }));
export const tierToHave = named('TierToHave', z.object({ tier: z.enum(['FREE', 'PRO', 'TEAM']), previewHash }));

/** A page of the payment provider; it answers until `expiresAt`. */
export const checkoutPage = named('CheckoutPage', z.object({ url: z.string(), expiresAt: dateTime }));

export const portalRequest = named(
  'PortalRequest',
  z._default(z.object({ returnUrl: optional(z.url().check(z.maxLength(2000))) }), {}),
);
export const portalPage = named('PortalPage', z.object({ url: z.string() }));
