import { describe, expect, it } from 'vitest';
import { moveClock } from '../../local/payments/clock-route.ts';
import { PaymentPages } from '../../local/payments/pages.ts';
import { openPayments } from '../support/payments.ts';

const host = '127.0.0.1:4280';
const sameOrigin = { host, origin: `http://${host}` };

const opened = async () => {
  const bench = await openPayments();
  const pages = new PaymentPages(bench.emulator, () => bench.emulator.deliver());
  const customerId = await bench.payments.ensureCustomer({ tenantId: 't', email: null });
  const { url } = await bench.payments.openCheckout({
    tenantId: 't',
    customerId,
    tier: 'TEAM',
    quantity: 3,
    lockId: 'l',
    expiresAt: bench.clock.seconds + 1860,
  });
  const ask = (path: string, action?: string, headers: Record<string, string> = sameOrigin) => ({
    method: action === undefined ? 'GET' : 'POST',
    path,
    headers,
    readBody: async () => Buffer.from(`action=${encodeURIComponent(action ?? '')}`),
  });
  const payPath = new URL(url).pathname;
  const state = async () => (await bench.payments.listSubscriptions(customerId))[0];
  return { ...bench, pages, customerId, ask, payPath, state };
};

describe('the page of a checkout', () => {
  it('says what is sold, sells it at one press, and only once', async () => {
    const { pages, ask, payPath, state, payments, customerId } = await opened();
    const shown = await pages.pay(ask(payPath));
    expect(shown).toMatchObject({ status: 200, body: expect.stringContaining('3 × Team seat, $117.00 a month') });
    expect(await pages.pay(ask(payPath, 'decline'))).toMatchObject({
      status: 402,
      body: expect.stringContaining('declined'),
    });
    expect((await pages.pay(ask(payPath, 'abandon'))).body).toContain('Nothing was paid');
    expect(await state()).toBeUndefined();
    expect((await pages.pay(ask(payPath, 'pay'))).body).toContain('You have bought');
    expect((await pages.pay(ask(payPath, 'pay'))).body).toContain('You have bought');
    expect(await payments.listSubscriptions(customerId)).toHaveLength(1);
    expect(await state()).toMatchObject({ state: 'active', quantity: 3 });
  });

  it('is 410 when its time is over, and 404 where there is none', async () => {
    const { pages, ask, payPath, clock } = await opened();
    clock.setTo(clock.now().getTime() + 3_600_000);
    expect((await pages.pay(ask(payPath))).status).toBe(410);
    expect((await pages.pay(ask('/local/pay/constructor'))).status).toBe(404);
  });

  it.each([
    ['another site', { host, origin: 'https://evil.example' }],
    ['no origin', { host }],
    ['a name that somebody gave this machine', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('takes no form from %s', async (_, headers: Record<string, string>) => {
    const { pages, ask, payPath, state } = await opened();
    await expect(pages.pay(ask(payPath, 'pay', headers))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await state()).toBeUndefined();
  });

  it('runs no script and escapes what it shows', async () => {
    const { pages, ask, payPath, emulator } = await opened();
    Object.values(emulator.state.products)[1]!.name = '<script>alert("x")</script>';
    const { body, headers } = await pages.pay(ask(payPath));
    expect(body).not.toContain('<script');
    expect(body).toContain('&lt;script&gt;alert(&quot;x&quot;)');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('the page of the portal', () => {
  const inPortal = async () => {
    const bench = await opened();
    const { payments, customerId, pages, ask, payPath } = bench;
    await pages.pay(ask(payPath, 'pay-once'));
    const { url } = await payments.openPortal({ customerId, returnUrl: 'http://127.0.0.1:4280/docs' });
    const path = new URL(url).pathname;
    return {
      ...bench,
      press: (action: string) => pages.portal(ask(path, action)),
      look: () => pages.portal(ask(path)),
    };
  };

  it('cancels at the end of the period, and undoes that', async () => {
    const { press, state } = await inPortal();
    const { id } = (await state())!;
    expect((await press(`cancel ${id}`)).body).toContain('Go on after 2026-02-28');
    expect(await state()).toMatchObject({ cancelAtPeriodEnd: true });
    await press(`undo ${id}`);
    expect(await state()).toMatchObject({ cancelAtPeriodEnd: false });
  });

  it('takes a card that pays, and then the invoice that is open', async () => {
    const { press, look, state, advance } = await inPortal();
    await advance(28 * 24 * 3600 + 3600);
    const { state: before, latestInvoice } = (await state())!;
    expect(before).toBe('past_due');
    expect((await press(`settle ${latestInvoice!.id}`)).body).toContain('declined');
    await press('card pays');
    expect((await press(`settle ${latestInvoice!.id}`)).body).toContain('Done.');
    expect(await state()).toMatchObject({ state: 'active' });
    expect((await look()).body.match(/>\s*paid/g)).toHaveLength(2);
  });

  it('touches nothing of another customer', async () => {
    const { press, state, payments } = await inPortal();
    const other = await payments.ensureCustomer({ tenantId: 'u', email: null });
    const { url } = await payments.openPortal({ customerId: other, returnUrl: 'http://127.0.0.1:4280/docs' });
    const { pages, ask } = await opened();
    expect((await pages.portal(ask(new URL(url).pathname))).status).toBe(404);
    expect((await press(`cancel ${(await state())!.id}x`)).body).toContain('not yours');
  });
});

describe('POST /local/clock', () => {
  const move = async (body: string, given: Partial<Parameters<typeof moveClock>[1]> = {}, headers = {}) => {
    const { emulator, clock, state, pages, ask, payPath } = await opened();
    await pages.pay(ask(payPath, 'pay'));
    const jobs: string[] = [];
    const runJobs = async (): Promise<void> => void jobs.push(clock.now().toISOString());
    const asked = { method: 'POST', headers: { host, ...headers }, readBody: async () => Buffer.from(body) };
    const answer = await moveClock(asked, { clock, emulator, runJobs, ...given });
    return { answer, jobs, state: await state() };
  };

  it('lets everything happen in order, and the jobs behind each', async () => {
    const { answer, jobs, state } = await move('{"advanceSeconds": 2512000}');
    expect(JSON.parse(answer.body)).toEqual({ now: '2026-03-01T13:46:40.000Z' });
    // The start, the renewal, its charge an hour later, the end.
    expect(jobs.map((at) => at.slice(0, 16))).toEqual([
      '2026-01-31T12:00',
      '2026-02-28T12:00',
      '2026-02-28T13:00',
      '2026-03-01T13:46',
    ]);
    expect(state).toMatchObject({
      latestInvoice: { state: 'paid' },
      periodStart: Date.parse('2026-02-28T12:00:00Z') / 1000,
    });
  });

  it.each(['', 'null', '{}', '{"advanceSeconds": -1}', '{"advanceSeconds": "1"}', '{"advanceSeconds": 1e12}'])(
    'refuses the body %j',
    async (body) => {
      await expect(move(body)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    },
  );

  it('is not there without --clock, and takes nothing from another site', async () => {
    await expect(move('{"advanceSeconds": 1}', { clock: undefined })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const fromElsewhere = move('{"advanceSeconds": 1}', {}, { origin: 'https://evil.example' });
    await expect(fromElsewhere).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
