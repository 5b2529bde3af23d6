import { describe, expect, it } from 'vitest';

import {
  type Asked,
  decisive,
  failures,
  type Fields,
  type MakeServer,
  plan,
  type Routes,
  type Told,
  verify,
} from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok, store } from '#test/small-store.ts';

const status = { type: 'string', enum: ['draft', 'published'] };
const page = object({ id: integer, title: text, status }, ['id', 'title', 'status']);
const tagged = (schema: object, code = '200') => {
  const [answer] = Object.values(shows(schema as never, code));
  return { [code]: { ...answer, headers: { ETag: { schema: text } } } };
};
const refusals = { '412': { description: 'changed since' }, '428': { description: 'say which version' }, ...missing };
const lock = { name: 'If-Match', in: 'header', schema: text };

/** `told`: whether the document speaks of the ETag at all; `changes`: the methods that want to know the version. */
function document(told: boolean, asks: object) {
  const answers = (code?: string) => (told ? tagged(page, code) : shows(page, code));
  const change = { ...asks, responses: { ...answers(), ...refusals } };
  return spec({
    '/pages': {
      post: { ...takes(object({ title: text }, ['title'])), responses: answers('201') },
      get: { responses: shows({ type: 'array', items: page }) },
    },
    '/pages/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...answers(), ...missing } },
      put: { ...takes(object({ title: text }, ['title'])), ...change },
      patch: { ...takes(object({ title: text })), ...change },
      delete: { ...asks, responses: { ...noBody, ...refusals } },
    },
    '/pages/{id}/publish': { parameters: [param('id', integer)], post: change },
  });
}

/** Changes only the version that is named; `forgets` = answers a change and does not keep it. */
const server =
  (seen: Asked[], forgets = false): MakeServer =>
  () => {
    const { items, routes } = store('/pages', { status: 'draft' });
    const versions = new Map<string, number>();
    const etag = (id: string) => ({ etag: `W/"${versions.get(id) ?? 1}"` });
    const locked =
      (act: (one: Fields, asked: Asked) => Told) =>
      (asked: Asked): Told => {
        const [id = ''] = asked.params;
        const one = items.get(id);
        const version = asked.headers['if-match'];
        if (!one) return notFound;
        seen.push(asked);
        if (version === undefined) return { status: 428, body: { error: 'which version?' } };
        if (version !== '*' && version !== etag(id).etag) return { status: 412, body: { error: 'changed since' } };
        versions.set(id, (versions.get(id) ?? 1) + 1);
        return { headers: etag(id), ...act(one, asked) };
      };
    const change = locked((one, { body }) => ok(forgets ? { ...one, ...body } : Object.assign(one, body)));
    const own: Routes = {
      'POST /pages': (asked) => {
        const made = routes['POST /pages']?.(asked) ?? notFound;
        return { ...made, headers: etag('new') };
      },
      'GET /pages/{id}': (asked) => {
        const one = items.get(asked.params[0] ?? '');
        return one ? { ...ok(one), headers: etag(asked.params[0] ?? '') } : notFound;
      },
      'PUT /pages/{id}': change,
      'PATCH /pages/{id}': change,
      'DELETE /pages/{id}': locked((one) => (items.delete(String(one['id'])) ? { status: 204 } : notFound)),
      'POST /pages/{id}/publish': locked((one) => ok(Object.assign(one, { status: 'published' }))),
    };
    return { ...routes, ...own };
  };

/** The versions that were named, save those that no server gives out. */
const versionsIn = (seen: Asked[]) =>
  seen.map(({ headers }) => headers['if-match']).filter((version) => !version?.startsWith('"no-version'));

describe.each([
  ['that a change must name', { parameters: [{ ...lock, required: true }] }],
  ['that a change may name', { parameters: [lock] }],
  ['of which only 428 speaks', {}],
])('the version %s', (_, asks) => {
  const told = document(true, asks);

  it('is the one that was read last, also for the teardown', async () => {
    const { bundle } = await plan(told);
    const update = bundle.plans.find(({ kind, subject }) => kind === 'update-read' && subject.startsWith('PUT'));
    expect(update?.steps.find(({ method }) => method === 'PUT')?.params.header).toEqual({
      'If-Match': { capture: 'pageId_etag' },
    });
    const seen: Asked[] = [];
    const result = await verify(told, server(seen));
    expect(failures(result)).toEqual([]);
    expect(result.residue).toEqual([]);
    expect(new Set(versionsIn(seen).map((version) => version?.replace(/\d+/, 'n')))).toEqual(new Set(['W/"n"']));
    expect(bundle.plans.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['action-read-back', 'delete-gone']));
  });

  it('does not hide a change that is lost', async () => {
    expect(decisive(await verify(told, server([], true), 'update-read'))).toContainEqual(
      expect.stringMatching(/VALUE_NOT_STORED: A page changed by PUT/),
    );
  });
});

it('a version that no answer is said to tell is kept where it comes all the same, else any is meant', async () => {
  const untold = document(false, { parameters: [{ ...lock, required: true }] });
  const seen: Asked[] = [];
  const silent: MakeServer = (clock) =>
    Object.fromEntries(
      Object.entries(server(seen)(clock)).map(([key, act]) => [key, (asked) => ({ ...act(asked), headers: {} })]),
    );
  const result = await verify(untold, silent);
  expect(failures(result)).toEqual([]);
  expect(result.residue).toEqual([]);
  expect(new Set(versionsIn(seen))).toEqual(new Set(['*']));
  expect(failures(await verify(untold, server([])))).toEqual([]);
});

it('a PUT that makes the item names no version, for there is none yet', async () => {
  const told = tagged(object({ key: text, title: text }, ['key', 'title']));
  const change = { parameters: [lock], responses: { ...told, ...refusals } };
  const notes = spec({
    '/notes/{key}': {
      parameters: [param('key', text)],
      get: { responses: { ...told, ...missing } },
      put: {
        ...takes(object({ title: text }, ['title'])),
        ...change,
        responses: { ...change.responses, '201': told['200'] },
      },
      delete: { parameters: [lock], responses: { ...noBody, ...refusals } },
    },
  });
  const strict: MakeServer = () => {
    const items = new Map<string, Fields>();
    const versions = new Map<string, number>();
    const etag = (key: string) => `"${versions.get(key) ?? 0}"`;
    const isOther = ({ headers, params: [key = ''] }: Asked) => {
      const named = headers['if-match'];
      return named !== undefined && (!items.has(key) || (named !== '*' && named !== etag(key)));
    };
    const shown = (key: string) => ({ body: items.get(key) ?? {}, headers: { etag: etag(key) } });
    return {
      'GET /notes/{key}': ({ params: [key = ''] }) => (items.has(key) ? { status: 200, ...shown(key) } : notFound),
      'PUT /notes/{key}': (asked) => {
        const [key = ''] = asked.params;
        if (isOther(asked)) return { status: 412, body: { error: 'changed since' } };
        const status = items.has(key) ? 200 : 201;
        versions.set(key, (versions.get(key) ?? 0) + 1);
        items.set(key, { key, ...asked.body });
        return { status, ...shown(key) };
      },
      'DELETE /notes/{key}': (asked) => {
        if (!items.has(asked.params[0] ?? '')) return notFound;
        if (isOther(asked)) return { status: 412, body: { error: 'changed since' } };
        return items.delete(asked.params[0] ?? '') ? { status: 204 } : notFound;
      },
    };
  };
  const result = await verify(notes, strict);
  expect(failures(result)).toEqual([]);
  expect(result.journeys.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['create-read', 'update-read']));
});

it('a delete that asks for a body gets one, also in the teardown', async () => {
  const thing = object({ id: integer, title: text }, ['id', 'title']);
  const api = spec({
    '/things': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(thing, '201') } },
    '/things/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(thing), ...missing } },
      delete: { ...takes(object({ reason: { ...text, example: 'obsolete' } }, ['reason'])), responses: noBody },
    },
  });
  const strict: MakeServer = () => {
    const { items, routes } = store('/things', {});
    routes['DELETE /things/{id}'] = ({ params: [id = ''], body }) => {
      if (body['reason'] !== 'obsolete') return { status: 422, body: { error: 'why?' } };
      return items.delete(id) ? { status: 204 } : notFound;
    };
    return routes;
  };
  const result = await verify(api, strict);
  expect(failures(result)).toEqual([]);
  expect(result.residue).toEqual([]);
  expect(result.journeys.map(({ kind }) => kind)).toContain('delete-gone');
});

it('a read asks for no version, whatever its document says of If-Match', async () => {
  const told = document(true, { parameters: [lock] });
  for (const item of Object.values(told['paths'] as Record<string, Record<string, Fields>>)) {
    const { get } = item;
    if (get) item['get'] = { ...get, parameters: [lock], responses: { ...(get['responses'] as Fields), ...refusals } };
  }
  const steps = (await plan(told)).bundle.plans.flatMap((one) => one.steps);
  const asking = new Set(steps.filter(({ params }) => 'If-Match' in params.header).map(({ method }) => method));
  expect(asking).toContain('PUT');
  expect(asking).not.toContain('GET');
});
