import fc from 'fast-check';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { stripeSignatures } from '#adapters/stripe/signature.ts';

const now = new Date('2026-01-31T12:00:00.999Z');
const nowSeconds = Math.floor(now.getTime() / 1000);
const old = 'whsec_old';
const fresh = 'whsec_fresh';
const body = JSON.stringify({
  id: 'evt_1',
  type: 'invoice.paid',
  livemode: false,
  data: { object: { object: 'invoice', customer: 'cus_1', note: 'Zoë 🧾' } },
});
const signed = (timestamp = nowSeconds, secret = fresh, payload = body): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
const signatures = stripeSignatures(async () => [old, fresh]);
const verify = (header: string, text = body) => signatures.verify({ body: text, header, now });

describe('stripeSignatures', () => {
  it('takes what either secret has signed, and says whose it is', async () => {
    const event = { id: 'evt_1', type: 'invoice.paid', isLive: false, customerId: 'cus_1' };
    expect(await verify(signed())).toEqual(event);
    expect(await verify(signed(nowSeconds, old))).toEqual(event);
  });

  it('takes a header with the signatures of two secrets of which one is known', async () => {
    const stranger = signed(nowSeconds, 'whsec_stranger').split(',')[1];
    expect(await verify(`${signed()},${stranger}`)).toMatchObject({ id: 'evt_1' });
  });

  it.each([
    ['301 s ago', signed(nowSeconds - 301), undefined],
    ['300 s ago', signed(nowSeconds - 300), 'evt_1'],
    ['300 s ahead', signed(nowSeconds + 300), 'evt_1'],
    ['301 s ahead', signed(nowSeconds + 301), undefined],
    ['301 s ahead behind another time', `t=${nowSeconds},${signed(nowSeconds + 301)}`, undefined],
    ['by another secret', signed(nowSeconds, 'whsec_stranger'), undefined],
    ['with nothing', '', undefined],
    ['with a time alone', `t=${nowSeconds}`, undefined],
  ])('signed %s', async (_, header, id) => {
    expect((await verify(header))?.id).toBe(id);
  });

  it('reads the customer of each kind of object, expanded or not, and null where there is none', async () => {
    const customerOf = async (object: object) => {
      const text = JSON.stringify({ id: 'evt_2', type: 'x', livemode: true, data: { object } });
      return (await verify(signed(nowSeconds, fresh, text), text))?.customerId;
    };
    expect(await customerOf({ object: 'customer', id: 'cus_2' })).toBe('cus_2');
    expect(await customerOf({ object: 'subscription', customer: { id: 'cus_3' } })).toBe('cus_3');
    expect(await customerOf({ object: 'product' })).toBeNull();
  });

  it('takes none of 10,000 changed headers and bodies', async () => {
    const header = signed();
    const change = (text: string, at: number, byte: number): string => {
      const bytes = Buffer.from(text);
      bytes[at % bytes.length]! ^= byte;
      return bytes.toString('latin1');
    };
    const changes = fc.tuple(fc.boolean(), fc.nat(), fc.integer({ min: 1, max: 127 }));
    await fc.assert(
      fc.asyncProperty(changes, async ([isBody, at, byte]) => {
        // A header may say more than is read: only the signature and the time count.
        const changed = isBody ? change(body, at, byte) : header.replace(/v1=.*/, (text) => change(text, at, byte));
        const event = isBody ? await verify(header, changed) : await verify(changed);
        expect(event).toBeUndefined();
      }),
      { numRuns: 10_000, seed: 29 },
    );
  });
});
