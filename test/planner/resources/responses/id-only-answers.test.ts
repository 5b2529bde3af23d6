import { expect, it } from 'vitest';

import { decisive, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text, thingSpec } from '#test/small-spec.ts';
import { item, notFound, ok, store } from '#test/small-store.ts';

const number = { type: 'number' };

/** Creates answer what `told` leaves of the thing. */
const server =
  (told: (one: Fields) => Fields): MakeServer =>
  () => {
    const { on, routes } = store('/things', {});
    const create = routes['POST /things'];
    routes['POST /things'] = (asked) => {
      const made = create?.(asked) ?? notFound;
      return { ...made, body: told(made.body as Fields) };
    };
    routes['PUT /things/{id}'] = on((one, body) => ok(Object.assign(one, body)));
    routes['PATCH /things/{id}'] = on((one, body): Told => (Object.assign(one, body), { status: 204 }));
    return routes;
  };

it('an answer that tells a thing by its id alone, as its schema allows, is no fault; one member that is left out is', async () => {
  const document = thingSpec({ title: text, size: number }, []);
  expect(
    decisive(
      await verify(
        document,
        server(({ id }) => ({ id })),
      ),
    ),
  ).toEqual([]);
  expect(
    decisive(
      await verify(
        document,
        server(({ id, size }) => ({ id, size })),
      ),
    ).join(),
  ).toContain('FIELD_MISSING');
});

it('a number is not chosen for a thing whose create answers anything: the service may tell its own there', async () => {
  const thing = object({ id: integer, title: text }, ['title']);
  const paths = (answer: object) =>
    spec({
      '/things': {
        post: { ...takes(thing), responses: answer },
        get: { responses: shows({ type: 'array', items: thing }) },
      },
      '/things/{id}': item(thing),
    });
  const created = async (answer: object) => {
    const { bundle } = await plan(paths(answer));
    return JSON.stringify(bundle.plans.find(({ kind }) => kind === 'create-read')?.steps[0]?.body?.value);
  };
  expect(await created(shows({}))).not.toContain('"id"');
  expect(await created({ '200': { description: 'nothing is shown' } })).toContain('"id"');
});

it('what happened on a day is sent as a day', async () => {
  const { bundle } = await plan(thingSpec({ title: text, placedOn: text, sent_on: text, basedOn: text }));
  const body = bundle.plans.flatMap(({ steps }) => steps).find(({ method }) => method === 'POST')?.body?.value;
  const sent = JSON.stringify(body);
  expect(sent).toMatch(/"placedOn":\{"literal":"\d{4}-\d\d-\d\d"\}/);
  expect(sent).toMatch(/"sent_on":\{"literal":"\d{4}-\d\d-\d\d"\}/);
  expect(sent).not.toMatch(/"basedOn":\{"literal":"\d/);
});

it('a third thing has no made-up text where only certain texts are right', async () => {
  const { bundle } = await plan(thingSpec({ title: text, placedOn: text, country: text, flag: { type: 'boolean' } }));
  const bodies = JSON.stringify(bundle.plans.flatMap(({ steps }) => steps.map(({ body }) => body?.value)));
  expect(bodies).toContain('further-sample-title');
  expect(bodies).not.toMatch(/sample-(placed-on|country)/);
});

it('a journey whose thing is not on the page that breaks its schema does not go on without it', async () => {
  const thing = object({ id: integer, title: text, size: number }, ['title']);
  const document = spec({
    '/things': {
      post: { ...takes(thing), responses: shows({}) },
      get: { responses: shows({ type: 'array', items: thing }) },
    },
    '/things/{id}': item(thing),
  });
  const cut: MakeServer = () => {
    const { routes } = store('/things', {});
    const first = Array.from({ length: 10 }, (_, id) => ({ id, title: 'old', size: 'wide' }));
    return { ...routes, 'GET /things': () => ok(first) };
  };
  const { journeys } = await verify(document, cut);
  expect(journeys.find(({ name }) => name === 'A created thing can be read back')?.steps.at(-1)?.error).toContain(
    'not run',
  );
});
