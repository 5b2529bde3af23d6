import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, queryNumber, refuse } from '../request.ts';

type Reply = { id: string; body: string; public: boolean };
type Ticket = {
  number: number;
  subject: string;
  body: string;
  priority: string;
  status: string;
  requester: { name?: string; email: string };
  openedAt: string;
};
type Held = { tenant: string; ticket: Ticket; replies: Reply[] };

const KEYS: Record<string, string> = { 'ak-acme-1': 'acme', 'ak-globex-1': 'globex' };
const PRIORITIES = ['low', 'normal', 'high', 'urgent'];
const STATUSES = ['open', 'pending', 'solved'];

function create(): Hono {
  const held: Held[] = [];
  const app = new Hono();
  answerErrors(app, (code, message) => ({ code, message }));
  app.use(async (context, next) => {
    const tenant = KEYS[context.req.header('x-api-key') ?? ''] ?? refuse(401, 'unknown API key');
    if (context.req.header('x-tenant-id') !== tenant) refuse(403, 'the API key is of another tenant');
    await next();
  });
  const visible = (context: Context) => held.filter(({ tenant }) => tenant === context.req.header('x-tenant-id'));
  const find = (context: Context) =>
    visible(context).find(({ ticket }) => String(ticket.number) === context.req.param('ticket')) ??
    refuse(404, 'no such ticket');

  app.get('/tickets', (context) => {
    const limit = queryNumber(context, 'limit', 10, 1, 25);
    const { cursor = '', priority, status } = context.req.query();
    const after = cursor === '' ? Number.POSITIVE_INFINITY : Number(Buffer.from(cursor, 'base64url').toString());
    if (Number.isNaN(after)) refuse(400, 'not a cursor');
    const found = visible(context)
      .map(({ ticket }) => ticket)
      .filter((one) => priority === undefined || one.priority === priority)
      .filter((one) => status === undefined || one.status === status)
      .filter(({ number }) => number < after)
      .toSorted((a, b) => b.number - a.number);
    const tickets = found.slice(0, limit);
    const last = found.length > limit ? tickets.at(-1) : undefined;
    const nextCursor = last === undefined ? null : Buffer.from(String(last.number)).toString('base64url');
    return context.json({ tickets, nextCursor });
  });
  app.post('/tickets', async (context) => {
    const sent = await bodyOf(context, 422);
    const body = checked(sent, 422);
    const requester = checked((sent.requester ?? {}) as Record<string, unknown>, 422);
    const ticket: Ticket = {
      number: held.length + 1,
      subject: body.text('subject', 150, 3),
      body: body.has('body') ? body.text('body', 10_000, 0) : '',
      priority: body.has('priority') ? body.oneOf('priority', PRIORITIES) : 'normal',
      status: 'open',
      requester: {
        ...(requester.has('name') && { name: requester.text('name', 80) }),
        email: requester.matching('email', /^[^@\s]+@[^@\s]+$/),
      },
      openedAt: new Date().toISOString(),
    };
    held.push({ tenant: context.req.header('x-tenant-id') ?? '', ticket, replies: [] });
    return context.json(ticket, 201);
  });
  app.get('/tickets/:ticket', (context) => context.json(find(context).ticket));
  app.patch('/tickets/:ticket', async (context) => {
    const { ticket } = find(context);
    const body = checked(await bodyOf(context, 422), 422);
    const changes = {
      ...(body.has('subject') && { subject: body.text('subject', 150, 3) }),
      ...(body.has('priority') && { priority: body.oneOf('priority', PRIORITIES) }),
      ...(body.has('status') && { status: body.oneOf('status', STATUSES) }),
    };
    return context.json(Object.assign(ticket, changes));
  });
  app.delete('/tickets/:ticket', (context) => {
    // The number stays taken.
    find(context).tenant = '';
    return context.body(null, 204);
  });
  app.get('/tickets/:ticket/replies', (context) => context.json({ replies: find(context).replies }));
  app.post('/tickets/:ticket/replies', async (context) => {
    const { replies } = find(context);
    const body = checked(await bodyOf(context, 422), 422);
    const made: Reply = {
      id: `${context.req.param('ticket')}-${replies.length + 1}`,
      body: body.text('body', 10_000),
      public: body.has('public') ? body.flag('public') : true,
    };
    replies.push(made);
    return context.json(made, 201);
  });
  return app;
}

export const tickets = referenceServer(import.meta.dirname, {
  name: 'tickets',
  style: 'tenants by header, cursor, nested objects, default error responses',
  document: 'openapi.yaml',
  personas: [
    { name: 'Acme agent', description: 'Works on the tickets of Acme.', authType: 'HEADER' },
    {
      name: 'Globex agent',
      description: 'Works at Globex, another tenant; has no access to tickets of Acme.',
      authType: 'HEADER',
    },
  ],
  env: {
    AUTH_ACME_AGENT: '{"headers":{"X-Api-Key":"ak-acme-1","X-Tenant-Id":"acme"}}',
    AUTH_GLOBEX_AGENT: '{"headers":{"X-Api-Key":"ak-globex-1","X-Tenant-Id":"globex"}}',
  },
  identities: {
    owner: { 'x-api-key': 'ak-acme-1', 'x-tenant-id': 'acme' },
    outsider: { 'x-api-key': 'ak-globex-1', 'x-tenant-id': 'globex' },
  },
  create,
});
