import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const accepted = (schema: object, headers: object = {}) => ({
  '202': { description: 'accepted', headers, content: { 'application/json': { schema } } },
});
const states = (...members: string[]) => ({ type: 'string', enum: members });
const maybe = { type: ['string', 'null'] };
const polls = async (document: object, server: MakeServer) =>
  (await verify(document, server, 'async-until-done')).journeys.map(({ status, reasonCode, steps }) => ({
    status,
    reasonCode,
    seen: steps.at(-1)?.polls?.map(({ value }) => value),
  }));

describe('exports that are queued, run and end with a result', () => {
  const status = states('queued', 'running', 'succeeded', 'failed');
  const shown = object({ id: text, format: text, status, resultUrl: maybe }, ['id', 'format', 'status']);
  const document = spec({
    '/exports': {
      post: { ...takes(object({ format: { ...text, example: 'pdf' } }, ['format'])), responses: accepted(shown) },
    },
    '/exports/{id}': {
      parameters: [param('id')],
      get: { responses: { ...shows(shown), ...missing } },
    },
  });
  const server =
    (last: Fields, forgets = false): MakeServer =>
    () => {
      const { on, routes, items } = store('/exports', { status: 'queued', resultUrl: null }, (serial) => `x${serial}`);
      const looks = new Map<Fields, number>();
      const create = routes['POST /exports'];
      return {
        'POST /exports': (asked) => {
          const made = create?.(asked) ?? notFound;
          if (forgets) items.clear();
          return { ...made, status: 202 };
        },
        'GET /exports/{id}': on((one): Told => {
          const look = (looks.get(one) ?? 0) + 1;
          looks.set(one, look);
          if (look === 2) one['status'] = 'running';
          if (look === 4) Object.assign(one, last);
          return ok(one);
        }),
      };
    };
  const ends = { status: 'succeeded', resultUrl: 'https://files.example/x.pdf' };

  it('are followed to their end', async () => {
    const { bundle } = await plan(document);
    const found = bundle.plans.find(({ kind }) => kind === 'async-until-done');
    expect(found?.subject).toBe('POST /exports');
    expect(found?.steps.at(-1)).toMatchObject({
      until: { pointer: '/status', values: ['succeeded'], terminal: ['failed'], intervalMs: 200, budgetMs: 30_000 },
      captures: { export_resultUrlId: { from: 'body', pointer: '/resultUrl' } },
    });
    expect(found?.proof).toContain('job-result-lost POST /exports');
    expect(found?.proof).not.toContain('job-never-finishes POST /exports');
    expect(failures(await verify(document, server(ends)))).toEqual([]);
    expect(await polls(document, server(ends))).toEqual([
      { status: 'pass', reasonCode: undefined, seen: ['queued', 'running', 'running', 'succeeded'] },
    ]);
  });

  it('that do not end, or end otherwise, are nobody’s fault', async () => {
    const [never] = await polls(document, server({}));
    expect(never).toMatchObject({ status: 'skip', reasonCode: 'NOT_FINISHED' });
    expect(never?.seen?.length).toBeLessThan(30);
    expect(await polls(document, server({ status: 'failed' }))).toEqual([
      { status: 'skip', reasonCode: 'NOT_FINISHED', seen: ['queued', 'running', 'running', 'failed'] },
    ]);
  });

  it('are looked at once more below, where they left something', async () => {
    const line = object({ row: integer, by: text }, ['row', 'by']);
    const lines = { parameters: [param('id')], get: { responses: shows({ type: 'array', items: line }) } };
    const longer = { ...document, paths: { ...document.paths, '/exports/{id}/lines': lines } };
    const writing =
      (written: Fields): MakeServer =>
      (clock) => {
        let isDone = false;
        const routes = server(ends)(clock);
        return {
          ...routes,
          'GET /exports/{id}': (asked) => {
            const told = routes['GET /exports/{id}']?.(asked) ?? notFound;
            isDone ||= (told.body as Fields)['status'] === 'succeeded';
            return told;
          },
          'GET /exports/{id}/lines': () => ok(isDone ? [written] : []),
        };
      };
    expect(failures(await verify(longer, writing({ row: 1, by: 'us' }), 'read-below'))).toEqual([]);
    expect(decisive(await verify(longer, writing({ row: 1 }), 'read-below'))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_CONTRACT SCHEMA: GET .exports.{id}.lines answers/),
    ]);
  });

  it('are found where their result, or the export itself, is lost', async () => {
    const kind = 'async-until-done';
    expect(decisive(await verify(document, server({ status: 'succeeded' }), kind))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE VALUE_LOST: The work that POST .exports starts/),
    ]);
    expect(decisive(await verify(document, server({ ...ends, format: 'csv' }), kind))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: /),
    ]);
    expect(decisive(await verify(document, server(ends, true), kind))).toEqual([
      expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE ITEM_LOST: /),
    ]);
  });
});

describe('work that something else starts', () => {
  const video = object({ id: integer, title: text }, ['id', 'title']);
  const job = object({ jobId: text, state: states('PENDING', 'IN_PROGRESS', 'DONE', 'FAILED') }, ['jobId', 'state']);
  const document = (start: object) =>
    spec({
      '/videos': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(video, '201') } },
      '/videos/{id}': item(video),
      '/videos/{id}/transcode': { parameters: [param('id', integer)], post: { responses: start } },
      '/jobs/{jobId}': { parameters: [param('jobId')], get: { responses: { ...shows(job), ...missing } } },
    });
  const server =
    (last: string, told: (id: string) => Told): MakeServer =>
    (clock) => {
      const { on, routes } = store('/videos', {});
      const started = new Map<string, number>();
      routes['POST /videos/{id}/transcode'] = on(() => {
        const id = `job-${started.size + 1}`;
        started.set(id, clock.now());
        return told(id);
      });
      routes['GET /jobs/{id}'] = ({ params: [id = ''] }) => {
        const since = started.get(id);
        return since === undefined
          ? notFound
          : ok({ jobId: id, state: clock.now() - since < 900 ? 'IN_PROGRESS' : last });
      };
      return routes;
    };

  it('is followed by the id that its start answers', async () => {
    const by = document(accepted(object({ jobId: text }, ['jobId'])));
    const told = (id: string): Told => ({ status: 202, body: { jobId: id } });
    const { bundle } = await plan(by);
    const found = bundle.plans.find(({ kind }) => kind === 'async-until-done');
    expect(found?.steps.map(({ id }) => id)).toEqual(['create-video', 'create-job', 'read-job']);
    expect(failures(await verify(by, server('DONE', told)))).toEqual([]);
    expect(await polls(by, server('FAILED', told))).toMatchObject([{ status: 'skip', reasonCode: 'NOT_FINISHED' }]);
  });

  it('is followed by the Location that its start gives, after the time that it asks for', async () => {
    const headers = { Location: { schema: text }, 'Retry-After': { schema: integer } };
    const by = document({ '202': { description: 'accepted', headers } });
    const told = (id: string): Told => ({ status: 202, headers: { location: `/jobs/${id}`, 'retry-after': '1' } });
    expect(await polls(by, server('DONE', told))).toEqual([{ status: 'pass', reasonCode: undefined, seen: ['DONE'] }]);
  });
});

describe('an action that answers before it is done', () => {
  const status = states('stopped', 'starting', 'running', 'failed');
  const machine = object({ id: integer, label: text, status }, ['id', 'label', 'status']);
  const document = spec({
    '/machines': { post: { ...takes(object({ label: text }, ['label'])), responses: shows(machine, '201') } },
    '/machines/{id}': item(machine),
    '/machines/{id}/start': { parameters: [param('id', integer)], post: { responses: accepted(machine) } },
  });
  const server =
    (last: string): MakeServer =>
    (clock) => {
      const { on, routes } = store('/machines', { status: 'stopped' });
      const started = new Map<Fields, number>();
      routes['POST /machines/{id}/start'] = on((one) => {
        started.set(one, clock.now());
        return { status: 202, body: one };
      });
      const read = (one: Fields): Told => {
        const since = started.get(one);
        if (since === undefined) return ok(one);
        return ok({ ...one, status: clock.now() - since < 9_000 ? 'starting' : last });
      };
      return { ...routes, 'GET /machines/{id}': on(read) };
    };

  it('is waited for, and what does not come is no fault', async () => {
    expect(failures(await verify(document, server('running')))).toEqual([]);
    expect(await polls(document, server('failed'))).toMatchObject([{ status: 'skip', reasonCode: 'NOT_FINISHED' }]);
    expect(decisive(await verify(document, server('starting')))).toEqual([]);
  });
});

it.each([
  ['what people bring to its end', states('pending', 'in_progress', 'completed'), {}],
  ['what a request may set', states('queued', 'running', 'completed', 'failed'), { status: text }],
  ['states that a machine does not know', states('pending', 'processing', 'shipped', 'completed', 'failed'), {}],
])('%s is not waited for', async (_, status, sent) => {
  const shown = object({ id: integer, title: text, status }, ['id', 'title', 'status']);
  const { bundle } = await plan(
    spec({
      '/things': { post: { ...takes(object({ title: text, ...sent }, ['title'])), responses: shows(shown, '201') } },
      '/things/{id}': item(shown),
    }),
  );
  expect(bundle.plans.map(({ kind }) => kind)).not.toContain('async-until-done');
});
