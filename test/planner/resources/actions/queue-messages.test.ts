import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok } from '#test/small-store.ts';

const conflict = { '409': { description: 'held by somebody else' } };

const stepsOf = async (document: object, subject: string, kind: string) =>
  (await plan(document)).bundle.plans
    .find((one) => one.subject === subject && one.kind === kind)
    ?.steps.map(({ id }) => id);

/** Messages in queues that are made; what is received has a receipt, and an empty queue gives an empty list. */
const message = object({ id: text, body: text, receipt: text }, ['id', 'body', 'receipt']);
const ofMessage = (name: string, more: object = {}) => ({
  [`/queues/{name}/messages/{id}/${name}`]: {
    parameters: [param('name'), param('id')],
    post: {
      ...takes(object({ receipt: text, ...more }, ['receipt', ...Object.keys(more)])),
      responses: { ...noBody, ...missing },
    },
  },
});
const queue = object({ name: text }, ['name']);
const received = object({ messages: { type: 'array', items: message } }, ['messages']);
const queues = spec({
  '/queues': { post: { ...takes(queue), responses: { ...shows(queue, '201'), ...conflict } } },
  '/queues/{name}': item(queue, text),
  '/queues/{name}/messages': {
    parameters: [param('name')],
    post: {
      ...takes(object({ body: text }, ['body'])),
      responses: { ...shows(object({ id: text }, ['id']), '201'), ...missing },
    },
  },
  '/queues/{name}/receive': {
    parameters: [param('name')],
    post: { ...takes(object({ max: integer })), responses: { ...shows(received), ...missing } },
  },
  ...ofMessage('ack'),
  ...ofMessage('nack'),
  ...ofMessage('extend', { seconds: integer }),
});

const queueServer =
  ({ isEmpty = false, extended = { status: 204 } as { status: number; body?: unknown } } = {}): MakeServer =>
  () => {
    const held = new Map<string, Fields[]>();
    let serial = 0;
    const inQueue =
      (act: (waiting: Fields[], id: string, body: Fields) => { status: number; body?: unknown }) =>
      ({ params, body }: { params: string[]; body: Fields }) => {
        const waiting = held.get(params[0] ?? '');
        return waiting ? act(waiting, params[1] ?? '', body) : notFound;
      };
    const holding = (then: (waiting: Fields[], one: Fields) => { status: number; body?: unknown }) =>
      inQueue((waiting, id, { receipt }) => {
        const one = waiting.find((each) => each['id'] === id && each['receipt'] === receipt && receipt !== '');
        return one ? then(waiting, one) : notFound;
      });
    return {
      'POST /queues': ({ body }) => {
        held.set(String(body['name']), []);
        return { status: 201, body };
      },
      'GET /queues/{name}': ({ params }) => (held.has(params[0] ?? '') ? ok({ name: params[0] }) : notFound),
      'DELETE /queues/{name}': ({ params }) => (held.delete(params[0] ?? '') ? { status: 204 } : notFound),
      'POST /queues/{name}/messages': inQueue((waiting, _id, { body }) => {
        serial += 1;
        waiting.push({ id: `m${serial}`, body, receipt: '' });
        return { status: 201, body: { id: `m${serial}` } };
      }),
      'POST /queues/{name}/receive': inQueue((waiting) => {
        const one = isEmpty ? undefined : waiting.find(({ receipt }) => receipt === '');
        if (one) one['receipt'] = `receipt-${String(one['id'])}`;
        return ok({ messages: one ? [one] : [] });
      }),
      'POST /queues/{name}/messages/{id}/ack': holding((waiting, one) => {
        waiting.splice(waiting.indexOf(one), 1);
        return { status: 204 };
      }),
      'POST /queues/{name}/messages/{id}/nack': holding((_waiting, one) => {
        one['receipt'] = '';
        return { status: 204 };
      }),
      'POST /queues/{name}/messages/{id}/extend': holding(() => extended),
    };
  };

it('a message is received from a queue of the run before it is answered for, by its receipt', async () => {
  for (const name of ['ack', 'nack', 'extend'])
    expect(await stepsOf(queues, `POST /queues/{name}/messages/{id}/${name}`, 'call-below')).toEqual([
      'create-queue',
      'create-message',
      'take-message',
      `call-${name}`,
    ]);
  expect(failures(await verify(queues, queueServer()))).toEqual([]);
  expect(decisive(await verify(queues, queueServer({ extended: { status: 200, body: {} } })))).toEqual([
    'FAIL_DECISIVE_CONTRACT UNEXPECTED_STATUS: POST /queues/{name}/messages/{id}/extend answers as documented for a message',
  ]);
});

it.each([
  [
    'there already, and was found',
    { ...takes(object({ region: text })), responses: { ...shows(queue, '201'), ...shows(queue) } },
  ],
  [
    'one of a few',
    { ...takes(object({ name: { ...text, enum: ['a', 'b'] } }, ['name'])), responses: shows(queue, '201') },
  ],
])('nothing is received from a queue that may be %s', async (_what, post) => {
  const document = { ...queues, paths: { ...queues.paths, '/queues': { post } } };
  const { bundle } = await plan(document);
  expect(bundle.plans.flatMap(({ steps }) => steps.map(({ path }) => path))).not.toContain('/queues/{name}/receive');
});

it('the id of what was taken is that which is called after it, beside that of the delivery', async () => {
  const given = object({ id: text, message_id: text, receipt: text }, ['id', 'message_id', 'receipt']);
  const document = structuredClone(queues);
  const { post } = (document.paths as Record<string, { post: { responses: object } }>)['/queues/{name}/receive']!;
  post.responses = { ...shows(object({ messages: { type: 'array', items: given } }, ['messages'])), ...missing };
  const server: MakeServer = (clock) => {
    const routes = queueServer()(clock);
    const receive = routes['POST /queues/{name}/receive']!;
    routes['POST /queues/{name}/receive'] = (asked) => {
      const { messages = [] } = receive(asked).body as { messages?: Fields[] };
      return ok({ messages: messages.map(({ id, receipt }) => ({ id: `d-${String(id)}`, message_id: id, receipt })) });
    };
    return routes;
  };
  expect(await stepsOf(document, 'POST /queues/{name}/messages/{id}/ack', 'call-below')).toContain('take-message');
  expect(failures(await verify(document, server))).toEqual([]);
});

it('a queue that gives out nothing for now decides nothing', async () => {
  expect(decisive(await verify(queues, queueServer({ isEmpty: true })))).toEqual([]);
});
