import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PaymentsEmulator } from '../../local/payments/emulator.ts';
import type { Invoice, Subscription } from '../../local/payments/objects.ts';
import { StandingClock } from '../support/standing-clock.ts';
import { missingStripeWorld, openStripeWorld, type StripeWorld } from '../support/stripe-world.ts';

const missing = process.env['ORACLES'] === '1' ? missingStripeWorld() : 'ORACLES=1 is not set';

if (missing === undefined)
  it('the emulator bills as Stripe World does, over 1,000 random changes, renewals and ends', compare, 900_000);
else {
  console.warn(`SKIPPED: the emulator beside Stripe World, because ${missing}.`);
  describe('the emulator beside Stripe World', () => {
    it.skip(`skipped because ${missing}`, () => undefined);
  });
}

const histories = 50;
const stepsOfEach = 20;
const start = '2026-01-15T10:00:00Z';

type Step =
  | { kind: 'CHANGE'; quantity: number; isPro: boolean; behavior: string; afterSeconds: number }
  | { kind: 'RENEW' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('CHANGE' as const),
      quantity: fc.integer({ min: 1, max: 60 }),
      isPro: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
      behavior: fc.constantFrom('always_invoice', 'create_prorations', 'none'),
      afterSeconds: fc.integer({ min: 1, max: 200_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'RENEW' as const }) },
);

type Answered = { status: number; body: string };
type Side = {
  ask: (method: string, path: string, body?: string) => Answered;
  customer: string;
  prices: string[];
  id: string;
  item: string;
};
type Shown = Subscription & { latest_invoice: Invoice };

async function compare(): Promise<void> {
  const clock = new StandingClock(start);
  const emulator = new PaymentsEmulator({ now: clock.now, origin: () => 'http://service.test' });
  const world = await openStripeWorld(start);
  let keys = 0;
  const ours = (method: string, path: string, body = ''): Answered =>
    emulator.answer({
      method,
      path,
      body,
      headers: { Authorization: 'Bearer sk_test_1', 'Idempotency-Key': `k${(keys += 1)}` },
    });
  const prices = [pricesOf(ours), pricesOf(world.ask)] as const;
  let compared = 0;
  for (const steps of fc.sample(fc.array(step, { minLength: stepsOfEach, maxLength: stepsOfEach }), {
    numRuns: histories,
    seed: 29,
  })) {
    // Stripe bills the 31st, 28 February, 31 March; the world bills 28 March then. So no history begins after a 28th.
    while (clock.now().getUTCDate() > 28) clock.setTo(clock.now().getTime() + 24 * 3_600_000);
    world.setTime(clock.seconds);
    const sides = [begin(ours, prices[0]), begin(world.ask, prices[1])];
    compared += run(steps, sides, clock, emulator, world);
  }
  console.log(`the emulator billed as Stripe World in ${compared} of ${compared} steps`);
  expect(compared).toBeGreaterThanOrEqual(1000);
}

/** Runs one history on both sides; answers how many steps showed the same. */
const run = (
  steps: Step[],
  [ours, theirs]: Side[],
  clock: StandingClock,
  emulator: PaymentsEmulator,
  world: StripeWorld,
) => {
  const moveTo = (seconds: number): void => {
    clock.setTo(seconds * 1000);
    emulator.catchUp();
    world.setTime(seconds);
  };
  const both = (method: string, path: (side: Side) => string, body: (side: Side) => string = () => '') =>
    [ours!, theirs!].map((side) => shownIn(side.ask(method, path(side), body(side))));
  for (const [at, each] of steps.entries()) {
    const end = (JSON.parse(ours!.ask('GET', `/v1/subscriptions/${ours!.id}`).body) as Shown).items.data[0]!
      .current_period_end;
    const isRenewal = each.kind === 'RENEW' || clock.seconds + each.afterSeconds >= end;
    if (isRenewal) {
      moveTo(end);
      world.renew(theirs!.id);
      moveTo(end + 3600);
    } else moveTo(clock.seconds + each.afterSeconds);
    const path = (side: Side): string => `/v1/subscriptions/${side.id}`;
    const [mine, other] = isRenewal
      ? both('GET', (side) => `${path(side)}?expand[]=latest_invoice`)
      : both('POST', path, (side) => changeOf(each as Step & { kind: 'CHANGE' }, side));
    expect(mine, `step ${at} of ${JSON.stringify(steps.slice(0, at + 1))}`).toEqual(other);
  }
  for (const side of [ours!, theirs!]) expect(side.ask('DELETE', `/v1/subscriptions/${side.id}`).status).toBe(200);
  const [mine, other] = both('GET', ({ id }) => `/v1/subscriptions/${id}?expand[]=latest_invoice`);
  expect(mine, 'the end').toEqual(other);
  return steps.length + 1;
};

const changeOf = ({ quantity, isPro, behavior }: Step & { kind: 'CHANGE' }, { item, prices }: Side): string =>
  `items[0][id]=${item}&items[0][price]=${prices[isPro ? 0 : 1]}&items[0][quantity]=${quantity}&proration_behavior=${behavior}&expand[]=latest_invoice`;

/** What must be the same: state, quantity, period, and the last invoice to the line. */
const shownIn = ({ status, body }: Answered) => {
  if (status !== 200) return { status, body };
  const { status: state, items, cancel_at_period_end, latest_invoice: invoice } = JSON.parse(body) as Shown;
  const { quantity, current_period_start, current_period_end, price } = items.data[0]!;
  return {
    state,
    cancel_at_period_end,
    item: { quantity, current_period_start, current_period_end, cents: price.unit_amount },
    invoice: {
      state: invoice.status,
      reason: invoice.billing_reason,
      total: invoice.total,
      due: invoice.amount_due,
      paid: invoice.amount_paid,
      balance: [invoice.starting_balance, invoice.ending_balance],
      lines: invoice.lines.data
        .map(({ amount, description, period }) => ({ amount, description, period }))
        .toSorted((a, b) => a.amount - b.amount),
    },
  };
};

const idIn = ({ status, body }: Answered): string => {
  if (status !== 200) throw new Error(body);
  return (JSON.parse(body) as { id: string }).id;
};

const pricesOf = (ask: Side['ask']): string[] =>
  [2000, 3900].map((cents) => {
    const product = idIn(ask('POST', '/v1/products', `name=Seat ${cents}`));
    return idIn(
      ask('POST', '/v1/prices', `product=${product}&currency=usd&unit_amount=${cents}&recurring[interval]=month`),
    );
  });

const begin = (ask: Side['ask'], prices: string[]): Side => {
  const customer = idIn(ask('POST', '/v1/customers', 'email=a%40example.com'));
  const card = idIn(ask('POST', '/v1/payment_methods', 'type=card&card[token]=tok_visa'));
  ask('POST', `/v1/payment_methods/${card}/attach`, `customer=${customer}`);
  ask('POST', `/v1/customers/${customer}`, `invoice_settings[default_payment_method]=${card}`);
  const made = ask(
    'POST',
    '/v1/subscriptions',
    `customer=${customer}&items[0][price]=${prices[1]}&items[0][quantity]=3`,
  );
  const item = (JSON.parse(made.body) as Subscription).items.data[0]!.id;
  return { ask, customer, prices, id: idIn(made), item };
};
