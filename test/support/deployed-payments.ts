import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Stripe } from 'stripe';
import { afterAll } from 'vitest';
import type { ItemKey } from '#adapters/dynamodb/key-parts.ts';
import { remove, set } from '#adapters/dynamodb/expressions.ts';
import type { Table } from '#adapters/dynamodb/table.ts';
import { StandingClock } from './standing-clock.ts';
import { waitForPort } from './wait-for-port.ts';

/** Whether the functions that pay are deployed: they ask at the address that the deployment was given, and keep the time themselves. */
export const paysDeployed = process.env['API_TARGET'] !== undefined;

/** The clock of a deployment. A test that moves it is one of `testInProcess`. */
export class RunningClock extends StandingClock {
  override now = (): Date => new Date();
  override setTo = (): never => {
    throw new Error('A deployment keeps the time itself: this test is one of testInProcess.');
  };
}

/** Answers what deployed functions ask the provider, until the last test of the file; one file at a time is the provider. */
export const servePayments = async (client: Stripe.HttpClient): Promise<void> => {
  const { hostname, port } = new URL(process.env['PAYMENTS_URL']!);
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const headers = request.headers as Record<string, string>;
    const answer = async (): Promise<void> => {
      const asked = await client.makeRequest(hostname, port, url, method, headers, await text(request), 'http', 0);
      const { body } = asked.getRawResponse() as { body: string };
      response.writeHead(asked.getStatusCode(), asked.getHeaders() as Record<string, string>).end(body);
    };
    answer().catch((error: Error) => {
      // What no connection shows is a defect of the request, which must be seen.
      if (error.name === 'InvalidRequest') response.writeHead(400).end(error.message);
      else response.destroy();
    });
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  await waitForPort(Number(port), async () => {
    const listening = once(server, 'listening');
    server.listen(Number(port), hostname);
    await listening;
  });
};

const dayMs = 24 * 3600_000;

/** What waits for a job in the index is due, as if it had waited for two days; what does not wait stays as it is. */
export const makeDue = async (table: Table, key: ItemKey): Promise<void> => {
  const item = await table.get(key);
  if (item?.['gsi1sk'] === undefined) return;
  const [since = '', ...ids] = String(item['gsi1sk']).split('#');
  const earlier = new Date(Date.parse(since) - 2 * dayMs).toISOString();
  await table.update(key, [set('gsi1sk', [earlier, ...ids].join('#'))]);
};

/** Nothing waits any more: the provider of the next file knows nothing of it. */
export const endWork = async (table: Table, key: ItemKey): Promise<void> => {
  if (await table.get(key)) await table.update(key, ['gsi1pk', 'gsi1sk'].map(remove));
};
