/** The events that our webhook is told of: what may change a tier, a seat's payment, or the card. */
export const subscribedEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.updated',
  'invoice.paid',
  'invoice.payment_failed',
] as const;
