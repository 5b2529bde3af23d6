import { expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

const sent = object({ model: text }, ['model']);
const shown = object({ id: integer, model: text }, ['model']);
const cars = object({ _embedded: object({ cars: { type: 'array', items: shown } }) });
const anyText = { schema: text };
const links = { 'application/json': { schema: object({ _embedded: object({}) }) }, 'text/uri-list': anyText };
const id = [param('id')];
const described = { 'application/alps+json': anyText, '*/*': anyText };

/** As springdoc writes the repositories of Spring Data REST: ids are texts in paths and numbers elsewhere, and every delete answers 204. */
const document = spec({
  '/cars': { get: { responses: shows(cars) }, post: { ...takes(sent), responses: shows(shown, '201') } },
  '/cars/{id}': {
    parameters: id,
    get: { responses: { ...shows(shown), ...missing } },
    delete: {
      operationId: 'deleteItemResource-car-delete',
      responses: { '204': { description: 'No Content' }, '404': { description: 'Not Found' } },
    },
  },
  '/cars/{id}/owner': {
    parameters: id,
    get: { responses: { ...shows(shown), ...missing } },
    put: { requestBody: { required: true, content: links }, responses: { '204': { description: 'No Content' } } },
    delete: { responses: { '204': { description: 'No Content' }, ...missing } },
  },
  '/cars/search/findByModel': {
    get: { parameters: [{ name: 'model', in: 'query', schema: text }], responses: { ...shows(shown), ...missing } },
  },
  '/profile/cars': { get: { responses: { '200': { description: 'OK', content: described } } } },
});

const server =
  (fault?: 'kept'): MakeServer =>
  () => {
    const made = new Map<string, Fields>();
    // What is no number is none of its ids, and it stumbles.
    const at = (known = '', act: (car: Fields) => void = () => undefined) => {
      if (!/^\d+$/.test(known)) return { status: 500, body: { message: 'Failed to convert' } };
      const car = made.get(known);
      if (car) act(car);
      return car ? ok(car) : notFound;
    };
    return {
      'GET /cars': () => ok({ _embedded: { cars: [...made.values()] } }),
      'POST /cars': ({ body }) => {
        const car = { ...body, id: made.size + 1 };
        made.set(`${car.id}`, car);
        return { status: 201, body: car };
      },
      'GET /cars/{id}': ({ params: [known] }) => at(known),
      'DELETE /cars/{id}': ({ params: [known] }) =>
        at(known, (car) => (fault === 'kept' ? undefined : made.delete(`${String(car['id'])}`))),
      'GET /cars/{id}/owner': ({ params: [known] }) => (/^\d+$/.test(known ?? '') ? notFound : at(known)),
      'PUT /cars/{id}/owner': () => ({ status: 500, body: { message: 'Must send only 1 link' } }),
      'DELETE /cars/{id}/owner': ({ params: [known] }) => at(known),
      'GET /cars/search/findByModel': () => notFound,
      'GET /profile/cars': () => ok({ alps: { version: '1.0' } }),
    };
  };

it('the repositories of Spring Data REST are not accused of what is only documented otherwise', async () => {
  expect((await plan(document)).bundle.plans.map(({ subject }) => subject)).toContain('DELETE /cars/{id}/owner');
  expect(failures(await verify(document, server()))).toEqual([]);
});

it('a delete of theirs that does nothing is found', async () => {
  expect(decisive(await verify(document, server('kept'), 'delete-gone'))).toContainEqual(
    expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE NOT_DELETED: A deleted car is gone/),
  );
});

it('a search that is asked for nothing may say that there is none, before it refuses who has no identity', async () => {
  const secured = {
    ...document,
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
  const personas = [
    { name: 'owner', description: 'does everything', authType: 'BEARER', envVar: 'AUTH_OWNER' },
  ] as const;
  const { bundle } = await planFeature({ spec: secured, personas: [...personas] });
  const [asked] = bundle.plans.filter(({ kind, subject }) => kind === 'unauthenticated' && subject.includes('search'));
  expect(asked?.steps[0]).toMatchObject({ persona: 'owner', mayBeAbsent: true });
});
