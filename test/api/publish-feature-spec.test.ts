import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { endOf, openRoad, publish, type Published } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { uploadFor } from '../support/upload.ts';
import { readOnlySpec, widgetSpecWithGap as widgetSpec } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const given = await aFeature();
const path = `${given.path}/spec`;
const { owner } = tenant;

test('202: a spec is published before it is planned, and its verifier is built', async () => {
  const feature = await aFeature();
  const { status, headers, body } = await owner.put<Published>(`${feature.path}/spec`, { spec: widgetSpec });
  expect(status).toBe(202);
  expect(headers['location']).toBe(`${feature.path}/builds/${body.buildId}`);
  expect(headers['retry-after']).toBe('2');
  expect(body).toEqual({
    specHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    buildId: expect.any(String),
    diff: {
      added: ['GET /health', 'GET /widgets', 'POST /widgets', 'GET /widgets/{id}', 'DELETE /widgets/{id}'],
      removed: [],
      changed: [],
      ...nothingBroken,
    },
    warnings: [],
  });
  const build = await endOf(owner, feature.path, body.buildId);
  expect(build).toMatchObject({ state: 'READY', reason: null, specHash: body.specHash, planCount: 9 });
  const after = await owner.get(feature.path);
  expect(after.body).toMatchObject({
    status: 'SPEC_PUBLISHED',
    specHash: body.specHash,
    currentBuildId: body.buildId,
  });
});

test('202: a spec of 13 MB is uploaded first, planned as any other, and shown by where it is', async () => {
  const feature = await aFeature();
  const guide = 'A widget is kept until somebody deletes it. '.repeat(300_000);
  const spec = Buffer.from(JSON.stringify({ ...widgetSpec, 'x-guide': guide }));
  expect(spec.length).toBeGreaterThan(13_000_000);
  const inline = await owner.put(`${feature.path}/spec`, spec.toString());
  expect(inline.status).toBe(413);
  const uploadId = await uploadFor(scenario, owner, feature.path, 'SPEC', spec);
  const { status, body, text } = await owner.put<Published>(`${feature.path}/spec`, { uploadId });
  expect(status, text).toBe(202);
  expect(body.diff.added).toHaveLength(5);
  expect(await endOf(owner, feature.path, body.buildId)).toMatchObject({ state: 'READY', planCount: 9 });
  const shown = await owner.get<{ download: { url: string }; specHash: string }>(`${feature.path}/spec`);
  expect(shown.body).toEqual({
    specHash: body.specHash,
    download: { url: expect.stringMatching(/^http/), expiresAt: expect.any(String) },
    envProvidedParams: [],
  });
  if (process.env['API_TARGET'] !== undefined)
    expect(await (await fetch(shown.body.download.url)).json()).toMatchObject({ 'x-guide': guide });
});

test('409 UPLOAD_INCOMPLETE: an upload of another kind, another feature, or none', async () => {
  const [feature, other] = [await aFeature(), await aFeature()];
  const content = Buffer.from(JSON.stringify(widgetSpec));
  const uploads = [
    await uploadFor(scenario, owner, feature.path, 'RUN', content),
    await uploadFor(scenario, owner, other.path, 'SPEC', content),
    absentId,
  ];
  for (const uploadId of uploads) {
    const { status, body } = await owner.put(`${feature.path}/spec`, { uploadId });
    expect([status, body.code]).toEqual([409, 'UPLOAD_INCOMPLETE']);
    expect(body['errors']).toMatchObject([{ pointer: '#/uploadId' }]);
  }
  expect((await owner.get(feature.path)).body['specHash']).toBeNull();
});

test('400 SPEC_INVALID: what was uploaded is read as what is sent', async () => {
  const feature = await aFeature();
  for (const content of ['<html>', '{"openapi":"3.1.0"', '\u0000\u0001']) {
    const uploadId = await uploadFor(scenario, owner, feature.path, 'SPEC', Buffer.from(content));
    const { status, body } = await owner.put(`${feature.path}/spec`, { uploadId });
    expect([status, body.code], content).toEqual([400, 'SPEC_INVALID']);
    expect(body['errors']).toMatchObject([{ pointer: '#/uploadId' }]);
  }
});

test('202: JSON and YAML text say the same as the object', async () => {
  const feature = await aFeature();
  const hashes = [];
  for (const spec of [readOnlySpec, JSON.stringify(readOnlySpec), readOnlyYaml])
    hashes.push((await publish(tenant, feature.path, spec)).specHash);
  expect(new Set(hashes).size).toBe(1);
});

test('202: the diff says what a new spec changes, what of it breaks callers, and which journeys call it', async () => {
  const feature = await aFeature();
  const first = await publish(tenant, feature.path, widgetSpec);
  const { '/health': gone, ...paths } = widgetSpec.paths;
  const { parameters } = gone.get;
  const { diff, build } = await publish(tenant, feature.path, {
    ...widgetSpec,
    paths: { ...paths, '/gadgets': { get: { parameters, responses: { 200: { description: 'ok' } } } } },
    components: { schemas: { Widget: { ...widgetSpec.components.schemas.Widget, required: ['id', 'size'] } } },
  });
  const changed = ['GET /widgets', 'POST /widgets', 'GET /widgets/{id}'];
  const reason = (pointer: string, place: string) => ({
    reasons: [{ pointer, message: `${place} may be missing now.` }],
    reasonCount: 1,
  });
  expect(diff).toEqual({
    ...nothingBroken,
    added: ['GET /gadgets'],
    removed: ['GET /health'],
    changed,
    breaking: [
      {
        operation: 'GET /health',
        reasons: [{ pointer: '/paths/~1health/get', message: 'The operation is removed.' }],
        reasonCount: 1,
      },
      { operation: 'GET /widgets', ...reason('/paths/~1widgets/get/responses/200', '/*/label of the answer 200') },
      { operation: 'POST /widgets', ...reason('/paths/~1widgets/post/responses/201', '/label of the answer 201') },
      {
        operation: 'GET /widgets/{id}',
        ...reason('/paths/~1widgets~1{id}/get/responses/200', '/label of the answer 200'),
      },
    ],
    breakingCount: 4,
    journeys: expect.any(Array),
    journeyCount: 8,
  });
  const journeys = diff['journeys'] as { name: string; operations: string[] }[];
  expect(journeys).toHaveLength(8);
  expect(journeys).toContainEqual({
    journeyId: expect.any(String),
    name: 'A created widget can be read back',
    operations: ['POST /widgets', 'GET /widgets/{id}'],
  });
  expect(build['journeyChanges']).toMatchObject({ previousBuildId: first.buildId, addedCount: 0, removedCount: 0 });
});

test('202: a spec that is published again changes nothing', async () => {
  const feature = await aFeature();
  await publish(tenant, feature.path, widgetSpec);
  const { diff } = await publish(tenant, feature.path, widgetSpec);
  expect(diff).toEqual({ ...nothingBroken, added: [], removed: [], changed: [] });
});

test('202: an operation that no journey calls concerns none', async () => {
  const feature = await aFeature();
  await publish(tenant, feature.path, widgetSpec);
  const { '/health': _gone, ...paths } = widgetSpec.paths;
  const { diff } = await publish(tenant, feature.path, { ...widgetSpec, paths });
  expect(diff).toMatchObject({ removed: ['GET /health'], changed: [], breakingCount: 1, journeyCount: 0 });
});

test('a build that is overtaken by a new publish never becomes the current one', async () => {
  const feature = await aFeature();
  const first = await owner.put<Published>(`${feature.path}/spec`, { spec: widgetSpec });
  const second = await owner.put<Published>(`${feature.path}/spec`, { spec: { ...widgetSpec, tags: [] } });
  expect(await endOf(owner, feature.path, second.body.buildId)).toMatchObject({ state: 'READY' });
  expect(await endOf(owner, feature.path, first.body.buildId)).toMatchObject({ state: 'SUPERSEDED' });
  expect((await owner.get(feature.path)).body['currentBuildId']).toBe(second.body.buildId);
});

test('a spec without anything to verify fails its build with causes', async () => {
  const feature = await aFeature();
  const { build } = await publish(tenant, feature.path, readOnlySpec);
  expect(build).toMatchObject({ state: 'FAILED', reason: 'NO_EXECUTABLE_PLANS', planCount: 0 });
  expect(build.message).toMatch(/verified/);
});

test.each([
  ['no document', '', /empty/],
  ['no JSON', '{"openapi": ', /not valid JSON/],
  ['no OpenAPI', { hello: 'world' }, /not an OpenAPI document/],
  ['an unknown version', { ...widgetSpec, openapi: '4.0.0' }, /4\.0\.0 is not supported/],
  [
    'a reference to elsewhere',
    { ...readOnlySpec, paths: { '/a': { $ref: 'http://else.test/a.json' } } },
    /never fetched/,
  ],
])('400 SPEC_INVALID: %s is refused at once, with the cause', async (_name, spec, cause) => {
  const before = (await owner.get(given.path)).body;
  const { status, body } = await owner.put(path, { spec });
  expect([status, body.code]).toEqual([400, 'SPEC_INVALID']);
  expect(body['detail']).toMatch(cause);
  expect((await owner.get(given.path)).body).toEqual(before);
});

test('400 SPEC_TOO_COMPLEX: an alias bomb is refused', async () => {
  const bomb = ['a: &a0 x', ...Array.from({ length: 60 }, (_, n) => `b${n}: &a${n + 1} [${Array(20).fill(`*a${n}`)}]`)];
  const { status, body } = await owner.put(path, { spec: bomb.join('\n') });
  expect([status, body.code]).toEqual([400, 'SPEC_TOO_COMPLEX']);
});

test('400 SPEC_TOO_COMPLEX: aliases that write out to more than the planner takes are refused', async () => {
  const lines = ['openapi: 3.1.0', 'info: {title: Big, version: "1"}', 'paths: {}', `x-a: &a ${'y'.repeat(40_000)}`];
  const aliases = Array.from({ length: 600 }, (_, n) => `x-${n}: *a`);
  const { status, body } = await owner.put(path, { spec: [...lines, ...aliases].join('\n') });
  expect([status, body.code]).toEqual([400, 'SPEC_TOO_COMPLEX']);
  expect(body['detail']).toContain('16 MiB');
});

test('400: the body has a spec, and parameters with names', () =>
  expectInvalidBody(owner, 'PUT', path, [
    [undefined, '#', 'REQUIRED'],
    [{}, '#', 'INVALID'],
    [{ spec: readOnlySpec, uploadId: absentId }, '#', 'INVALID'],
    [{ uploadId: 'x' }, '#/uploadId', 'INVALID_FORMAT'],
    [{ spec: readOnlySpec, envProvidedParams: [{ name: 'a b' }] }, '#/envProvidedParams/0/name', 'INVALID_FORMAT'],
  ]));

test('413: more than 3 MiB is not taken inline', async () => {
  const { status, body } = await owner.put(path, { spec: 'x'.repeat(3 * 1024 * 1024) });
  expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'PUT', path, { spec: readOnlySpec }));

testWithActors('403: a Viewer publishes nothing', async () =>
  expectForbidden([await scenario.aViewer(tenant)], 'PUT', path, { spec: readOnlySpec }),
);

test('404: there is no spec without its feature', () =>
  expectNotFound('PUT', [[owner, `${project.path}/features/${absentId}/spec`]], { spec: readOnlySpec }));

const nothingBroken = {
  breaking: [],
  breakingCount: 0,
  notCompared: [],
  notComparedCount: 0,
  journeys: [],
  journeyCount: 0,
};

const readOnlyYaml = `
paths: {/health: {get: {responses: {"200": {description: ok}}, operationId: getHealth}}}
info: {title: Read only, version: "1"}
openapi: 3.1.0
`;
