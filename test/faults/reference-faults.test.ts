import { expect, test } from 'vitest';
import { faultNamed } from '../../bench/detect/faults/faults.ts';
import type { JsonObject } from '../../bench/detect/proxy/operations.ts';
import { behindProxy } from '../../bench/detect/run-cell.ts';
import { SUBJECTS } from '../subjects/index.ts';
import { caller } from './caller.ts';
import type { Call } from './caller.ts';

const TICKET = { subject: 'Screen is dark', body: 'Since Monday', requester: { email: 'a@example.com' } };

/** Faults that need paging, filters, parents or actions, as a plain client of a reference service sees them. */
const SHOWN: { subject: string; fault: string; operation: string; show: (api: Call) => Promise<void> }[] = [
  {
    subject: 'tickets',
    fault: 'undocumented enum value',
    operation: 'GET /tickets/{ticket}',
    show: async (api) => {
      const number = await open(api);
      expect((await api('GET', `/tickets/${number}`)).json).toMatchObject({ number, priority: 'undocumented' });
    },
  },
  {
    subject: 'tickets',
    fault: 'filter ignored',
    operation: 'GET /tickets',
    show: async (api) => {
      await open(api, { priority: 'low' });
      await open(api, { priority: 'high' });
      expect((await listed(api, '?priority=high')).map(({ priority }) => priority)).toContain('low');
    },
  },
  {
    subject: 'tickets',
    fault: 'page repeated',
    operation: 'GET /tickets',
    show: async (api) => {
      for (const subject of ['one', 'two', 'three']) await open(api, { subject });
      const first = (await api('GET', '/tickets?limit=2')).json as JsonObject;
      expect(await listed(api, `?limit=2&cursor=${String(first.nextCursor)}`)).toEqual(first.tickets);
    },
  },
  {
    subject: 'tickets',
    fault: 'last item of a full page lost',
    operation: 'GET /tickets',
    show: async (api) => {
      for (const subject of ['one', 'two', 'three']) await open(api, { subject });
      expect(await listed(api, '?limit=2')).toHaveLength(1);
      expect(await listed(api, '?limit=5')).toHaveLength(3);
    },
  },
  {
    subject: 'tickets',
    fault: 'child under wrong parent',
    operation: 'POST /tickets/{ticket}/replies',
    show: async (api) => {
      const number = await open(api);
      expect((await api('POST', `/tickets/${number}/replies`, { body: 'On my way' })).status).toBe(201);
      expect((await api('GET', `/tickets/${number}/replies`)).json).toEqual({ replies: [] });
    },
  },
  {
    subject: 'tickets',
    fault: 'write not stored',
    operation: 'POST /tickets',
    show: async (api) => {
      const number = await open(api);
      expect((await api('GET', `/tickets/${number}`)).status).toBe(404);
      expect((await api('POST', `/tickets/${number}/replies`, { body: 'Hello?' })).status).toBe(404);
    },
  },
  {
    subject: 'shop',
    fault: 'action no-op',
    operation: 'POST /orders/{id}/cancel',
    show: async (api) => {
      const customer = await api('POST', '/customers', CUSTOMER);
      const lines = [{ sku: 'chair', quantity: 1, unitPriceCents: 100 }];
      const order = await api('POST', '/orders', { customerId: (customer.json as JsonObject).id ?? null, lines });
      const { id, status } = order.json as JsonObject;
      const cancelled = await api('POST', `/orders/${String(id)}/cancel`);
      expect([cancelled.status, cancelled.json]).toEqual([expect.any(Number), expect.objectContaining({ id, status })]);
      expect((await api('GET', `/orders/${String(id)}`)).json).toMatchObject({ status });
    },
  },
];

const CUSTOMER = { email: 'mia@example.com', firstName: 'Mia', lastName: 'Ito' };

test.each(SHOWN)('$fault at $operation of $subject', async ({ subject: name, fault, operation, show }) => {
  const subject = await SUBJECTS[name]!();
  await behindProxy(subject, { planted: { fault: faultNamed(fault), operation } }, async (proxy, _env, identities) => {
    await show(caller(proxy.url, identities?.owner));
    expect(proxy.errors()).toEqual([]);
    expect(proxy.altered()).toBeGreaterThan(0);
  });
  await subject.close();
});

async function open(api: Call, more: JsonObject = {}): Promise<unknown> {
  const { status, json } = await api('POST', '/tickets', { ...TICKET, ...more });
  expect(status).toBe(201);
  return (json as JsonObject).number;
}

async function listed(api: Call, query: string): Promise<JsonObject[]> {
  return ((await api('GET', `/tickets${query}`)).json as { tickets: JsonObject[] }).tickets;
}
