import { describe, expect, it } from 'vitest';
import { openPayments } from '../support/payments.ts';
import { requestFaults, watched } from '../support/stripe-requests.ts';
import published from './stripe-requests.json' with { type: 'json' };

describe("every request is held against Stripe's published description of it", () => {
  it('which is that of the version that the package pins', async () => {
    expect((await openPayments()).stripe.getApiField('version')).toBe(published.version);
  });

  it.each([
    ['a wrong name', 'items[0][id]=si_1&items[0][quanttiy]=4', /quanttiy/],
    ['a wrong type', 'items[0][id]=si_1&items[0][quantity]=four', /must be integer/],
    ['a wrong enum', 'items[0][id]=si_1&proration_behavior=sometimes', /allowed values/],
  ])('and %s is refused', (_, body, message) => {
    expect(requestFaults('POST', '/v1/subscriptions/sub_1', body).join('\n')).toMatch(message);
    expect(requestFaults('POST', '/v1/subscriptions/sub_1', 'items[0][id]=si_1&items[0][quantity]=4')).toEqual([]);
  });

  it('and so are parameters of a DELETE, unknown operations and writes without a key', async () => {
    expect(requestFaults('DELETE', '/v1/subscriptions/sub_1?prorate=true&invoice_now=false', '')).toEqual([]);
    expect(requestFaults('DELETE', '/v1/subscriptions/sub_1?prorate=maybe', '')).toHaveLength(1);
    expect(requestFaults('GET', '/v1/balance', '')).toHaveLength(1);
    const { emulator } = await openPayments();
    const { client } = watched(emulator.httpClient);
    const call = () => client.makeRequest('h', '1', '/v1/customers', 'POST', {}, 'email=a', 'http', 1);
    await expect(call()).rejects.toThrow('has no idempotency key');
  });
});
