import { join } from 'node:path';
import { openCheckout, openPortal, previewTierChange } from '#contract/endpoints/billing.ts';
import { getSubscriptionStatus } from '#contract/endpoints/subscription.ts';
import { deleteUser, inviteUser } from '#contract/endpoints/users.ts';
import { startLocalService } from '#test/local-service.ts';
import { callApi, type Connection } from '../../clients/api/call-api.ts';

/** What a tenant has after one stop of the walk. */
export type BillingStop = {
  stop: string;
  tier: string;
  paidSeats: number;
  billableMembers: number;
  invoices: string[];
};

export type BillingFacts = {
  /** Every stop showed the tier, the seats and the invoices that it should. */
  passed: boolean;
  seconds: number;
  isInTime: boolean;
  stops: BillingStop[];
};

const mostSeconds = 5;
const day = 24 * 3600;

/** What each stop must show: tier, seats that are paid for, billable members. */
const expected: readonly (readonly [string, string, number, number])[] = [
  ['begins', 'FREE', 0, 1],
  ['has paid', 'TEAM', 3, 1],
  ['has a fifth member', 'TEAM', 5, 5],
  ['has removed one', 'TEAM', 5, 4],
  ['is renewed', 'TEAM', 3, 1],
  ['does not pay', 'FREE', 0, 1],
];

/** How one team buys, grows, shrinks, is renewed and does not pay, on a service of its own whose clock begins at the end of a January. */
export const walkBilling = async (
  folder: string,
  say: (line: string) => void,
  onStarted: (end: () => Promise<unknown>) => void,
): Promise<BillingFacts> => {
  const service = await startLocalService(join(folder, 'billing'), [
    '--clock',
    '2026-01-31T12:00:00Z',
    '--tier',
    'FREE',
  ]);
  onStarted(() => service.end('SIGTERM'));
  const started = performance.now();
  const walk = new Walk({ url: service.origin, token: service.credentials.token }, say);
  await walk.stop('begins');
  await walk.buy();
  await walk.stop('has paid');
  const members = await walk.invite(['ann', 'ben', 'cem', 'dag']);
  await walk.advance(120);
  await walk.stop('has a fifth member');
  await callApi(walk.connection, deleteUser, { path: { id: members[0]! } });
  await walk.advance(120);
  await walk.stop('has removed one');
  // Nobody accepts: the invitations end before the period does.
  await walk.advance(20 * day);
  await walk.advance(8 * day + 7200);
  await walk.stop('is renewed');
  await walk.pressPortal('card fails');
  await walk.advance(31 * day);
  await walk.stop('does not pay');
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  return { passed: isRight(walk.stops), seconds, isInTime: seconds <= mostSeconds, stops: walk.stops };
};

/** The stops came in order, and the money is what the tiers say: 3 × $39, two seats for the rest of the month, 3 × $39, and one that is void. */
export const isRight = (stops: readonly BillingStop[]): boolean => {
  const isExpected = stops.every(({ stop, tier, paidSeats, billableMembers }, at) => {
    const [name, ...values] = expected[at] ?? [];
    return name === stop && JSON.stringify(values) === JSON.stringify([tier, paidSeats, billableMembers]);
  });
  const bills = stops.at(-1)?.invoices ?? [];
  const seats = bills
    .slice(1, -2)
    .reduce((sum, bill) => sum + Number(/^\$([\d.]+) paid$/.exec(bill)?.[1] ?? Number.NaN), 0);
  const isMoneyRight =
    bills[0] === '$117.00 paid' &&
    bills.at(-2) === '$117.00 paid' &&
    bills.at(-1) === '$117.00 void' &&
    seats > 77 &&
    seats <= 78;
  return isExpected && stops.length === expected.length && isMoneyRight;
};

class Walk {
  readonly connection: Connection;
  readonly stops: BillingStop[] = [];
  readonly #say: (line: string) => void;
  #portal = '';

  constructor(connection: Connection, say: (line: string) => void) {
    this.connection = connection;
    this.#say = say;
  }

  /** Preview, checkout, and the page that somebody pays on. */
  async buy(): Promise<void> {
    const preview = await callApi(this.connection, previewTierChange, { body: { tier: 'TEAM' } });
    this.#say(`preview    TEAM: ${preview.quantity} seats, $${preview.monthlyCents / 100} a month`);
    const { previewHash } = preview;
    const { url } = await callApi(this.connection, openCheckout, { body: { tier: 'TEAM', previewHash } });
    await press(url, 'pay');
    this.#say(`checkout   paid at ${new URL(url).pathname.replace(/\w{12}$/, '…')}`);
    this.#portal = (await callApi(this.connection, openPortal, { body: {} })).url;
  }

  async invite(names: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const name of names) {
      const body = { email: `${name}@example.com`, name, role: 'MEMBER' as const };
      ids.push((await callApi(this.connection, inviteUser, { body })).id);
    }
    return ids;
  }

  /** Moves the service's clock. */
  async advance(advanceSeconds: number): Promise<void> {
    const answer = await fetch(`${this.connection.url}/local/clock`, {
      method: 'POST',
      body: JSON.stringify({ advanceSeconds }),
    });
    if (!answer.ok) throw new Error(`the clock answered ${answer.status}: ${await answer.text()}`);
  }

  pressPortal = (action: string): Promise<string> => press(this.#portal, action);

  async stop(stop: string): Promise<void> {
    const { tier, paidSeats, billableMembers } = await callApi(this.connection, getSubscriptionStatus, {});
    const page = this.#portal === '' ? '' : await (await fetch(this.#portal)).text();
    const rows = [...page.matchAll(/<td>\$(-?[\d.]+)<\/td>\s*<td>\s*(\w+)/g)];
    const invoices = rows.map(([, total, state]) => `$${total} ${state}`).toReversed();
    this.stops.push({ stop, tier, paidSeats, billableMembers, invoices });
    this.#say(
      `${stop.padEnd(18)} ${tier}, ${billableMembers} billable, ${paidSeats} seats paid, invoices: ${invoices.join(', ') || 'none'}`,
    );
  }
}

/** Presses a button of a page, as a browser would. */
const press = async (url: string, action: string): Promise<string> => {
  const { origin } = new URL(url);
  const answer = await fetch(url, { method: 'POST', headers: { origin }, body: new URLSearchParams({ action }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${text}`);
  return text;
};
