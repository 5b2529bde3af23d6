import { planFeature } from '#planner/plan-feature.ts';
import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, store } from '#test/small-store.ts';

const thing = object({ id: integer, title: text }, ['id', 'title']);
const titled = takes(object({ title: text }, ['title']));
const ended = { responses: { ...noBody, ...missing } };
const group = { '/groups': { post: { ...titled, responses: shows(thing, '201') } }, '/groups/{id}': item(thing) };

/** Devices are put into groups and taken out again; no read shows which are in. */
const members = (done: object = noBody) =>
  spec({
    ...group,
    '/devices': { post: { ...titled, responses: shows(thing, '201') } },
    '/devices/{id}': item(thing),
    '/groups/{groupId}/members/{deviceId}': {
      parameters: [param('groupId', integer), param('deviceId', integer)],
      put: { responses: { ...done, ...missing } },
      delete: ended,
    },
  });
/** Links are made and taken away, and no read shows them. */
const links = spec({
  ...group,
  '/links': { post: { ...titled, responses: shows(thing, '201') } },
  '/links/{linkId}': { parameters: [param('linkId', integer)], delete: ended },
});

const absent = (error: string): Told => ({ status: 404, body: { error } });
/** What the server says of every path that it does not serve. */
const NO_ROUTE = 'no such route';

type Answers = { put?: Told; remove?: Told; unknown?: string };

const server =
  ({ put = { status: 204 }, remove = { status: 204 }, unknown = 'no such item' }: Answers = {}): MakeServer =>
  () => {
    const routes = Object.assign({}, ...['/groups', '/devices', '/links'].map((base) => store(base, {}).routes));
    const { 'GET /links/{id}': _shown, 'DELETE /links/{id}': _gone, ...others } = routes;
    const told = Object.entries({ ...others, 'DELETE /links/{linkId}': () => remove }).map(([key, act]) => {
      const said = (asked: never): Told => {
        const answer = (act as (one: never) => Told)(asked);
        return answer.status === 404 && key.startsWith('GET') ? absent(unknown) : answer;
      };
      return [key, said];
    });
    return {
      ...Object.fromEntries(told),
      'PUT /groups/{groupId}/members/{deviceId}': () => put,
      'DELETE /groups/{groupId}/members/{deviceId}': () => remove,
    };
  };

describe.each([
  ['was put into another thing', members(), 'DELETE /groups/{groupId}/members/{deviceId}'],
  ['was made, and no read shows', links, 'DELETE /links/{linkId}'],
])('taking away what %s', (_, document, operation) => {
  it('passes where it is done', async () => {
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it('is found not to be served, in words that the API has for no thing', async () => {
    const found = decisive(await verify(document, server({ remove: absent(NO_ROUTE) })));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^FAIL_DECISIVE_ROUTE_MISSING ROUTE_NOT_SERVED: DELETE /);
    expect(found[0]).toContain(operation);
  });

  it.each<[string, Answers]>([
    ['is told in words of its own', { remove: absent('it is not among them') }],
    ['is told as any unknown thing is', { remove: absent('no such item') }],
    [
      'is told as a path is that nobody serves, and so is an unknown thing',
      { remove: absent(NO_ROUTE), unknown: NO_ROUTE },
    ],
    ['is forbidden', { remove: { status: 403, body: { error: 'you may not' } } }],
  ])('is undecided where the refusal %s', async (__, answers) => {
    expect(decisive(await verify(document, server(answers)))).toEqual([]);
  });
});

it('nothing is asserted of the taking out where the putting in was refused', async () => {
  const refused = server({ put: absent(NO_ROUTE), remove: absent(NO_ROUTE) });
  expect(decisive(await verify(members(), refused))).toEqual([]);
});

it('nothing is asserted of the taking out where the putting in was only accepted', async () => {
  const document = members({ '202': { description: 'asked for' } });
  const asked = server({ put: { status: 202 }, remove: absent(NO_ROUTE) });
  expect(decisive(await verify(document, asked))).toEqual([]);
});

it('nothing is asserted of a membership that is taken away by another id than that of the member', async () => {
  const membership = object({ id: integer, deviceId: integer }, ['id', 'deviceId']);
  const document = spec({
    ...group,
    '/devices': { post: { ...titled, responses: shows(thing, '201') } },
    '/devices/{id}': item(thing),
    '/groups/{groupId}/members': {
      parameters: [param('groupId', integer)],
      post: { ...takes(object({ deviceId: integer }, ['deviceId'])), responses: shows(membership, '201') },
    },
    '/groups/{groupId}/members/{memberId}': {
      parameters: [param('groupId', integer), param('memberId', integer)],
      delete: ended,
    },
  });
  const known: MakeServer = () => {
    const [groups, devices] = [store('/groups', {}), store('/devices', {})];
    const inside = new Set<string>();
    return {
      ...groups.routes,
      ...devices.routes,
      'POST /groups/{groupId}/members': ({ params, body }) => {
        inside.add(`${params[0]} ${String(body['deviceId'])}`);
        return { status: 201, body: { ...body, id: 1000 + inside.size } };
      },
      'DELETE /groups/{groupId}/members/{memberId}': ({ params }) =>
        inside.delete(params.join(' ')) ? { status: 204 } : absent(NO_ROUTE),
    };
  };
  expect(decisive(await verify(document, known))).toEqual([]);
});

it('nothing is asserted of what can be taken away only after a while', async () => {
  const late: MakeServer = (clock) => {
    const made = new Map<string, number>();
    const { routes } = store('/groups', {});
    return {
      ...routes,
      'POST /links': ({ body }) => {
        const id = made.size + 1;
        made.set(String(id), clock.now());
        return { status: 201, body: { ...body, id } };
      },
      'DELETE /links/{linkId}': ({ params }) =>
        clock.now() - (made.get(params[0] ?? '') ?? Infinity) < 3000 ? absent(NO_ROUTE) : { status: 204 },
    };
  };
  expect(decisive(await verify(links, late))).toEqual([]);
});

it('nothing is asserted of the taking away of what another journey was given, too', async () => {
  const kind = { type: 'string', enum: ['daily'] };
  const digest = object({ id: integer, kind }, ['id', 'kind']);
  const document = spec({
    '/digests': {
      post: { ...takes(object({ kind }, ['kind'])), responses: shows(digest, '201') },
      get: { responses: shows({ type: 'array', items: digest }) },
    },
    '/digests/{id}': item(digest),
  });
  const known: MakeServer = () => {
    const { items, routes } = store('/digests', {});
    return {
      ...routes,
      'POST /digests': (asked) => {
        const [one] = items.values();
        return one ? { status: 201, body: one } : (routes['POST /digests']?.(asked) ?? absent(NO_ROUTE));
      },
      'DELETE /digests/{id}': ({ params }) => (items.delete(params[0] ?? '') ? { status: 204 } : absent(NO_ROUTE)),
    };
  };
  expect(decisive(await verify(document, known))).toEqual([]);
});

it.each([
  [['groupId', 'deviceId'], false],
  [['groupId'], true],
])('what stands in a group already is not taken out: where %s are given, some is tried: %s', async (given, isTried) => {
  const { bundle } = await planFeature({ spec: members(), personas: [], envProvidedParams: given });
  const removals = bundle.plans
    .flatMap(({ steps, teardown }) => [...steps, ...teardown])
    .filter((one) => {
      const values = Object.values(one.params.path);
      return one.method === 'DELETE' && one.path.includes('/members/') && !values.some((value) => 'unique' in value);
    });
  expect(removals.length > 0).toBe(isTried);
});
