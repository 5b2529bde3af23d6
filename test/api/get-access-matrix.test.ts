import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { runWidgets, widgetSpec, widgetSpecWithGap } from '../support/widgets.ts';

type Cell = {
  persona: string | null;
  operation: string;
  method: string;
  path: string;
  expected: string;
  status: string;
  answers: number[];
  journeyIds: string[];
};
type Matrix = { operations: string[]; personas: (string | null)[]; cells: Cell[] };

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const feature = await aFeature();
const path = `${feature.path}/access-matrix`;
const matrixOf = async (featurePath: string) => (await owner.get<Matrix>(`${featurePath}/access-matrix`)).body;

test('200: nothing before a verifier is there; then who was seen to do what', async () => {
  const own = await aFeature();
  const { status, body } = await owner.get(`${own.path}/access-matrix`);
  expect([status, body]).toEqual([200, { specHash: null, operations: [], personas: [], cells: [] }]);
  await publish(tenant, own.path, widgetSpecWithGap);
  const planned = await matrixOf(own.path);
  expect(planned.operations).toEqual(expect.arrayContaining(['createWidget', 'getHealth']));
  expect(planned.personas).toEqual([null]);
  expect(new Set(planned.cells.map((cell) => cell.status))).toEqual(new Set(['UNTESTED']));
  expect(planned.cells.map(({ operation, expected }) => `${operation} ${expected}`)).toEqual(
    expect.arrayContaining(['createWidget ALLOWED', 'getWidget ALLOWED', 'getWidget ABSENT']),
  );
  await record(owner, own.path, await runWidgets('forgets deletes', widgetSpecWithGap));
  const seen = new Map((await matrixOf(own.path)).cells.map((cell) => [`${cell.operation} ${cell.expected}`, cell]));
  expect(seen.get('getWidget ABSENT')).toMatchObject({
    method: 'GET',
    path: '/widgets/{id}',
    status: 'FAILING',
    answers: expect.arrayContaining([200]),
  });
  // The deletion that is forgotten fails their journeys, but their own requests were served.
  expect(seen.get('getWidget ALLOWED')).toMatchObject({ status: 'PASSING', answers: [200] });
  expect(seen.get('deleteWidget ALLOWED')).toMatchObject({ status: 'PASSING', answers: [204] });
  expect(seen.has('getHealth ALLOWED')).toBe(false);
  await record(owner, own.path, await runWidgets(undefined, widgetSpecWithGap));
  expect(new Set((await matrixOf(own.path)).cells.map((cell) => cell.status))).toEqual(new Set(['PASSING']));
});

test('each persona has its cells, and whoever proves nobody is refused', async () => {
  const own = await aFeature();
  const persona = { name: 'Maker', description: 'may make and read widgets', authType: 'BEARER', scope: 'PROJECT' };
  expect((await owner.post(`${project.path}/test-personas`, persona)).status).toBe(201);
  const refusal = { 401: { description: 'log in' } };
  const post = widgetSpec.paths['/widgets'].post;
  const paths = { '/widgets': { post: { ...post, responses: { ...post.responses, ...refusal } } } };
  const components = { ...widgetSpec.components, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } };
  const { build } = await publish(tenant, own.path, { ...widgetSpec, paths, components, security: [{ token: [] }] });
  expect(build.state).toBe('READY');
  const { personas, cells } = await matrixOf(own.path);
  expect(personas).toEqual(expect.arrayContaining(['Maker', null]));
  const shown = cells.map((cell) => `${cell.persona} ${cell.operation} ${cell.expected}`);
  expect(shown).toEqual(expect.arrayContaining(['Maker createWidget ALLOWED', 'null createWidget REFUSED']));
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: for strangers and without its feature', async () => {
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [owner, `${project.path}/features/${absentId}/access-matrix`],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
