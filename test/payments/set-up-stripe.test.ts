import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { setUpStripe } from '#adapters/stripe/set-up-stripe.ts';
import { PaymentsEmulator } from '../../local/payments/emulator.ts';
import { openPayments } from '../support/payments.ts';

const url = 'https://api.example.com/api/billing/webhooks/stripe';

describe('setUpStripe', () => {
  it('makes what is missing, and the second time nothing at all', async () => {
    const { stripe, emulator, requests } = await openPayments();
    const first = await setUpStripe(stripe, url);
    expect(first).toEqual({
      changes: [`webhook endpoint ${url} made`],
      webhookSecret: expect.stringMatching(/^whsec_/),
    });
    const before = structuredClone(emulator.state);
    requests.length = 0;
    expect(await setUpStripe(stripe, url)).toEqual({ changes: [], webhookSecret: null });
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(emulator.state).toEqual(before);
  });

  it('puts right what somebody has changed', async () => {
    const { stripe, emulator } = await openPayments();
    await setUpStripe(stripe, url);
    const { state } = emulator;
    state.products['dezycro_team']!.active = false;
    Object.values(state.webhookEndpoints)[0]!.enabled_events = ['invoice.paid'];
    Object.values(state.portalConfigurations)[0]!.features = {};
    expect((await setUpStripe(stripe, url)).changes).toEqual([
      'product dezycro_team is active again',
      'portal configuration put right',
      `webhook endpoint ${url} put right`,
    ]);
    expect((await setUpStripe(stripe, url)).changes).toEqual([]);
  });

  it('refuses to take the price or the version from what runs on it', async () => {
    const { stripe, emulator } = await openPayments();
    await setUpStripe(stripe, url);
    Object.values(emulator.state.webhookEndpoints)[0]!.api_version = '2024-06-20';
    await expect(setUpStripe(stripe, url)).rejects.toThrow(/has version 2024-06-20/);
    Object.values(emulator.state.prices)[0]!.unit_amount = 1;
    await expect(setUpStripe(stripe)).rejects.toThrow(
      'The price pro_monthly_usd is 1 usd at Stripe and 2000 usd in our tiers.',
    );
  });

  it('runs as a script over the network, twice', async () => {
    const emulator = new PaymentsEmulator({ now: () => new Date(), origin: () => 'http://127.0.0.1' });
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = '', url: path = '', headers } = request;
      const {
        status,
        headers: answered,
        body,
      } = emulator.answer({
        method,
        path,
        headers,
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(status, answered).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const PAYMENTS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const script = join(import.meta.dirname, '../../scripts/setup-stripe.ts');
    const run = (STRIPE_SECRET_KEY: string) =>
      promisify(execFile)(process.execPath, [script, '--webhook-url', url], {
        env: { ...process.env, PAYMENTS_URL, STRIPE_SECRET_KEY },
      });
    try {
      expect((await run('sk_test_1')).stdout.split('\n')).toEqual([
        'product dezycro_pro made',
        'price pro_monthly_usd made: 2000 cents a month',
        'product dezycro_team made',
        'price team_monthly_usd made: 3900 cents a month',
        'portal configuration made',
        `webhook endpoint ${url} made`,
        expect.stringMatching(/^The secret of the webhook endpoint is whsec_\w+$/),
        '',
      ]);
      expect((await run('sk_test_1')).stdout).toBe('Everything was there.\n');
      await expect(run('sk_live_1')).rejects.toThrow(/one of live mode/);
    } finally {
      server.close();
    }
  });
});
