import { describe, expect } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import { prorationOf } from '#domain/billing/proration.ts';
import { changeTo } from '../support/billing.ts';
import { testInProcess, testWithActors as test } from '../support/scenario.ts';
import { day, openSeats } from '../support/seats-bench.ts';

const bench = await openSeats();

describe('seats that come', () => {
  testInProcess(
    'invites of one minute make one invoice, for what is left of the period, and no call of their own',
    async () => {
      const team = await bench.aTeam();
      await bench.advance(12 * day);
      bench.requests.length = 0;
      for (let count = 0; count < 4; count += 1) await team.invite();
      expect(bench.requests).toEqual([]);
      await bench.sync();
      const { plan, billing } = await team.standing();
      expect(plan).toMatchObject({ renewalSeats: 5, periodSeats: 5, seatPayment: 'OK' });
      expect(billing.seatsChangedAt).toBeNull();
      expect(team.quantity()).toBe(5);
      const period = { startsAt: plan.periodStart!, endsAt: plan.periodEnd! };
      const seats = (quantity: number) => ({ quantity, unitPriceCents: 3900 });
      expect(team.invoices().map(({ total }) => total)).toEqual([
        3 * 3900,
        prorationOf(seats(3), seats(5), period, bench.clock.seconds),
      ]);
      const asked = bench.requests.length;
      await bench.sync();
      expect(bench.requests.length).toBe(asked);
    },
  );

  test('a seat that goes and comes again costs nothing, the next one costs one', async () => {
    const team = await bench.aTeam(5);
    const paid = team.invoices().length;
    await team.remove();
    await bench.sync();
    expect(team.quantity()).toBe(4);
    await team.invite();
    await bench.sync();
    expect(team.quantity()).toBe(5);
    expect(team.invoices().length).toBe(paid);
    await team.invite();
    await bench.sync();
    expect(team.invoices().length).toBe(paid + 1);
    expect((await team.standing()).plan).toMatchObject({ renewalSeats: 6, periodSeats: 6 });
  });

  testInProcess('the thirteenth invoice of a day waits for the renewal', async () => {
    const team = await bench.aTeam(3);
    const paid = team.invoices().length;
    for (let count = 0; count < 14; count += 1) {
      await team.invite();
      await bench.sync();
    }
    expect(team.invoices().length).toBe(paid + 12);
    expect((await team.standing()).plan).toMatchObject({ renewalSeats: 17, periodSeats: 17 });
    await bench.advance(day);
    await team.invite();
    await bench.sync();
    expect(team.invoices().length).toBe(paid + 13);
  });
});

describe('seats that are declined', () => {
  test('the tier stays, the renewal bills them, nobody more is invited, and a new card pays them', async () => {
    const team = await bench.aTeam(3);
    const paid = team.invoices().length;
    bench.emulator.replaceCard(team.customerId(), 'FAILS');
    await bench.settle();
    await team.invite();
    await bench.sync();
    expect(team.quantity()).toBe(4);
    expect((await team.standing()).plan).toMatchObject({
      tier: 'TEAM',
      renewalSeats: 4,
      periodSeats: 3,
      seatPayment: 'DECLINED',
    });
    expect(team.invoices().length).toBe(paid);
    expect(await team.tryInvite()).toMatchObject({ status: 402, body: { code: 'SEAT_PAYMENT_REQUIRED' } });
    expect(await team.actions('BILLING_SEAT_DECLINED')).toHaveLength(1);
    await bench.sync();
    expect(await team.actions('BILLING_SEAT_DECLINED')).toHaveLength(1);
    bench.emulator.replaceCard(team.customerId(), 'PAYS');
    await bench.settle();
    await bench.sync();
    expect((await team.standing()).plan).toMatchObject({ renewalSeats: 4, periodSeats: 4, seatPayment: 'OK' });
    expect(team.invoices().length).toBe(paid + 1);
    expect((await team.tryInvite()).status).toBe(201);
  });

  test('a seat that is removed again leaves nothing to pay', async () => {
    const team = await bench.aTeam(3);
    bench.emulator.replaceCard(team.customerId(), 'FAILS');
    await bench.settle();
    await team.invite();
    await bench.sync();
    await team.remove();
    await bench.sync();
    expect((await team.standing()).plan).toMatchObject({ renewalSeats: 3, periodSeats: 3, seatPayment: 'OK' });
  });

  testInProcess('TEAM to PRO credits what was paid and not the declined seat', async () => {
    const team = await bench.aTeam(3);
    await bench.advance(10 * day);
    bench.emulator.replaceCard(team.customerId(), 'FAILS');
    await bench.settle();
    await team.invite();
    await bench.sync();
    expect((await team.standing()).plan).toMatchObject({ renewalSeats: 4, periodSeats: 3, seatPayment: 'DECLINED' });
    const preview = await team.owner.post('/api/billing/preview', { tier: 'PRO' });
    expect((await changeTo(bench, team, 'PRO')).body).toMatchObject({ tier: 'PRO', paidSeats: 1 });
    const { plan } = await team.standing();
    const period = { startsAt: plan.periodStart!, endsAt: plan.periodEnd! };
    const [team3, pro] = [
      { quantity: 3, unitPriceCents: 3900 },
      { quantity: 1, unitPriceCents: 2000 },
    ];
    const credit = -prorationOf(team3, pro, period, bench.clock.seconds);
    expect(preview.body['creditCents']).toBe(credit);
    expect(-bench.emulator.state.customers[team.customerId()]!.balance).toBe(credit);
  });
});

testInProcess('a provider that is down is asked again, and the seats stay marked until then', async () => {
  const team = await bench.aTeam(3);
  await team.invite();
  bench.emulator.controls.isDown = true;
  await expect(bench.sync()).rejects.toThrow('1 of 1 tenants');
  expect((await team.standing()).billing.seatsChangedAt).not.toBeNull();
  bench.emulator.controls.isDown = false;
  await bench.sync();
  expect(team.quantity()).toBe(4);
});

testInProcess('an answer that is lost charges once', async () => {
  const team = await bench.aTeam(3);
  const paid = team.invoices().length;
  await team.invite();
  bench.loseAnswerOf('setQuantity');
  await expect(bench.sync()).rejects.toThrow('1 of 1 tenants');
  await bench.sync();
  expect(team.invoices().length).toBe(paid + 1);
  expect((await team.standing()).plan).toMatchObject({ renewalSeats: 4, periodSeats: 4 });
});

testInProcess('a tenant without subscription is compared without a call', async () => {
  const tenant = await bench.scenario.aTenant('TEAM');
  const invited = await tenant.owner.post('/api/manage/users', { email: 'nobody@example.test', role: 'MEMBER' });
  expect(invited.status).toBe(201);
  bench.requests.length = 0;
  await bench.sync();
  expect(bench.requests).toEqual([]);
  const { billing } = await bench.ports['plans:read'].get(mintScope.tenant(tenant.tenantId));
  expect(billing.seatsChangedAt).toBeNull();
});
