import { expect, it } from 'vitest';

import { failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

/** Clients are known by an id that the caller chooses; the version stands behind their name. */
const documentOf = (id: typeof text) => {
  const client = object({ clientId: id, about: text }, ['clientId']);
  return spec({
    '/clients/v2': { post: { ...takes(client), responses: shows(client, '201') } },
    '/clients/v2/{id}': {
      parameters: [param('id')],
      get: { responses: { ...shows(client), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
};

/** Breaks where an id is given twice. */
const server: MakeServer = () => {
  const items = new Map<string, Fields>();
  return {
    'POST /clients/v2': ({ body }) => {
      if (items.has(String(body['clientId']))) return { status: 500, body: { error: 'unique index violation' } };
      items.set(String(body['clientId']), body);
      return { status: 201, body };
    },
    'GET /clients/v2/{id}': ({ params: [one = ''] }) => (items.has(one) ? ok(items.get(one)) : notFound),
    'DELETE /clients/v2/{id}': ({ params: [one = ''] }) => (items.delete(one) ? { status: 204 } : notFound),
  };
};

it.each([
  ['any text', { ...text, pattern: '\\S' }],
  ['a uuid', { ...text, format: 'uuid' }],
])('a required id that the caller chooses (%s) is another in each journey', async (_, id) => {
  const document = documentOf(id);
  expect((await plan(document)).bundle.plans.map(({ name }) => name)).toContain('A created client can be read back');
  expect(failures(await verify(document, server))).toEqual([]);
});

it('an id that is called after another thing is the one that its example knows', async () => {
  const known = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const id = { ...text, format: 'uuid' };
  const waiver = object({ journeyId: { ...id, example: known }, reason: text }, ['journeyId', 'reason']);
  const document = spec({
    '/waivers': { post: { ...takes(waiver), responses: shows(waiver, '201') } },
    '/waivers/{journeyId}': {
      parameters: [param('journeyId', id)],
      get: { responses: { ...shows(waiver), ...missing } },
    },
  });
  const { plans } = (await plan(document)).bundle;
  const sent = plans.flatMap(({ steps }) =>
    steps.flatMap(({ method, body }) => (method === 'POST' && body ? [body.value] : [])),
  );
  expect(sent.length).toBeGreaterThan(0);
  for (const value of sent) expect(value).toMatchObject({ object: { journeyId: { literal: known } } });
});

/** Answers any value. */
const echo = { $ref: '#/components/schemas/Echo' };
const echoes = (created: string) =>
  spec(
    {
      '/v2/echo': { post: { ...takes(echo), responses: shows(echo, created) } },
      '/v1/all/echo/{value}': { get: { parameters: [param('value')], responses: { ...shows(echo), ...missing } } },
    },
    { schemas: { Echo: object({ value: text }) } },
  );

it.each([
  ['200', []],
  ['201', ['GET /v1/all/echo/{value}']],
])('what a POST elsewhere answers with %s and nothing else lists or changes: %j', async (created, unknown) => {
  const { plans } = (await plan(echoes(created))).bundle;
  expect(plans.map(({ kind }) => kind)).toContain('create-read');
  expect(plans.flatMap(({ kind, subject }) => (kind === 'not-found' ? [subject] : []))).toEqual(unknown);
});

it('a number of 64 bits that is documented as a text is sent as digits', async () => {
  const own = { size: { ...text, format: 'int64' }, weight: { ...text, format: 'uint64' } };
  const box = object({ id: { ...text, format: 'uint64' }, ...own }, ['id', 'size']);
  const boxes = spec({
    '/boxes': { post: { ...takes(object(own, ['size', 'weight'])), responses: shows(box, '201') } },
    '/boxes/{id}': {
      parameters: [param('id', { ...text, format: 'uint64' })],
      get: { responses: { ...shows(box), ...missing } },
    },
  });
  const isDigits = (value: unknown) => typeof value === 'string' && /^[1-9]\d*$/.test(value);
  const items = new Map<string, Fields>();
  const gateway: MakeServer = () => ({
    'POST /boxes': ({ body }) => {
      if (![body['size'], body['weight']].every(isDigits)) return { status: 400, body: { message: 'invalid value' } };
      const made = { ...body, id: String(items.size + 1) };
      items.set(made.id, made);
      return { status: 201, body: made };
    },
    'GET /boxes/{id}': ({ params: [one = ''] }) =>
      isDigits(one)
        ? items.has(one)
          ? ok(items.get(one))
          : notFound
        : { status: 400, body: { message: 'type mismatch' } },
  });
  const result = await verify(boxes, gateway);
  expect(failures(result)).toEqual([]);
  expect(result.journeys.map(({ kind }) => kind)).toContain('not-found');
});

it('a counter of the server in the message that is sent and answered is not asked for', async () => {
  const bucket = object({ id: text, name: text, usedBytes: { ...text, format: 'int64' } }, ['name']);
  const buckets = spec({
    '/buckets': { post: { ...takes(bucket), responses: shows(bucket) } },
    '/buckets/{id}': { parameters: [param('id', text)], get: { responses: { ...shows(bucket), ...missing } } },
  });
  const items = new Map<string, Fields>();
  const gateway: MakeServer = () => ({
    'POST /buckets': ({ body }) => {
      const made = { id: `b${items.size + 1}`, name: body['name'] };
      items.set(made.id, made);
      return ok(made);
    },
    'GET /buckets/{id}': ({ params: [one = ''] }) => (items.has(one) ? ok(items.get(one)) : notFound),
  });
  const result = await verify(buckets, gateway);
  expect(failures(result)).toEqual([]);
  expect(result.journeys.map(({ kind }) => kind)).toContain('create-read');
});

it('a second thing is called otherwise, and is not sent the id of the first as if it named another thing', async () => {
  const group = object({ groupId: text, about: text }, ['groupId']);
  const documented = spec({
    '/groups': {
      post: { ...takes(group), responses: shows(group) },
      get: {
        parameters: ['limit', 'offset'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
        responses: shows({ type: 'array', items: group }),
      },
    },
    '/groups/{groupId}': {
      parameters: [param('groupId')],
      get: { responses: { ...shows(group), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
  const { plans } = (await plan(documented)).bundle;
  expect(plans.map(({ kind }) => kind)).toContain('pagination');
  const bodies = plans.flatMap(({ steps }) => steps.flatMap(({ body }) => (body ? [JSON.stringify(body.value)] : [])));
  expect(bodies.filter((body) => body.includes('capture'))).toEqual([]);
});

it('a thing below another is known by the member that the path asks for, where its create answers nothing', async () => {
  const choice = { ...text, enum: ['VALIDITY', 'INTEGRITY'] };
  const group = object({ id: integer, about: text }, ['id']);
  const rule = object({ ruleType: choice, config: text }, ['config']);
  const one = { get: { responses: { ...shows(rule), ...missing } }, delete: { responses: { ...noBody, ...missing } } };
  const documented = (prefix: string, above: object[]) => ({
    [`${prefix}/rules`]: { parameters: above, post: { ...takes(rule), responses: noBody } },
    [`${prefix}/rules/{ruleType}`]: { parameters: [...above, param('ruleType', choice)], ...one },
  });
  const groups = {
    '/groups': { post: { ...takes(object({ about: text })), responses: shows(group, '201') } },
    '/groups/{groupId}': { parameters: [param('groupId', integer)], get: { responses: shows(group) } },
  };
  const created = async (paths: object) =>
    (await plan(spec(paths))).bundle.plans.filter(({ subject }) => subject.includes('/rules')).map(({ kind }) => kind);
  const below = documented('/groups/{groupId}', [param('groupId', integer)]);
  expect(await created({ ...groups, ...below })).toEqual(expect.arrayContaining(['create-read', 'delete-gone']));
  // At the top, one of a choice is what all share.
  expect(await created(documented('', []))).not.toContain('create-read');
});

it.each([
  ['versionExpression', ['create-read', 'delete-gone']],
  ['orderExpression', []],
])('{%s} of /versions is the member that is called as the thing, if it is called after it', async (name, kinds) => {
  const version = object({ version: text, about: text }, ['version']);
  const documented = spec({
    '/versions': { post: { ...takes(object({ about: text })), responses: shows(version) } },
    [`/versions/{${name}}`]: {
      parameters: [param(name)],
      get: { responses: { ...shows(version), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
  const { plans } = (await plan(documented)).bundle;
  expect(
    plans.map(({ kind }) => kind).filter((kind) => kind.startsWith('create-r') || kind.startsWith('delete')),
  ).toEqual(expect.arrayContaining(kinds));
  expect(plans.some(({ steps }) => steps.some(({ captures }) => JSON.stringify(captures).includes('/version')))).toBe(
    kinds.length > 0,
  );
});
