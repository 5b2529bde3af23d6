import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store, time } from '#test/small-store.ts';

const status = { type: 'string', enum: ['draft', 'published', 'archived'] };
const page = object({ id: integer, title: text, status, archivedAt: time }, ['id', 'title', 'status', 'archivedAt']);
const act = { parameters: [param('id', integer)], post: { responses: shows(page) } };
const conflict = { '409': { description: 'not in this state' } };
const knowing = { ...act, post: { responses: { ...shows(page), ...conflict } } };
const documentOf = (actions: Record<string, object>) =>
  spec({
    '/pages': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(page, '201') } },
    '/pages/{id}': item(page),
    ...Object.fromEntries(Object.entries(actions).map(([name, one]) => [`/pages/{id}/${name}`, one])),
  });
const document = documentOf({ publish: act, archive: knowing });

type Acts = Record<string, (one: Fields) => Told>;
const refused: Told = { status: 409, body: { error: 'not in this state' } };
const now = '2026-01-01T00:00:00Z';
const publish = (one: Fields) => ok(Object.assign(one, { status: 'published' }));
const archive = (one: Fields) =>
  one['status'] === 'published' ? ok(Object.assign(one, { status: 'archived', archivedAt: now })) : refused;

const server =
  (acts: Acts, initial: Fields = {}): MakeServer =>
  () => {
    const { on, routes } = store('/pages', { status: 'draft', archivedAt: null, ...initial });
    for (const [name, one] of Object.entries(acts)) routes[`POST /pages/{id}/${name}`] = on(one);
    return routes;
  };

describe('what takes an item out of its course', () => {
  it('comes after what leads there', async () => {
    const { bundle } = await plan(document);
    const found = bundle.plans.find(({ kind, subject }) => kind === 'action-read-back' && subject.endsWith('/archive'));
    expect(found?.steps.map(({ id }) => id)).toEqual([
      'create-page',
      'publish-page',
      'read-page',
      'archive-page',
      'read-page-2',
    ]);
    expect(failures(await verify(document, server({ publish, archive })))).toEqual([]);
  });

  it('and may be done without', async () => {
    const acts = {
      publish: () => refused,
      archive: (one: Fields) => archive(Object.assign(one, { status: 'published' })),
    };
    const { journeys } = await verify(document, server(acts));
    const about = journeys.filter(({ name }) => name.includes('/archive'));
    expect(about.map(({ status: outcome }) => outcome)).toEqual(['pass', 'pass']);
  });

  it('is found where it does nothing', async () => {
    expect(decisive(await verify(document, server({ publish, archive: ok })))).toEqual([
      expect.stringContaining('UNCHANGED'),
    ]);
  });

  it('does not come after what brings back what it does itself', async () => {
    const { bundle } = await plan(documentOf({ publish: act, archive: act, unarchive: act }));
    const steps = bundle.plans.find(({ subject }) => subject.endsWith('/archive'))?.steps ?? [];
    expect(steps.map(({ id }) => id)).not.toContain('unarchive-page');
  });
});

describe('a restore of what can be deleted, beside another action that leads to the same state', () => {
  const active = { type: 'string', enum: ['draft', 'active', 'archived'] };
  const shown = object({ id: integer, title: text, status: active }, ['id', 'title', 'status']);
  const one = { parameters: [param('id', integer)], post: { responses: shows(shown) } };
  const restorable = spec({
    '/pages': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(shown, '201') } },
    '/pages/{id}': item(shown),
    '/pages/{id}/activate': one,
    '/pages/{id}/archive': one,
    '/pages/{id}/restore': one,
  });

  it('may leave what is not deleted as it is', async () => {
    const set = (to: string) => (page_: Fields) => ok(Object.assign(page_, { status: to }));
    const acts = { activate: set('active'), archive: set('archived'), restore: ok };
    expect(failures(await verify(restorable, server(acts)))).toEqual([]);
  });
});

describe('an action that knows conflicts is done twice', () => {
  it.each([
    ['refused', archive],
    ['done again', (one: Fields) => (one['status'] === 'archived' ? ok(one) : archive(one))],
  ])('%s', async (_name, again) => {
    expect(failures(await verify(document, server({ publish, archive: again })))).toEqual([]);
  });

  it('and found where that is a fault of its own', async () => {
    const crashes = (one: Fields): Told => (one['status'] === 'archived' ? { status: 500, body: {} } : archive(one));
    expect(decisive(await verify(document, server({ publish, archive: crashes })))).toEqual([
      'FAIL_DECISIVE_CONTRACT SERVER_ERROR: POST /pages/{id}/archive answers the page that it changed',
    ]);
  });

  it('which its proof plants', async () => {
    const { bundle } = await plan(document);
    expect(bundle.plans.flatMap(({ proof }) => proof)).toContain('repeated-action-crashes POST /pages/{id}/archive');
  });
});

describe('the time at which an action was done', () => {
  const inState = (at: unknown) => (one: Fields) => {
    const told = archive(one);
    if (told.status === 200) Object.assign(one, { archivedAt: at });
    return told;
  };

  it('is found where it is not told', async () => {
    expect(decisive(await verify(document, server({ publish, archive: inState(null) })))).toEqual([
      'FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of POST /pages/{id}/archive is seen on the page',
    ]);
  });

  it('may be an earlier one, and is not told of what came to another state', async () => {
    const kept = server({ publish, archive: inState('2025-01-01T00:00:00Z') }, { archivedAt: '2025-01-01T00:00:00Z' });
    expect(failures(await verify(document, kept))).toEqual([]);
    const elsewhere = (one: Fields) =>
      ok(Object.assign(one, { status: one['status'] === 'draft' ? 'published' : 'draft' }));
    expect(decisive(await verify(document, server({ publish, archive: elsewhere })))).toEqual([]);
  });
});
