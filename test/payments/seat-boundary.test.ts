import { expect, test } from 'vitest';
import { day, openSeats } from '../support/seats-bench.ts';

const price = 3900;
const renewals = 50;
/** Of a removal from the boundary, in seconds: an hour before, around it, and until after the renewal was charged. */
const offsets = [-3600, -1800, -61, -31, -2, -1, 0, 1, 2, 31, 61, 1800, 3599, 3601, 7200];

/** What one period is billed in the end: its renewal and what was credited or charged for it since. */
const billedFor = (invoices: { billing_reason: string; lines: { data: Line[] } }[], start: number): number =>
  invoices
    .flatMap(({ lines }) => lines.data)
    .filter(({ period }) => period.start >= start && period.start < start + 27 * day)
    .reduce((sum, { amount }) => sum + amount, 0);
type Line = { amount: number; period: { start: number } };

test(`${renewals} renewals: a seat that was removed before the boundary is not paid for, whenever the provider is told`, async () => {
  const bench = await openSeats('2021-01-31T12:00:00Z');
  let paidForRemoved = 0;
  for (let renewal = 0; renewal < renewals; renewal += 1) {
    const offset = offsets[renewal % offsets.length]!;
    // The provider is told at once, after the boundary, or after the renewal was charged.
    const lateSeconds = [0, 45, 5000][renewal % 3]!;
    const team = await bench.aTeam(6);
    const boundary = (await team.standing()).plan.periodEnd!;
    await bench.advance(boundary + offset - bench.clock.seconds);
    const before = await bench.billableAt(team);
    await team.remove();
    await bench.advance(lateSeconds);
    await bench.sync();
    await bench.advance(3 * 3600);
    await bench.settle();
    await bench.sync();
    const { plan } = await team.standing();
    expect(plan).toMatchObject({ tier: 'TEAM', renewalSeats: before - 1, seatPayment: 'OK' });
    const due = (offset < 0 ? before - 1 : before) * price;
    paidForRemoved += billedFor(team.invoices(), boundary) - due;
    expect(plan.periodSeats).toBe(offset < 0 ? before - 1 : before);
    // Its next renewals are of no interest.
    await bench.forget(team.customerId());
  }
  expect(paidForRemoved).toBe(0);
});

test('the planted fault is found: without the credit the customer pays for the removed seat', async () => {
  const bench = await openSeats('2021-01-31T12:00:00Z');
  const team = await bench.aTeam(6);
  const boundary = (await team.standing()).plan.periodEnd!;
  await bench.advance(boundary - 1 - bench.clock.seconds);
  await team.remove();
  await bench.advance(3 * 3600);
  expect(billedFor(team.invoices(), boundary)).toBe(6 * price);
  await bench.sync();
  expect(billedFor(team.invoices(), boundary)).toBe(5 * price);
});
