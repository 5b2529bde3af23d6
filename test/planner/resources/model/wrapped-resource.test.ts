import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import type { Assertion, Plan, Step } from '#verifier/plan/plan.ts';

import { integer, noBody, object, param, shows, spec, takes, text, thingSpec } from '#test/small-spec.ts';

async function plansOf(document: object): Promise<Plan[]> {
  return (await planFeature({ spec: document, personas: [] })).bundle.plans;
}

function stepsOf(plans: Plan[], name: string): Step[] {
  const found = plans.find((plan) => plan.name === name);
  if (!found) throw new Error(`no plan "${name}" among ${plans.map((plan) => plan.name).join(', ')}`);
  return found.steps;
}

function pointers(step: Step | undefined): string[] {
  return (step?.assert ?? []).flatMap((one: Assertion) => ('pointer' in one ? [one.pointer] : []));
}

describe('a resource inside a wrapper', () => {
  const fields = object({ title: text, size: integer, note: text }, ['title']);
  const shown = object({ data: object({ id: integer, title: text, size: integer, note: text }, ['id']) }, ['data']);
  const wrapped = (name: string) => ({
    '/things': { post: { ...takes(object({ [name]: fields })), responses: shows(shown, '201') } },
    '/things/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(shown), '404': { description: 'none' } } },
      put: { ...takes(object({ [name]: fields })), responses: shows(shown) },
      patch: { ...takes(object({ [name]: fields })), responses: shows(shown) },
      delete: { responses: noBody },
    },
  });

  it.each(['data', 'thing'])('is sent as "%s", even where that is optional, and shown as it was sent', async (name) => {
    const plans = await plansOf(spec(wrapped(name)));
    const [create, read] = stepsOf(plans, 'A created thing can be read back');
    expect(create?.body?.value).toMatchObject({ object: { [name]: { object: { title: {}, size: {}, note: {} } } } });
    expect(read?.assert).toContainEqual(
      expect.objectContaining({
        pointer: '/data/title',
        value: { sent: 'create-thing', pointer: `/body/${name}/title` },
      }),
    );
    expect(plans.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['create-echo', 'update-read', 'delete-gone']),
    );
    const patch = stepsOf(plans, 'A thing changed by PATCH in one field keeps the others')[2];
    expect(patch?.body?.value).toMatchObject({ object: { [name]: { object: { note: {} } } } });
    expect(JSON.stringify(patch?.body)).not.toContain('size');
  });
});

describe('a change by PATCH', () => {
  it('is made once of every field, and once of one field while the others stay', async () => {
    const plans = await plansOf(thingSpec({ note: text, title: text }));
    const all = stepsOf(plans, 'A thing changed by PATCH shows the change');
    expect(pointers(all[3])).toEqual(['/id', '/note', '/title']);
    const one = stepsOf(plans, 'A thing changed by PATCH in one field keeps the others');
    expect(one[2]?.body?.value).toEqual({ object: { note: expect.anything() } });
    expect(one[3]?.assert).toMatchObject([
      { pointer: '/id' },
      { pointer: '/note', value: { sent: 'update-thing' } },
      { pointer: '/title', value: { sent: 'create-thing' } },
    ]);
  });

  it('of one field changes what every item has, and leaves out what is optional', async () => {
    const plans = await plansOf(thingSpec({ note: text, title: text }, ['title']));
    const [, , update] = stepsOf(plans, 'A thing changed by PATCH in one field keeps the others');
    expect(update?.body?.value).toEqual({ object: { title: expect.anything() } });
  });

  it('has one journey where there is one field', async () => {
    const plans = await plansOf(thingSpec({ title: text }));
    const updates = plans.filter(({ kind }) => kind === 'update-read').map(({ name }) => name);
    expect(updates.toSorted()).toEqual([
      'A thing changed by PATCH shows the change',
      'A thing changed by PUT shows the change',
      'PATCH of a thing changes no other thing',
      'PUT of a thing changes no other thing',
      'The list shows a thing as PUT changed it',
    ]);
  });
});

it('an update that must name the version it changes takes it from the read before', async () => {
  const shown = object({ id: integer, title: text, version: integer }, ['id', 'title', 'version']);
  const plans = await plansOf(
    spec({
      '/things': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(shown, '201') } },
      '/things/{id}': {
        parameters: [param('id', integer)],
        get: { responses: shows(shown) },
        put: { ...takes(object({ title: text, version: integer }, ['title', 'version'])), responses: shows(shown) },
      },
    }),
  );
  const [, read, update] = stepsOf(plans, 'A thing changed by PUT shows the change');
  expect(read?.captures).toEqual({ thing_versionId: { from: 'body', pointer: '/version' } });
  expect(update?.body?.value).toMatchObject({ object: { version: { capture: 'thing_versionId' } } });
});

it('the link of a created item to another one is read back', async () => {
  const author = object({ id: integer, name: text }, ['id']);
  const book = object({ id: integer, authorId: integer, title: text }, ['id']);
  const plans = await plansOf(
    spec({
      '/authors': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(author, '201') } },
      '/books': {
        post: {
          ...takes(object({ authorId: integer, title: text }, ['authorId', 'title'])),
          responses: shows(book, '201'),
        },
      },
      '/books/{id}': { parameters: [param('id', integer)], get: { responses: shows(book) } },
    }),
  );
  // The last one is where a Location leads.
  expect(pointers(stepsOf(plans, 'A created book can be read back')[2])).toEqual(['/id', '/authorId', '/title', '/id']);
});

it('children that show the numeric id of their parent are proved', async () => {
  const parent = object({ id: integer, title: text }, ['id']);
  const child = object({ id: integer, note: text, taskId: integer }, ['id']);
  const plans = await plansOf(
    spec({
      '/tasks': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(parent, '201') } },
      '/tasks/{taskId}/notes': {
        parameters: [param('taskId', integer)],
        post: { ...takes(object({ note: text }, ['note'])), responses: shows(child, '201') },
        get: { responses: shows({ type: 'array', items: child }) },
      },
    }),
  );
  expect(plans.map(({ name }) => name)).toContain('A created note is in the list');
});

it('an item that is known by its name in the path is found in the list by its name', async () => {
  const bucket = object({ name: text, region: text }, ['name']);
  const plans = await plansOf(
    spec({
      '/buckets': { get: { responses: shows({ type: 'array', items: bucket }) } },
      '/buckets/{bucketName}': {
        parameters: [param('bucketName')],
        put: { ...takes(object({ note: text })), responses: shows(bucket, '201') },
        get: { responses: shows(bucket) },
      },
    }),
  );
  expect(stepsOf(plans, 'A created bucket is in the list').at(-1)?.assert).toMatchObject([
    {
      op: 'listContains',
      match: [{ pointer: '/name', value: { sent: 'create-bucket', pointer: '/path/bucketName' } }],
    },
  ]);
});

it('what a server makes a slug from is unique', async () => {
  const recipe = object({ slug: text, title: text }, ['slug']);
  const plans = await plansOf(
    spec({
      '/recipes': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(recipe, '201') } },
      '/recipes/{slug}': { parameters: [param('slug')], get: { responses: shows(recipe) } },
    }),
  );
  const [create] = stepsOf(plans, 'A created recipe can be read back');
  expect(create?.body?.value).toMatchObject({ object: { title: { unique: { stem: 'sample-title' } } } });
});

describe('an item whose own read says nothing of what it holds', () => {
  const ward = object({ id: integer, name: text }, ['id', 'name']);
  const document = spec({
    '/wards': {
      post: {
        ...takes(object({ name: text }, ['name'])),
        responses: { '201': { description: 'made', headers: { Location: {} } } },
      },
      get: { responses: shows({ type: 'array', items: ward }) },
    },
    '/wards/{wardId}': {
      parameters: [param('wardId', integer)],
      get: { responses: { ...shows({ type: 'object' }), '404': { description: 'none' } } },
      put: { ...takes(object({ name: text }, ['name'])), responses: noBody },
    },
  });

  it('is shown by its list', async () => {
    const plans = await plansOf(document);
    const [, , update, list] = stepsOf(plans, 'A ward changed by PUT shows the change');
    expect([update?.method, list?.path]).toEqual(['PUT', '/wards']);
    expect(list?.assert).toEqual([
      {
        op: 'listContains',
        list: '',
        match: [
          { pointer: '/id', value: { capture: 'wardId' }, compare: 'number' },
          { pointer: '/name', value: { sent: update?.id, pointer: '/body/name' } },
        ],
      },
    ]);
  });
});
