import { describe, expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { aNotebook, aPage } from '../support/notebooks.ts';
import { openRoad, publish, record } from '../support/road.ts';
import type { Answer, AnyBody } from '../support/scenario.ts';
import { runWidgets } from '../support/widgets.ts';

const { tenant, project, aFeature } = await openRoad();
const { owner } = tenant;

type Made = { path: string; created: Answer<AnyBody> };

const made = async (collection: string, body: object): Promise<Made> => {
  const created = await owner.post(collection, body);
  expect(created.status, created.text).toBe(201);
  return { path: created.headers['location']!, created };
};

let count = 0;
const persona = () => ({ name: `P${count++}`, description: 'Reads', authType: 'NONE', scope: 'PROJECT' });

/** What can be changed: how one is made, and a change of it. `shown` where GET shows it. */
const versioned = {
  project: {
    make: () => made(`/api/v1/workspaces/${tenant.workspaceId}/projects`, { name: 'One' }),
    change: (path: string) => [path, { name: `Name ${count++}` }],
    shown: true,
  },
  feature: {
    make: () => made(`${project.path}/features`, { name: 'One' }),
    change: (path: string) => [path, { name: `Name ${count++}` }],
    shown: true,
  },
  document: {
    make: async () => made(`${(await aFeature()).path}/documents`, { name: 'One', type: 'PRD', content: '# One' }),
    change: (path: string) => [path, { content: `# Number ${count++}` }],
    shown: true,
  },
  persona: {
    make: () => made(`${project.path}/test-personas`, persona()),
    change: (path: string) => [path, { description: `Number ${count++}` }],
    shown: false,
  },
  user: {
    make: () => made('/api/manage/users', { email: `u${count++}-${tenant.tenantId}@example.test`, role: 'MEMBER' }),
    change: (path: string) => [`${path}/role`, { role: count++ % 2 ? 'VIEWER' : 'ADMIN' }],
    shown: true,
  },
} satisfies Record<
  string,
  { make: () => Promise<Made>; change: (path: string) => (string | object)[]; shown: boolean }
>;

const put = ([target, body]: unknown[], ifMatch?: string) =>
  owner.send('PUT', target as string, body, ifMatch === undefined ? {} : { 'if-match': ifMatch });

describe.each(Object.entries(versioned))('%s', (_kind, { make, change, shown }) => {
  test('its tag is the stored version: it comes with the answer of each write and moves with it', async () => {
    const { path, created } = await make();
    expect(created.headers['etag']).toBe('"v1"');
    const changed = await put(change(path));
    expect([changed.status, changed.headers['etag']]).toEqual([200, '"v2"']);
    if (shown) expect((await owner.get(path)).headers['etag']).toBe('"v2"');
  });

  test('412: a write that names another version changes nothing', async () => {
    const { path } = await make();
    const before = shown ? (await owner.get(path)).text : '';
    for (const stale of ['"v0"', '"v2"', 'W/"v1"', '"v01"', '"something"', '"v7", "v9"']) {
      const refused = await put(change(path), stale);
      expect([refused.status, refused.body.code], stale).toEqual([412, 'PRECONDITION_FAILED']);
      const kept = await owner.send('DELETE', path, undefined, { 'if-match': stale });
      expect([kept.status, kept.body.code], stale).toEqual([412, 'PRECONDITION_FAILED']);
    }
    if (shown) expect((await owner.get(path)).text).toBe(before);
  });

  test('a write that names the version, among others, or any, goes through', async () => {
    const { path } = await make();
    expect((await put(change(path), '"v1"')).status).toBe(200);
    expect((await put(change(path), '"v9" , "v2"')).status).toBe(200);
    expect((await put(change(path), '*')).status).toBe(200);
    expect((await owner.send('DELETE', path, undefined, { 'if-match': '"v4"' })).status).toBe(204);
    expect((await put(change(path), '*')).status).toBe(404);
  });

  test('of many writes at the same version, exactly one goes through', async () => {
    const { path } = await make();
    const answers = await Promise.all(Array.from({ length: 12 }, () => put(change(path), '"v1"')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(11).fill(412)]);
  });

  test('changes and deletions at the same time: one deletion, no failure, and nothing behind it', async () => {
    const { path } = await make();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => (turn % 4 === 3 ? owner.delete(path) : put(change(path)))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect((await put(change(path))).status).toBe(404);
  });

  test('400: what is no entity tag is refused', async () => {
    const { path } = await make();
    for (const value of ['v1', '"v1', '"v1" "v2"', '', '*,"v1"', `"${'x'.repeat(999)}"`]) {
      const refused = await put(change(path), value);
      expect([refused.status, refused.body.code], value).toEqual([400, 'INVALID_PARAMETER']);
      expect(refused.body['errors']).toEqual([expect.objectContaining({ in: 'header', name: 'If-Match' })]);
    }
  });
});

test('a build moves the version of its feature', async () => {
  const { path } = await aFeature();
  const before = (await owner.get(path)).headers['etag'];
  await publish(tenant, path);
  expect((await owner.get(path)).headers['etag']).not.toBe(before);
});

test('a membership moves the version of its user', async () => {
  const { path, created } = await versioned.user.make();
  const member = `/api/manage/workspaces/${tenant.workspaceId}/members/${created.body.id}`;
  await owner.put(member, { role: 'EDITOR' });
  expect((await owner.get(path)).headers['etag']).toBe('"v2"');
});

/** An address of each endpoint that shows one resource with a tag. */
const addresses = async (): Promise<Record<string, string>> => {
  const feature = await aFeature();
  const { buildId } = await publish(tenant, feature.path);
  const { body } = await record(owner, feature.path, await runWidgets());
  const run = `${project.path}/test-runs/${body.run.runId}`;
  return {
    getProject: project.path,
    getFeature: feature.path,
    getDocument: (await versioned.document.make()).path,
    getUser: (await versioned.user.make()).path,
    getBuild: `${feature.path}/builds/${buildId}`,
    getFeatureSpec: `${feature.path}/spec`,
    getRun: run,
    getResult: `${run}/results/${body.journeys[0]!.testCaseId}`,
    getPage: (await aPage(tenant, await aNotebook(tenant))).path,
  };
};

test('304: whoever has what would be shown is sent nothing, at every endpoint that shows one resource', async () => {
  const known = await addresses();
  const tagged = registry.filter(({ method, etag }) => method === 'GET' && etag !== undefined);
  expect(tagged.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(known).toSorted());
  for (const [operationId, path] of Object.entries(known)) {
    const shown = await owner.get(path);
    const tag = shown.headers['etag']!;
    expect(tag, operationId).toMatch(/^"[^"]+"$/);
    const ask = (value: string) => owner.send('GET', path, undefined, { 'if-none-match': value });
    for (const value of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, text, headers } = await ask(value);
      expect([status, text, headers['etag']], `${operationId} ${value}`).toEqual([304, '', tag]);
      expect(headers['content-type']).toBeUndefined();
    }
    for (const value of ['"other"', `"${tag}"`.replaceAll('"', "'").replace(/^'|'$/g, '"')]) {
      const { status, text } = await ask(value);
      expect([status, text], `${operationId} ${value}`).toEqual([200, shown.text]);
    }
    expect((await ask('v1')).status).toBe(400);
  }
});

test('404: a tag tells nothing about what is not to be seen', async () => {
  const path = `${project.path.slice(0, -1)}${project.path.endsWith('0') ? '1' : '0'}`;
  for (const [name, value] of [
    ['if-none-match', '*'],
    ['if-match', '"v1"'],
  ] as const) {
    const method = name === 'if-match' ? 'DELETE' : 'GET';
    expect((await owner.send(method, path, undefined, { [name]: value })).status).toBe(404);
  }
});
