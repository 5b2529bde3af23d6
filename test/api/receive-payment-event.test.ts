import { expect, test } from 'vitest';
import { mutations } from '../support/mutations.ts';
import { eventBody, paymentEventPorts, signatureOf, webhookPath } from '../support/payment-events.ts';
import { openScenario, testInProcess } from '../support/scenario.ts';

const { ports, published, state } = paymentEventPorts();
const { nobody } = await openScenario(() => ports);

/** What is answered to a body with this header, and what the bus got of it. */
const send = async (body: string, signature: string | undefined, more: Record<string, string> = {}) => {
  const before = published.length;
  const headers = { ...(signature !== undefined && { 'stripe-signature': signature }), ...more };
  const answer = await nobody.send('POST', webhookPath, body, headers);
  const seen = canSeeBus ? { taken: published.slice(before) } : {};
  return { status: answer.status, code: answer.body?.code, body: answer.body, ...seen };
};
/** A deployment's bus is looked into where what it sets off is tested (test/api/payment-jobs.test.ts). */
const canSeeBus = process.env['API_TARGET'] === undefined;
const none = canSeeBus ? { taken: [] } : {};
const refused = { status: 400, code: 'SIGNATURE_INVALID', ...none };
const later = (seconds: number) => new Date(Date.now() + seconds * 1000);

test('200: a signed event is handed on, with nothing of it but whose it is', async () => {
  const body = eventBody('cus_1', { note: 'Zoë 🧾' });
  const event = { id: 'evt_1', type: 'customer.subscription.updated', isLive: false, customerId: 'cus_1' };
  const answer = await send(body, signatureOf(body));
  expect(answer).toMatchObject({ status: 200, body: { received: true }, ...(canSeeBus && { taken: [event] }) });
});

testInProcess('200: an event twice is taken twice: whoever applies it fetches the present state', async () => {
  const body = eventBody('cus_1');
  const header = signatureOf(body);
  expect([(await send(body, header)).taken, (await send(body, header)).taken]).toMatchObject([[{}], [{}]]);
});

testInProcess('200: an event of the other mode, or of nobody, is answered and logged, and goes nowhere', async () => {
  for (const body of [eventBody('cus_1', { livemode: true }), eventBody(null)])
    expect(await send(body, signatureOf(body))).toMatchObject({ status: 200, taken: [] });
});

test('400: no signature, an old one, one from the future, and one by another secret: SIGNATURE_INVALID', async () => {
  const body = eventBody('cus_1');
  const headers = [
    undefined,
    '',
    't=,v1=',
    signatureOf(body, later(-310)),
    signatureOf(body, later(310)),
    signatureOf(body, new Date(), 'whsec_other'),
    signatureOf(eventBody('cus_2')),
    signatureOf(body).replace('v1=', 'v0='),
  ];
  for (const header of headers) expect(await send(body, header), header).toMatchObject(refused);
  // To the second in test/adapters/payment-signatures.test.ts, where no time passes.
  for (const seconds of [-290, 290]) expect((await send(body, signatureOf(body, later(seconds)))).status).toBe(200);
});

test('400: what is no JSON object is refused, signed or not', async () => {
  for (const body of ['[]', '7', 'null', '{', '"x"']) {
    expect(await send(body, signatureOf(body)), body).toMatchObject({ status: 400, ...none });
  }
});

test('413: an event over 256 KiB is refused before its signature is looked at', async () => {
  const reads = state.reads;
  const body = eventBody('cus_1', { note: 'x'.repeat(256 * 1024) });
  expect(await send(body, signatureOf(body))).toMatchObject({ status: 413, ...none });
  expect(state.reads).toBe(reads);
});

testInProcess('503: what the bus does not take is to be sent again', async () => {
  const body = eventBody('cus_1');
  state.isDown = true;
  expect(await send(body, signatureOf(body))).toMatchObject({ status: 503, code: 'DEPENDENCY_UNAVAILABLE', taken: [] });
  state.isDown = false;
  expect((await send(body, signatureOf(body))).status).toBe(200);
});

testInProcess(
  '400: of 10,000 changed headers and bodies none is accepted',
  async () => {
    const body = eventBody('cus_1', { note: 'Zoë 🧾', amount: 3900 });
    const header = signatureOf(body);
    const before = published.length;
    const outcomes = new Map<number, number>();
    for (const changed of mutations({ body, header }, 10_000, 29)) {
      const { status } = await send(changed.body, changed.header);
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
    }
    expect([...outcomes.keys()].filter((status) => status !== 400 && status !== 413)).toEqual([]);
    expect([...outcomes.values()].reduce((sum, count) => sum + count)).toBe(10_000);
    expect(published.length).toBe(before);
    expect((await send(body, header)).status).toBe(200);
  },
  120_000,
);
