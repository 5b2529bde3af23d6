import type { Payments } from '#domain/ports/payments.ts';

/** Payments whose adapter is opened with the first question, so that a start which asks none does not wait for it. */
export const paymentsOnDemand = (
  { graceDays, returnUrl }: Pick<Payments, 'graceDays' | 'returnUrl'>,
  load: () => Promise<Payments>,
): Payments => {
  let opened: Promise<Payments> | undefined;
  // A failure is not remembered.
  const open = (): Promise<Payments> =>
    (opened ??= load().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  return {
    graceDays,
    returnUrl,
    ensureCustomer: async (of) => (await open()).ensureCustomer(of),
    openCheckout: async (of) => (await open()).openCheckout(of),
    expireCheckout: async (sessionId) => (await open()).expireCheckout(sessionId),
    openPortal: async (of) => (await open()).openPortal(of),
    preview: async (of) => (await open()).preview(of),
    listSubscriptions: async (customerId) => (await open()).listSubscriptions(customerId),
    setQuantity: async (of) => (await open()).setQuantity(of),
    changePrice: async (of) => (await open()).changePrice(of),
    setCancelAtPeriodEnd: async (of) => (await open()).setCancelAtPeriodEnd(of),
    cancel: async (of) => (await open()).cancel(of),
    voidOpenInvoices: async (subscriptionId) => (await open()).voidOpenInvoices(subscriptionId),
    unitPriceCents: async (tier) => (await open()).unitPriceCents(tier),
  };
};
