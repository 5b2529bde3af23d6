import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, OWNER, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const event = object({ id: integer, title: text }, ['id', 'title']);
const line = { name: 'text', in: 'query', required: true, schema: text, example: 'Lunch at noon' };
const shown = { $ref: '#/components/schemas/Event' };
const places = (called: string, answer: object, above = '', parameters: object[] = []) => ({
  [`${above}/events`]: {
    parameters,
    post: { ...takes(object({ title: text }, ['title'])), responses: shows(shown, '201') },
  },
  [`${above}/events/{id}`]: { ...item(shown), parameters: [...parameters, param('id', integer)] },
  [`${above}/events/${called}`]: { parameters, post: { parameters: [line], responses: { ...answer, ...missing } } },
});
const documentOf = (called = 'quickAdd', answer: object = shows(shown)) =>
  spec(
    {
      '/calendars': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(shown, '201') } },
      '/calendars/{id}': item(shown),
      ...places(called, answer, '/calendars/{calendarId}', [param('calendarId', integer)]),
    },
    { schemas: { Event: event } },
  );
const server =
  (add?: (made: Told) => Told): MakeServer =>
  () => {
    const { routes } = store('/events', {});
    const create = routes['POST /events'];
    routes['POST /events/quickAdd'] = (asked) => {
      const made = create?.({ ...asked, body: { title: asked.query.get('text') } }) ?? ok({});
      return add ? add(made) : ok(made.body);
    };
    const nested = Object.entries(routes).map(([key, act]): [string, typeof act] => [
      key.replace(' ', ' /calendars/{calendarId}'),
      (asked) => act({ ...asked, params: asked.params.slice(1) }),
    ]);
    return { ...store('/calendars', {}).routes, ...Object.fromEntries(nested) };
  };
const name = 'POST /calendars/{calendarId}/events/quickAdd answers as documented for an event';

describe('what is made in other words, from one text', () => {
  it('is made beside another, judged by the contract, and taken away again', async () => {
    const result = await verify(documentOf(), server(), 'call-below');
    expect(failures(result)).toEqual([]);
    expect(result.journeys.map((journey) => journey.name)).toContain(name);
    expect(result.residue).toEqual([]);
  });

  it('may be refused', async () => {
    const refused = server(() => ({ status: 422, body: { error: 'no such words' } }));
    expect(decisive(await verify(documentOf(), refused, 'call-below'))).toEqual([]);
  });

  it('is told where it is not answered as is documented', async () => {
    const bare = server(() => ok({ title: 'Lunch' }));
    expect(decisive(await verify(documentOf(), bare, 'call-below')).join()).toContain(`SCHEMA: ${name}`);
  });

  it.each([
    [
      'it is below nothing of the run: what is answered may be there already',
      spec(places('quickAdd', shows(shown)), { schemas: { Event: event } }),
    ],
    ['it is called otherwise', documentOf('quickLook')],
    ['it reaches out', documentOf('addInvitation')],
    ['it answers something else', documentOf('quickAdd', shows(object({ done: text }, ['done'])))],
  ])('is not made where %s', async (_why, document) => {
    const { bundle } = await plan(document);
    const called = bundle.plans.filter(({ kind }) => kind === 'call-below').map(({ subject }) => subject);
    expect(called.filter((subject) => subject.startsWith('POST'))).toEqual([]);
  });
});

it('what is refused below a thing of the run is no more than is made there, where no conflict is known', async () => {
  const denied = { '401': { description: 'who are you' } };
  const order = object({ id: integer, title: text }, ['id', 'title']);
  const refund = object({ id: integer, quantity: integer }, ['id', 'quantity']);
  const document = {
    ...spec({
      '/orders': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(order, '201') } },
      '/orders/{id}': item(order),
      '/orders/{id}/refunds': {
        parameters: [param('id', integer)],
        get: { responses: { ...shows({ type: 'array', items: refund }), ...denied } },
        post: {
          ...takes(object({ quantity: integer }, ['quantity'])),
          responses: { ...shows(refund, '201'), ...denied, ...missing },
        },
      },
    }),
    security: [{ bearer: [] }],
  };
  const { bundle } = await plan(document, [OWNER]);
  const sent = bundle.plans
    .filter(({ kind }) => kind === 'unauthenticated' || kind === 'create-list')
    .flatMap(({ steps }) => steps.filter(({ method, path }) => method === 'POST' && path.endsWith('/refunds')))
    .map(({ body }) => JSON.stringify(body));
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent).size).toBe(1);
});
