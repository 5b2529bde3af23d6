import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Routes, verify } from '#test/small-server.ts';
import { object, shows, spec, takes, text } from '#test/small-spec.ts';
import { ok } from '#test/small-store.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const list = (items: object) => ({ type: 'array', items });
const done = { '200': { description: 'done' } };

/** Things without ids, sent as a list of one and known by a map of texts alone. */
const documentOf = (path: string, sent: object, responses: object = done) =>
  spec(
    { [path]: { post: { ...takes(list(sent)), responses }, get: { responses: shows(list(ref('Shown'))) } } },
    {
      schemas: {
        Labels: { type: 'object', additionalProperties: text },
        Common: object({ labels: ref('Labels') }, ['labels']),
        Shown: { allOf: [object({ state: text }, ['state']), ref('Common')] },
      },
    },
  );
const document = documentOf('/alerts', ref('Common'));

const server =
  (change: (routes: Routes, items: Fields[]) => void = () => undefined): MakeServer =>
  () => {
    const items: Fields[] = [];
    const routes: Routes = {
      'POST /alerts': ({ body }) => {
        items.push(...(body as unknown as Fields[]));
        return { status: 200 };
      },
      'GET /alerts': () => ok(items.map((item) => ({ ...item, state: 'active' }))),
    };
    change(routes, items);
    return routes;
  };

describe('a create that answers nothing, of things that have no path', () => {
  it('is found by an entry of a map of texts, sent in a list of one', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.map(({ kind }) => kind)).toEqual(['create-list']);
    expect(bundle.plans[0]?.steps[1]?.body?.value).toMatchObject({
      array: [{ object: { labels: { object: { note: { unique: {} } } } } }],
    });
  });

  it('and a sound server passes', async () => {
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it('what is not stored is not in the list', async () => {
    const losing = server((routes) => (routes['POST /alerts'] = () => ({ status: 200 })));
    expect(decisive(await verify(document, losing))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE NOT_IN_LIST: A created alert is in the list',
    ]);
  });

  it('a list that shows such a text of no entry says nothing of what is in it', async () => {
    const hiding = server((routes, items) => {
      routes['GET /alerts'] = () => ok(items.map(() => ({ labels: { severity: 'high' }, state: 'active' })));
    });
    expect(decisive(await verify(document, hiding))).toEqual([]);
  });

  it('a server that refuses the text is not judged', async () => {
    const strict = server((routes) => (routes['POST /alerts'] = () => ({ status: 400, body: { error: 'labels' } })));
    expect(decisive(await verify(document, strict))).toEqual([]);
  });
});

it.each([
  [
    'what is only accepted may be listed much later',
    documentOf('/alerts', ref('Common'), { '202': { description: 'later' } }),
  ],
  ['what is sent away is not among what came', documentOf('/messages', ref('Common'))],
  [
    'another part of the document may mean another thing',
    documentOf('/alerts', object({ labels: ref('Labels') }, ['labels'])),
  ],
])('nothing is planned: %s', async (_why, other) => {
  expect((await plan(other)).bundle.plans).toEqual([]);
});

it('201 says that something was made', async () => {
  const more = { allOf: [ref('Common'), object({ channel: text }, ['channel'])] };
  expect((await plan(documentOf('/alerts', more))).bundle.plans).toEqual([]);
  const made = documentOf('/alerts', more, { '201': { description: 'made' } });
  expect((await plan(made)).bundle.plans.map(({ kind }) => kind)).toEqual(['create-list']);
});

it.each(['messages', 'jobs', 'product-reviews', 'feedback', 'reports'])(
  'not even 201 says that what passes through is listed: %s',
  async (name) => {
    const made = documentOf(`/${name}`, ref('Common'), { '201': { description: 'made' } });
    expect((await plan(made)).bundle.plans).toEqual([]);
  },
);

it('a map of texts that an answer shows otherwise is not claimed', async () => {
  const tagged = object({ id: text, tags: ref('Labels') }, ['id', 'tags']);
  const whole = spec(
    { '/boxes': { post: { ...takes(object({ tags: ref('Labels') }, ['tags'])), responses: shows(tagged, '201') } } },
    { schemas: { Labels: { type: 'object', additionalProperties: text } } },
  );
  const { bundle } = await plan(whole);
  expect(bundle.plans.map(({ kind }) => kind)).toEqual(['create-echo']);
  const own: MakeServer = () => ({ 'POST /boxes': () => ({ status: 201, body: { id: '1', tags: {} } }) });
  expect(decisive(await verify(whole, own))).toEqual([]);
});
