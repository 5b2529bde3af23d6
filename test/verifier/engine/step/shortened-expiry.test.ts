import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, verify } from '#test/small-server.ts';
import { noBody, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const instant = { type: 'string', format: 'date-time' };
const sent = { name: text, expiresAt: instant };
const pass = object({ id: { type: 'integer' }, ...sent }, ['id', 'name', 'expiresAt']);
const document = spec({
  '/passes': {
    post: { ...takes(object(sent, ['name', 'expiresAt'])), responses: shows(pass, '201') },
    get: { responses: shows({ type: 'array', items: pass }) },
  },
  '/passes/{id}': {
    ...item(pass),
    put: { ...takes(object(sent, ['name', 'expiresAt'])), responses: { ...noBody, ...missing } },
  },
});

/** Passes that are made, and changed, as these say. */
const server =
  (made: (sent: Fields) => Fields, changed: (sent: Fields) => Fields = (one) => one) =>
  (): ReturnType<MakeServer> => {
    const { on, routes } = store('/passes', {});
    const make = routes['POST /passes'];
    return {
      ...routes,
      'POST /passes': (asked) => make?.({ ...asked, body: made(asked.body) }) ?? { status: 500 },
      'PUT /passes/{id}': on((kept, body) => {
        Object.assign(kept, changed(body));
        return { status: 204 };
      }),
    };
  };
const until = (expiresAt: string) => (one: Fields) => ({ ...one, expiresAt });

it.each([
  ['as it is asked for', server((one) => one)],
  ['for a month at most', server(until('2026-01-31T00:00:00Z'))],
  ['for a month at most, whatever is sent later', server(until('2026-01-31T00:00:00Z'), until('2026-01-31T00:00:00Z'))],
])('what is valid %s is sound', async (_, sound) => {
  expect(failures(await verify(document, sound))).toEqual([]);
});

it('so is one of a thing in a wrapper', async () => {
  const wrapped = object({ pass }, ['pass']);
  const asked = takes(object({ pass: object(sent, ['name', 'expiresAt']) }, ['pass']));
  const inside = spec({
    '/passes': { post: { ...asked, responses: shows(wrapped, '201') } },
    '/passes/{id}': { ...item(wrapped), put: { ...asked, responses: { ...noBody, ...missing } } },
  });
  const monthly: MakeServer = () => {
    const { on, routes } = store('/passes', {});
    const take = (body: Fields) => until('2026-01-31T00:00:00Z')(body['pass'] as Fields);
    return {
      ...routes,
      'POST /passes': (one) => {
        const { body } = routes['POST /passes']?.({ ...one, body: take(one.body) }) ?? {};
        return { status: 201, body: { pass: body } };
      },
      'GET /passes/{id}': on((kept) => ok({ pass: kept })),
      'PUT /passes/{id}': on((kept, body) => {
        Object.assign(kept, take(body));
        return { status: 204 };
      }),
    };
  };
  expect(failures(await verify(inside, monthly))).toEqual([]);
});

const earlier = (ms: number) => (one: Fields) => ({
  ...one,
  expiresAt: new Date(Date.parse(String(one['expiresAt'])) - ms).toISOString(),
});

it.each([
  ['an hour earlier', earlier(3_600_000)],
  ['a day earlier', earlier(86_400_000)],
  ['later', until('2090-01-01T00:00:00Z')],
  ['over before it begins', until('2025-12-31T00:00:00Z')],
])('an expiry that is %s is told', async (_, made) => {
  expect(decisive(await verify(document, server(made)))).toContain(
    'FAIL_DECISIVE_PERSISTENCE VALUE_ALTERED: Creating a pass answers what was sent',
  );
});

it('an expiry that an update loses is told', async () => {
  const losing = server(
    (one) => one,
    ({ name }) => ({ name }),
  );
  expect(decisive(await verify(document, losing))).toContain(
    'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A pass changed by PUT shows the change',
  );
});

const telling = spec({
  ...document.paths,
  '/passes/{id}': {
    ...item(pass),
    put: { ...takes(object(sent, ['name', 'expiresAt'])), responses: { ...shows(pass), ...missing } },
  },
});
/** Updates answer what they make of the pass and of what is sent. */
const updating =
  (made: (kept: Fields, sent: Fields) => Fields): MakeServer =>
  () => {
    const { on, routes } = store('/passes', {});
    return { ...routes, 'PUT /passes/{id}': on((kept, body) => ok(Object.assign(kept, made(kept, body)))) };
  };

it('an update that answers an earlier expiry brings it forward, and one that answers the old one loses it', async () => {
  const forward = updating((_, one) => until('2026-01-31T00:00:00Z')(one));
  expect(failures(await verify(telling, forward))).toEqual([]);
  const losing = updating(({ expiresAt }, one) => ({ ...one, expiresAt }));
  expect(decisive(await verify(telling, losing))).toContain(
    'FAIL_DECISIVE_PERSISTENCE VALUE_ALTERED: A pass changed by PUT shows the change',
  );
});
