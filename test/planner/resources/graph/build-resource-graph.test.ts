import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import { pagingOf } from '#planner/resources/lists/paging-of.ts';
import { buildResourceGraph } from '#planner/resources/graph/build-resource-graph.ts';
import type { Resource } from '#planner/resources/model/resource.ts';
import { readSpec } from '#planner/intake/read-spec.ts';
import type { Plan } from '#verifier/plan/plan.ts';

import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';

const fields = object({ title: text }, ['title']);
const uuid = { type: 'string', format: 'uuid' };

async function resourceAt(key: string, paths: object, components: object = {}): Promise<Resource> {
  const { resources } = buildResourceGraph(await readSpec(spec(paths, components)));
  const found = resources.find((resource) => resource.key === key);
  if (!found) throw new Error(`no resource ${key} among ${resources.map((one) => one.key).join(', ')}`);
  return found;
}

async function plansOf(paths: object): Promise<Plan[]> {
  return (await planFeature({ spec: spec(paths), personas: [] })).bundle.plans;
}

/** A collection and its item with these responses. */
function things(created: object, shown: object, listed: object, idParam = 'id') {
  return {
    '/things': { post: { ...takes(fields), responses: created }, get: { responses: listed } },
    [`/things/{${idParam}}`]: {
      parameters: [param(idParam)],
      get: { responses: shown },
      delete: { responses: noBody },
    },
  };
}

it.each([
  ['at the top', (map: object) => map, ''],
  ['inside a wrapper', (map: object) => object({ things: map as never, total: integer }), '/things'],
])('a map of items by their keys is a list: %s', async (_, wrap, pointer) => {
  const shown = object({ id: text, title: text }, ['id', 'title']);
  const map = { type: 'object', additionalProperties: shown };
  const paths = things(shows(shown, '201'), shows(shown), shows(wrap(map) as never));
  expect((await resourceAt('/things', paths)).list?.place).toMatchObject({ list: pointer, isMap: true });
  expect((await plansOf(paths)).map(({ kind }) => kind)).toContain('create-list');
});

it('a token is not known by the name that it is shown under', async () => {
  const shown = object({ secret: text, name: text }, ['secret', 'name']);
  const tokens = {
    '/tokens': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(shown, '201') } },
    '/tokens/{token}': { parameters: [param('token')], get: { responses: shows(shown) } },
  };
  expect((await resourceAt('/tokens', tokens)).create).toBeUndefined();
});

describe('the id of what was created is found', () => {
  it.each([
    ['as "id"', 'thingId', 'id'],
    ['under the parameter’s own name', 'thingId', 'thingId'],
    ['in another writing', 'thingId', 'thing_id'],
    ['as "uuid"', 'id', 'uuid'],
    ['as the natural key that the path asks for', 'slug', 'slug'],
    ['where the parameter is named like the thing', 'thing', 'id'],
    ['as "pk"', 'thing_uuid', 'pk'],
    ['as what the parameter’s last word says', 'thingKey', 'key'],
    ['where the parameter shortens the thing', 'thi_slug', 'slug'],
  ])('%s', async (_, idParam, field) => {
    const shown = object({ [field]: text, title: text });
    const { create } = await resourceAt(
      '/things',
      things(shows(shown, '201'), shows(shown), shows({ type: 'array', items: shown }), idParam),
    );
    expect(create?.id).toMatchObject({ from: 'body', field: { pointer: `/${field}` } });
  });

  it('not by a field that is another thing’s', async () => {
    const shown = object({ id: text, title: text });
    const { create, blindCreate } = await resourceAt(
      '/things',
      things(shows(shown, '201'), shows(shown), noBody, 'slug'),
    );
    expect(create).toBeUndefined();
    expect(blindCreate?.key).toBe('POST /things');
  });

  it('inside a wrapper around the resource, whatever the wrapper is called', async () => {
    const wrapped = object({ envelope: object({ id: text, title: text }), meta: object({ took: integer }) });
    const { create, read } = await resourceAt('/things', things(shows(wrapped, '201'), shows(wrapped), noBody));
    expect(create?.id).toMatchObject({ from: 'body', field: { pointer: '/envelope/id' } });
    expect(read?.place.prefix).toBe('/envelope');
  });

  it('as what the thing is known by, where its id is of another type than the parameter', async () => {
    const shown = object({ id: integer, name: text, title: text }, ['id', 'name']);
    const paths = things(shows(shown, '201'), shows(shown), noBody, 'thing');
    expect((await resourceAt('/things', paths)).create?.id).toMatchObject({ field: { pointer: '/name' } });
  });

  it('not as the id of something that stands inside the thing', async () => {
    const shown = object({ id: integer, number: integer, title: text }, ['id', 'number']);
    const paths = things(shows(shown, '201'), shows(shown), noBody, 'thing_number');
    expect((await resourceAt('/things', paths)).create?.id).toMatchObject({ field: { pointer: '/number' } });
  });

  it('inside two wrappers', async () => {
    const wrapped = object({ data: object({ thing: object({ id: text, title: text }), took: integer }) });
    const { create } = await resourceAt('/things', things(shows(wrapped, '201'), shows(wrapped), noBody));
    expect(create?.id).toMatchObject({ from: 'body', field: { pointer: '/data/thing/id' } });
  });

  it('as the client chose it in the body, where no answer shows it', async () => {
    const paths = {
      '/users': { post: { ...takes(object({ username: text, title: text }, ['username'])), responses: noBody } },
      '/users/{username}': {
        parameters: [param('username')],
        get: { responses: shows(object({ username: text, title: text })) },
        delete: { responses: noBody },
      },
    };
    expect((await resourceAt('/users', paths)).create?.id).toMatchObject({ from: 'sent', pointer: '/username' });
    const read = (await plansOf(paths)).find(({ kind }) => kind === 'create-read');
    expect(read?.steps[1]?.params.path).toEqual({ username: { sent: 'create-user', pointer: '/body/username' } });
    expect(read?.teardown[0]?.params.path).toEqual({ username: { sent: 'create-user', pointer: '/body/username' } });
  });

  it('as a link of the spec says, whatever it is called', async () => {
    const links = { read: { operationId: 'readThing', parameters: { nr: '$response.body#/meta/locator' } } };
    const created = { '201': { ...shows(object({ meta: object({ locator: text }) }), '201')['201'], links } };
    const paths = {
      '/orders/new': { post: { ...takes(fields), responses: created } },
      '/things/{nr}': {
        parameters: [param('nr')],
        get: { operationId: 'readThing', responses: shows(fields) },
        delete: { responses: noBody },
      },
    };
    const { create } = await resourceAt('/things', paths);
    expect(create?.operation.key).toBe('POST /orders/new');
    expect(create?.id).toMatchObject({ from: 'body', field: { pointer: '/meta/locator' } });
    expect((await plansOf(paths)).map(({ kind }) => kind)).toContain('create-read');
  });

  it('in the Location header, where it is documented', async () => {
    const created = { '201': { description: 'created', headers: { Location: { schema: text } } } };
    const { create } = await resourceAt('/things', things(created, shows(object({ id: text })), noBody));
    expect(create?.id).toEqual({ from: 'location' });
  });

  it('as the client chose it by PUT', async () => {
    const shown = object({ key: text, title: text });
    const paths = {
      '/keys/{key}': {
        parameters: [param('key')],
        put: { ...takes(fields), responses: shows(shown, '201') },
        get: { responses: shows(shown) },
      },
    };
    expect((await resourceAt('/keys', paths)).create?.id).toEqual({ from: 'path', param: 'key' });
    const read = (await plansOf(paths)).find(({ kind }) => kind === 'create-read');
    expect(read?.steps.map(({ params }) => params.path['key'])).toMatchObject([
      { unique: { stem: 'samplekey' } },
      { sent: 'create-key', pointer: '/path/key' },
    ]);
  });
});

describe('a PUT that is documented with 200 alone', () => {
  const shown = object({ key: text, title: text });
  const item = {
    parameters: [param('key')],
    put: { ...takes(fields), responses: shows(shown) },
    get: { responses: shows(shown) },
  };

  it('makes the item where it can be deleted and nothing else makes it', async () => {
    const paths = { '/keys/{key}': { ...item, delete: { responses: noBody } } };
    expect((await resourceAt('/keys', paths)).create?.id).toEqual({ from: 'path', param: 'key' });
    expect((await plansOf(paths)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['create-read', 'delete-gone']),
    );
  });

  it.each([
    ['is never deleted', { '/keys/{key}': item }],
    [
      'is made by POST',
      { '/keys': { post: { responses: noBody } }, '/keys/{key}': { ...item, delete: { responses: noBody } } },
    ],
  ])('only changes an item that %s', async (_, paths) => {
    expect((await resourceAt('/keys', paths)).create).toBeUndefined();
  });
});

describe('a create that stands elsewhere than its items', () => {
  const repo = object({ id: integer, name: text, title: text, owner: object({ login: text, id: integer }) }, ['name']);
  const components = { schemas: { Repo: repo } };
  const Repo = { $ref: '#/components/schemas/Repo' };
  const paths = {
    '/user/repos': {
      post: { ...takes(object({ name: text, title: text }, ['name'])), responses: shows(Repo, '201') },
    },
    '/repos/{owner}/{repo}': {
      parameters: [param('owner'), param('repo')],
      get: { responses: shows(Repo) },
      delete: { responses: noBody },
    },
    '/repos/{owner}/{repo}/labels': {
      parameters: [param('owner'), param('repo')],
      post: { ...takes(fields), responses: shows(object({ id: text, title: text }), '201') },
    },
    '/repos/{owner}/{repo}/labels/{labelId}': {
      parameters: [param('owner'), param('repo'), param('labelId')],
      get: { responses: shows(object({ id: text, title: text })) },
    },
  };

  it('tells every parameter of their path, for the item and for what is below it', async () => {
    const { plans } = (await planFeature({ spec: spec(paths, components), personas: [] })).bundle;
    const read = plans.find(({ kind, subject }) => kind === 'create-read' && subject.endsWith('{repo}'));
    expect(read?.steps[0]?.captures).toMatchObject({
      repoIdParent0: { from: 'body', pointer: '/owner/login' },
      repoId: { from: 'body', pointer: '/name' },
    });
    expect(read?.steps[1]?.params.path).toEqual({ owner: { capture: 'repoIdParent0' }, repo: { capture: 'repoId' } });
    const label = plans.find(({ kind, subject }) => kind === 'create-read' && subject.endsWith('{labelId}'));
    expect(label?.steps.map(({ path }) => path)).toEqual([
      '/user/repos',
      '/repos/{owner}/{repo}/labels',
      '/repos/{owner}/{repo}/labels/{labelId}',
    ]);
    expect(label?.steps[1]?.params.path).toEqual({ owner: { capture: 'repoIdParent0' }, repo: { capture: 'repoId' } });
  });

  it('is not taken for one of items below a parent that it does not tell', async () => {
    const user = {
      '/teams/{id}/members/{username}': { get: { responses: shows({ $ref: '#/components/schemas/User' }) } },
    };
    const made = {
      '/admin/users': { post: { ...takes(fields), responses: shows({ $ref: '#/components/schemas/User' }, '201') } },
    };
    const User = object({ id: integer, username: text, title: text });
    const member = await resourceAt('/teams/{}/members', { ...user, ...made }, { schemas: { User } });
    expect(member.create).toBeUndefined();
  });
});

it('an update names the item as its path does, so that it does not move it', async () => {
  const page = object({ slug: text, title: text }, ['slug', 'title']);
  const plans = await plansOf({
    '/pages': { post: { ...takes(page), responses: shows(page, '201') } },
    '/pages/{slug}': {
      parameters: [param('slug')],
      get: { responses: shows(page) },
      put: { ...takes(page), responses: shows(page) },
    },
  });
  const update = plans.find(({ kind }) => kind === 'update-read')?.steps.find(({ method }) => method === 'PUT');
  expect(update?.body?.value).toMatchObject({ object: { slug: { capture: 'pageId' } } });
});

describe('a list is found through its schema', () => {
  const item = object({ id: text, title: text });
  const array = { type: 'array', items: item };

  it.each([
    ['a bare array', array, ''],
    ['a wrapper', object({ anything: array, total: integer }), '/anything'],
    ['a wrapper in a wrapper', object({ _embedded: object({ things: array }) }), '/_embedded/things'],
    ['a map of items', { type: 'object', additionalProperties: item }, ''],
    ['the array of items among others', object({ errors: { type: 'array', items: text }, rows: array }), '/rows'],
  ])('%s', async (_, listed, pointer) => {
    const { list } = await resourceAt('/things', things(shows(item, '201'), shows(item), shows(listed)));
    expect(list?.place.list).toBe(pointer);
    expect(list?.place.item.id?.pointer).toBe('/id');
  });

  it('not where the response holds no such items', async () => {
    const { list } = await resourceAt(
      '/things',
      things(shows(item, '201'), shows(item), shows(object({ count: integer }))),
    );
    expect(list).toBeUndefined();
  });
});

describe('paging is read from what is documented', () => {
  const item = object({ id: text });
  const listed = object({ items: { type: 'array', items: item }, meta: object({ nextCursor: text }) });

  async function paging(parameters: object[], responses: object = shows(listed)) {
    const model = await readSpec(spec({ '/things': { get: { parameters, responses } } }));
    const [operation] = model.operations;
    return operation && pagingOf(model.schemas, operation);
  }
  const query = (name: string, schema: object = integer) => ({ name, in: 'query', schema });

  it.each([
    [
      'pages with the largest size',
      [query('page', { type: 'integer', default: 0 }), query('per_page', { type: 'integer', maximum: 50 })],
      { style: 'page', param: 'page', first: 0, isSaid: true, size: { param: 'per_page', value: 50 } },
    ],
    [
      'offset and limit',
      [query('offset'), query('limit', { type: 'integer', maximum: 200 })],
      { style: 'offset', param: 'offset', size: { param: 'limit', value: 200 } },
    ],
    ['pages that say nothing of the first', [query('page')], { style: 'page', param: 'page', first: 0 }],
    [
      'a cursor with the largest size',
      [query('cursor', text), query('per_page', { type: 'integer', maximum: 50 })],
      { style: 'cursor', param: 'cursor', next: '/meta/nextCursor', size: { param: 'per_page', value: 50 } },
    ],
    ['a cursor', [query('cursor', text)], { style: 'cursor', param: 'cursor', next: '/meta/nextCursor' }],
    ['nothing', [query('color', text)], undefined],
  ])('%s', async (_, parameters, expected) => {
    expect(await paging(parameters)).toEqual(expected);
  });

  it('a Link header', async () => {
    const responses = { '200': { ...shows(listed)['200'], headers: { Link: { schema: text } } } };
    expect(await paging([], responses)).toEqual({ style: 'link' });
  });
});

describe('what a journey needs is made first', () => {
  const made = object({ id: uuid, title: text });

  it('the parents of a nested path, whatever their parameters are called', async () => {
    const plans = await plansOf({
      '/shops': { post: { ...takes(fields), responses: shows(made, '201') } },
      '/shops/{id}': { parameters: [param('id', uuid)], delete: { responses: noBody } },
      '/shops/{shop}/rooms': {
        parameters: [param('shop', uuid)],
        post: { ...takes(fields), responses: shows(made, '201') },
      },
      '/shops/{shop}/rooms/{roomId}': {
        parameters: [param('shop', uuid), param('roomId')],
        get: { responses: shows(object({ roomId: text, id: text })) },
      },
    });
    const room = plans.find(({ subject }) => subject === 'POST /shops/{shop}/rooms');
    expect(room?.steps.map(({ id, params }) => [id, params.path])).toEqual([
      ['create-shop', {}],
      ['create-room', { shop: { capture: 'shopId' } }],
    ]);
    expect(room?.teardown.map(({ path }) => path)).toEqual(['/shops/{id}']);
  });

  it('what a required field of the body refers to', async () => {
    const order = object({ customerId: uuid, title: text }, ['customerId', 'title']);
    const plans = await plansOf({
      '/customers': { post: { ...takes(fields), responses: shows(made, '201') } },
      '/customers/{id}': { parameters: [param('id')], get: { responses: shows(made) } },
      '/orders': { post: { ...takes(order), responses: shows(object({ id: uuid, title: text }), '201') } },
    });
    const echo = plans.find(({ subject }) => subject === 'POST /orders');
    expect(echo?.steps.at(-1)?.body?.value).toMatchObject({ object: { customerId: { capture: 'customerId' } } });
  });

  it('but never by changing state that is not its own and may not be shown, so that it could not be put back', async () => {
    const settings = object({ color: { type: 'string', enum: ['red', 'blue'] } });
    const { bundle, dropped } = await planFeature({
      spec: spec({
        '/settings': { get: { responses: shows(settings) }, put: { ...takes(settings), responses: shows(settings) } },
      }),
      personas: [],
    });
    expect(bundle.plans).toEqual([]);
    expect(dropped.map(({ reason }) => reason)).toEqual(['NOT_CREATABLE', 'NOT_CREATABLE']);
  });

  it('bulk operations on a collection are never called', async () => {
    const plans = await plansOf({
      '/things': {
        post: { ...takes(fields), responses: shows(object({ id: text, title: text }), '201') },
        patch: { ...takes(fields), responses: noBody },
        delete: { responses: noBody },
      },
    });
    expect(plans.flatMap(({ steps }) => steps.map(({ method }) => method))).toEqual(['POST']);
  });
});

it('journeys that must share a value carry one key, so that they never run at the same time', async () => {
  const country = { type: 'string', pattern: '^[A-Z]{2}$' };
  const shown = object({ id: text, code: country, title: text });
  const plans = await plansOf({
    '/countries': {
      post: { ...takes(object({ code: country, title: text }, ['code'])), responses: shows(shown, '201') },
    },
    '/countries/{id}': { parameters: [param('id')], get: { responses: shows(shown) }, delete: { responses: noBody } },
  });
  expect(plans.length).toBeGreaterThan(2);
  expect(new Set(plans.map(({ exclusive }) => exclusive))).toEqual(new Set(['/countries']));
});
