import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { WrongBaseUrl } from '#verifier/engine/run/watch-base-url.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { Json, PlanBundle } from '#verifier/plan/plan.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import type { Send, WireRequest, WireResponse } from '#verifier/transport/send.ts';
import type { Planning } from '#planner/journeys/model/planning.ts';
import { personaRoles } from '#planner/personas/persona-roles.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { NO_CONTENTS, renderResponse } from '#planner/proof/mock/render-response.ts';
import { matchRoutes, routesOf } from '#planner/proof/mock/route.ts';
import { SpecMock } from '#planner/proof/mock/spec-mock.ts';
import { buildResourceGraph } from '#planner/resources/graph/build-resource-graph.ts';
import { successBody } from '#planner/resources/responses/response-shape.ts';
import { readSpec } from '#planner/intake/read-spec.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { widgetSpec } from '../support/widgets.ts';

const isFullSize = process.env['FULL_SIZE'] === '1';
const subjects = ['library', 'shop', 'wiki', 'notebook', 'inventory', 'recipes', 'kanban', 'hotel', 'forum'];

/** Without its security, so that no persona is needed: a refusal for want of an identity would hide what the server does. */
const withoutSecurity = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutSecurity);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'security' && name !== 'securitySchemes');
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSecurity(inner)]));
};
const specOf = (name: string): object => {
  const file = new URL(`../../test/subjects/${name}/openapi.yaml`, import.meta.url);
  return withoutSecurity(parse(readFileSync(file, 'utf8')) as Json) as object;
};
const specs: [string, () => object][] = [
  ['widgets', () => widgetSpec],
  ...subjects.map((name): [string, () => object] => [name, () => specOf(name)]),
];

type Server = (request: WireRequest, planning: Planning) => WireResponse;
const json = (status: number, body: unknown): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const page = (status: number, more: Record<string, string> = {}): WireResponse => ({
  status,
  headers: { 'content-type': 'text/html', ...more },
  body: '<html><body>Welcome</body></html>',
});

/** What the document shows as the answer to a request: the same to every one. */
const example = ({ method, url }: WireRequest, planning: Planning): WireResponse => {
  const { routes } = matchRoutes(routesOf(planning), url);
  const operation = routes.find((one) => one.operation.method === method)?.operation;
  const schema = operation && successBody(operation);
  if (operation === undefined) return json(404, {});
  const status = Number(Object.keys(operation.responses).find((one) => /^2\d\d$/.test(one)) ?? 200);
  return schema === undefined
    ? { status, headers: {}, body: '' }
    : json(status, renderResponse(planning.model.schemas, schema, NO_CONTENTS));
};

let made = 0;
/** What is sent comes back with an id that nobody has; nothing is stored. */
const echo = (request: WireRequest, planning: Planning): WireResponse => {
  const shown = example(request, planning);
  if (request.body === undefined || shown.body === '') return shown;
  const body = JSON.parse(request.body) as Json;
  const isItem = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isItem
    ? json(shown.status, { ...(JSON.parse(shown.body) as object), ...body, id: `made-${(made += 1)}` })
    : shown;
};

const servers: [string, Server][] = [
  ['404 to all', () => json(404, { error: 'not found' })],
  ['500 to all', () => json(500, { error: 'broken' })],
  ['200 {} to all', () => json(200, {})],
  ['the example to all', example],
  ['a page to all', () => page(200)],
  ['a login by 302', ({ url }) => (url.endsWith('/login') ? page(200) : page(302, { location: '/login' }))],
  ['echoes, stores nothing', echo],
];

const planningOf = async (spec: object): Promise<Planning> => {
  const model = await readSpec(JSON.stringify(spec));
  return { model, graph: buildResourceGraph(model), roles: personaRoles([]), envProvidedParams: [] };
};

/** Servers that tell no path from another: as at a wrong base URL, a run may end without a result there. */
const alike = new Set(['404 to all', '500 to all', '200 {} to all', 'a page to all', 'a login by 302']);

const ranOn = async (bundle: PlanBundle, send: Send) =>
  runPlans({
    bundle,
    baseUrl: 'http://nothing.test',
    send,
    clock: instantClock(Date.parse('2026-01-01T00:00:00Z')),
    random: seededRandom(7),
    env: {},
    seed: 1,
  });

const { tenant, aFeature } = await openRoad();
const { owner } = tenant;
const matrix: string[][] = [];
const counts = { cells: 0, green: 0 };

/** Records the run, if it ended with results, with all gaps waived, and asks what the service makes of it: VERIFIED, and whether it ships. */
const toldBy = async (path: string, results: object | undefined): Promise<[boolean, boolean]> => {
  if (results) expect((await record(owner, path, results)).status).toBe(201);
  const { body: coverage } = await owner.get<{ lifecycleBlocking: boolean }>(`${path}/coverage`);
  const status = (await owner.get(path)).body['status'];
  const { body: ship } = await owner.get<{ ship: boolean }>(`${path}/ship-status`);
  return [status === 'VERIFIED' || !coverage.lifecycleBlocking, ship.ship];
};

const shown = isFullSize ? specs : specs.slice(0, 2);
test.each(shown)(
  'no server that does nothing is green for %s, and an honest one is',
  async (name, open) => {
    const spec = open();
    const planning = await planningOf(spec);
    const { bundle } = await planFeature({ spec, personas: [] });
    const feature = await aFeature();
    const { build } = await publish(tenant, feature.path, spec);
    expect(build.state, `${name}: ${build.message}`).toBe('READY');
    const waivers = `${feature.path}/coverage/waivers`;
    const { body } = await owner.get<{ flowGaps: { operation: string }[] }>(`${feature.path}/coverage`);
    for (const { operation } of body.flowGaps) await owner.post(waivers, { operation, reason: 'not asked here' });

    const row = [name];
    for (const [what, server] of servers) {
      let asked = 0;
      const send = memorySend((request) => {
        asked += 1;
        return server(request, planning);
      });
      const results = await ranOn(bundle, send).catch((error: unknown) => {
        if (alike.has(what) && error instanceof WrongBaseUrl) return undefined;
        throw error;
      });
      expect(asked, `${name} × ${what}: no request was sent`).toBeGreaterThan(0);
      const cells = [results?.exitCode === 0, ...(await toldBy(feature.path, results))];
      counts.cells += cells.length;
      counts.green += cells.filter(Boolean).length;
      row.push(cells.map((isGreen) => (isGreen ? 'GREEN' : 'no')).join(' '));
      expect(cells, `${name} × ${what}: offline, service, ship`).toEqual([false, false, false]);
    }
    const honest = await ranOn(bundle, new SpecMock(planning, routesOf(planning)).send);
    const control = [honest.exitCode === 0, ...(await toldBy(feature.path, honest))];
    row.push(control.map((isGreen) => (isGreen ? 'green' : 'NOT')).join(' '));
    matrix.push(row);
    const failed = honest.journeys
      .filter(({ status }) => status !== 'pass')
      .map(({ name: one, details }) => `${one}: ${details}`);
    expect([control, failed], `${name} × an honest server`).toEqual([[true, true, true], []]);
  },
  240_000,
);

afterAll(() => {
  if (!isFullSize) return;
  const lines = [['spec', ...servers.map(([what]) => what), 'honest server'], ...matrix];
  console.log(lines.map((line) => `| ${line.join(' | ')} |`).join('\n'));
  console.log(`servers that do nothing: ${counts.green} green of ${counts.cells} cells (offline, service, ship)`);
});
