import fc from 'fast-check';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, expect } from 'vitest';
import { type Endpoint, pathParameters } from '#contract/define-endpoint.ts';
import { registry } from '#contract/endpoints/index.ts';
import type { Page } from '#contract/pagination.ts';
import * as z from '#contract/schemas/zod.ts';
import { extremesOf, extremeTimes, textOfBody } from '../support/extreme-values.ts';
import { anInhabitedProject, type InhabitedProject } from '../support/inhabited-project.ts';
import { localPorts } from '../support/local-ports.ts';
import { endOf } from '../support/road.ts';
import { type AnyBody, type Answer, openScenario, testWithActors } from '../support/scenario.ts';
import { runWidgets, widgetSpec } from '../support/widgets.ts';

/**
 * Whatever a write accepts, every read of the same resource shows: 2xx with a body that fits the schema of its answer. Bodies are made from
 * the schemas of the registry, at the edges of what they take.
 */
const isFull = process.env['FULL_SIZE'] === '1';
const CASES = isFull ? 100 : 6;
/** Of what plans anew, or runs for long. */
const SLOW_CASES = isFull ? 10 : 1;
const slow = new Set(['publishFeatureSpec', 'retryBuild', 'generateValidationCases']);
/** What ends or limits the callers of this test itself. */
const leftOut = new Set(['changeUserRole', 'updateTokenPolicy']);

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant('ENTERPRISE');
const { owner } = tenant;
const place = await anInhabitedProject(scenario, tenant);
const results = await runWidgets();

const pathOf = ({ path }: Endpoint, ids: Partial<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name === 'id' ? idIn(path) : name]!);
const idIn = (path: string): keyof InhabitedProject =>
  /pats|tokens/.test(path) ? 'tokenId' : path.includes('/users/') ? 'userId' : 'featureId';

const writes = registry.filter(({ request, operationId }) => request.body !== undefined && !leftOut.has(operationId));
const reads = registry.filter(
  ({ method, permission, operationId }) =>
    method === 'GET' &&
    permission !== 'public' &&
    !/^(getVerifierDownload|getResultLog|listEvents|exportAuditLog)$/.test(operationId),
);

/** What is there whatever was written: an own LLM key goes again, so that nothing of these tests asks a model with it. */
const standing = reads.filter(({ operationId }) => operationId !== 'getLlmKey' && operationId !== 'getSso');

const now = Date.now();
const recent = fc.integer({ min: 0, max: 3_600_000 }).map((ms) => new Date(now - ms).toISOString());

const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
const { kty, crv, x, y } = await exportJWK(publicKey);
/** Any other two coordinates are no point of the curve. */
const onCurve = { kty, crv, x, y };

let made = 0;
const fresh = (): string => `n${(made += 1)}`;

const persona = { name: fc.constant(0).map(fresh), envVar: fc.constant(null), credentials: fc.constant(null) };

/** What cannot be made up: ids that exist, documents that belong to the feature, addresses that are nobody's. */
const examples: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  createPersona: { ...persona, scope: fc.constant('PROJECT') },
  updatePersona: { ...persona, scope: fc.constant('PROJECT'), projectId: fc.constant(place.projectId) },
  inviteUser: {
    email: fc.constant(0).map(() => `${fresh()}+é`.normalize().replace('é', 'x') + '@example.test'),
    workspaceRoles: fc.constant({}),
  },
  createInvitationLink: { workspaceRoles: fc.constant({}), email: fc.constant(null) },
  addDomain: { domain: fc.constant(0).map(() => `${fresh()}.example`) },
  createPat: { workspaceId: fc.constant(null), scope: fc.constant('TENANT') },
  createWebhook: {
    url: extremesOf(z.string()).map(
      (text) => `https://hooks.example.com/${encodeURIComponent(String(text).toWellFormed())}`,
    ),
  },
  waiveCoverage: {
    journeyId: fc.constant(place.journeyId),
    expiresAt: fc.oneof(fc.constant(null), fc.constantFrom(...extremeTimes)),
  },
  releasePersonaCredentials: { publicKey: fc.constant(onCurve) },
  generateValidationCases: { featureId: fc.constant(place.featureId) },
  publishFeatureSpec: { uploadId: fc.constant(undefined), spec: extremeSpecs() },
  recordRun: {
    uploadId: fc.constant(undefined),
    // Of one kind in each document: one bad time has the whole document refused.
    results: fc.oneof(
      { arbitrary: extremeResults(recent), weight: 3 },
      { arbitrary: extremeResults(fc.constantFrom(...extremeTimes)), weight: 1 },
    ),
    baseUrl: fc.constantFrom(null, ...Array.from({ length: 8 }, () => 'http://127.0.0.1:3000'), 'javascript:alert(1)'),
  },
};

/** The widgets' document, described with extreme texts. */
function extremeSpecs(): fc.Arbitrary<unknown> {
  const text = extremesOf(z.string());
  return fc.record({ title: text, description: text, summary: text }).map(({ title, description, summary }) => {
    const paths = structuredClone(widgetSpec.paths) as Record<string, Record<string, unknown>>;
    Object.assign(paths['/widgets']!['get'] as object, { summary, description });
    return { ...widgetSpec, info: { title, version: '1', description }, paths };
  });
}

/** The widgets' results, with extreme fields wherever the schema of a result lets a verifier write what it wants. */
function extremeResults(time: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { body } = registry.find(({ operationId }) => operationId === 'recordRun')!.request;
  const schema = (body as unknown as { shape: { results: { def: { innerType: z.ZodMiniObject } } } }).shape.results.def;
  const document = schema.innerType as z.ZodMiniObject<{ journeys: z.ZodMiniArray<z.ZodMiniObject> }>;
  const own = {
    id: fc.constant(''),
    metadata: fc.constant(results.metadata),
    startedAt: time,
    endedAt: time,
    baseUrl: fc.constantFrom('http://127.0.0.1:3000', 'HTTPS://xn--nxasmq6b/?q=%00', 'https://example.com/é#x'),
  };
  const journeys = fc.array(extremesOf(document.shape.journeys.def.element, own), { minLength: 1, maxLength: 3 });
  return extremesOf(document, { ...own, journeys }).map((made) => {
    const given = made as { journeys: object[] };
    const known = results.journeys;
    return { ...given, journeys: given.journeys.map((journey, at) => ({ ...journey, id: known[at]!.id })) };
  });
}

const rows: Record<string, { sent: number; accepted: number }> = {};
afterAll(() => {
  if (isFull) console.table(rows);
  const total = (field: 'sent' | 'accepted') => Object.values(rows).reduce((sum, row) => sum + row[field], 0);
  console.log(`accepted and shown: ${total('accepted')} of ${total('sent')} bodies accepted, every read answered`);
});

/** A record that does not fit is left out of its list, and still counted. */
const hidesRecords = (body: AnyBody | undefined): boolean => {
  const { data, page, size, totalElements } = (body ?? {}) as Partial<Page<unknown>>;
  if (data === undefined || page === undefined || size === undefined || totalElements === undefined) return false;
  return data.length !== Math.max(0, Math.min(size, totalElements - (page - 1) * size));
};

const isShown = ({ success, operationId }: Endpoint, { status, body, text }: Answer<AnyBody>): string | undefined => {
  if (status !== success.status && !(status === 404 && operationId === 'getResult'))
    return `${operationId} answered ${status}: ${text.slice(0, 300)}`;
  const fits = success.body === undefined || status === 404 || z.safeParse(success.body, body).success;
  if (!fits) return `${operationId} answered what its schema does not hold: ${text.slice(0, 300)}`;
  return hidesRecords(body) ? `${operationId} left records out: ${text.slice(0, 300)}` : undefined;
};

const sorts = ['startedAt,asc', 'startedAt,desc', 'durationMs,asc', 'totalTests,desc', 'status,asc'];
/** Filters and orders of lists beside the plain one. */
const queriesOf = ({ operationId }: Endpoint): string[] => {
  if (operationId === 'listRuns')
    return ['?size=100', ...sorts.map((sort) => `?sort=${sort}`), '?status=COMPLETED', '?status=FAILED'];
  if (operationId === 'listResults') return ['?size=100', '?status=PASSED', '?status=FAILED', '?testCaseName=*'];
  return [operationId.startsWith('list') ? '?size=100' : ''];
};

/** What reads of the tag of a write, and those that look across, do not show. */
const unreadable = async (endpoints: readonly Endpoint[], ids: Partial<Record<string, string>>): Promise<string[]> => {
  const asked = endpoints.flatMap((endpoint) => queriesOf(endpoint).map((query) => [endpoint, query] as const));
  const findings = await Promise.all(
    asked.map(async ([endpoint, query]) => isShown(endpoint, await owner.get(pathOf(endpoint, ids) + query))),
  );
  return findings.flatMap((finding) => finding ?? []);
};

/** Ids of what the write made, so that it is read by itself, too. */
const idsAfter = ({ operationId }: Endpoint, body: AnyBody | undefined): Partial<Record<string, string>> => {
  const child = {
    createProject: 'projectId',
    createFeature: 'featureId',
    createDocument: 'documentId',
    createPage: 'pageId',
  }[operationId];
  if (operationId === 'recordRun') {
    const { run, journeys } = body as unknown as { run: { runId: string }; journeys: { testCaseId: string }[] };
    return { ...place, runId: run.runId, testCaseId: journeys[0]!.testCaseId };
  }
  return child === undefined ? place : { ...place, [child]: String(body!.id) };
};

/** What only so many may be of goes again. */
const removeAfter = async ({ operationId, path }: Endpoint, body: AnyBody | undefined): Promise<void> => {
  if (/^create(Pat|Webhook|Persona)$/.test(operationId))
    await owner.delete(`${pathOf({ path } as Endpoint, place)}/${body!.id}`);
  if (operationId === 'setLlmKey') await owner.delete(path);
};

const readsFor = (endpoint: Endpoint, ids: Partial<Record<string, string>>): Endpoint[] => {
  const isOwn = ids['projectId'] === place.projectId && ids['featureId'] === place.featureId;
  return reads.filter(({ tags, path }) => tags[0] === endpoint.tags[0] && (isOwn || pathParameters(path).length <= 3));
};

testWithActors.each(writes)(
  '$operationId: what it accepts, every read shows',
  async (endpoint) => {
    const row = (rows[endpoint.operationId] = { sent: 0, accepted: 0 });
    const bodies = extremesOf(endpoint.request.body!, examples[endpoint.operationId]);
    const property = fc.asyncProperty(bodies, async (body) => {
      const text = textOfBody(body);
      const answer = await owner.send<AnyBody>(endpoint.method, pathOf(endpoint, place), text);
      row.sent += 1;
      expect(answer.status, `${text.slice(0, 2000)} → ${answer.text.slice(0, 500)}`).toBeLessThan(500);
      if (answer.status >= 300) return;
      row.accepted += 1;
      expect(isShown(endpoint, answer)).toBeUndefined();
      if (endpoint.operationId === 'publishFeatureSpec')
        await endOf(owner, pathOf(endpoint, place).replace(/\/spec$/, ''), String(answer.body['buildId']));
      const ids = idsAfter(endpoint, answer.body);
      expect(await unreadable(readsFor(endpoint, ids), ids), text.slice(0, 4000)).toEqual([]);
      await removeAfter(endpoint, answer.body);
    });
    const numRuns = slow.has(endpoint.operationId) ? SLOW_CASES : CASES;
    await fc.assert(property, { numRuns, seed: 28, endOnFailure: true });
    if (isFull) expect(row.accepted).toBeGreaterThan(0);
    expect(await unreadable(standing, place)).toEqual([]);
  },
  600_000,
);

testWithActors(
  'every query that a read accepts is answered',
  async () => {
    const queried = reads.filter(({ request }) => Object.keys(request.query.shape).length > 0);
    for (const endpoint of queried) {
      const times = fc.constantFrom(...extremeTimes);
      const given = { startedAfter: times, startedBefore: times, after: times, before: times };
      const property = fc.asyncProperty(extremesOf(endpoint.request.query, given), async (query) => {
        const pairs = Object.entries(query as Record<string, unknown>).map(([name, value]) => [name, String(value)]);
        const search = new URLSearchParams(pairs as [string, string][]);
        const answer = await owner.get(`${pathOf(endpoint, place)}?${search}`);
        expect(answer.status, `${endpoint.operationId}?${search}: ${answer.text}`).toBeLessThan(500);
      });
      await fc.assert(property, { numRuns: CASES, seed: 28, endOnFailure: true });
    }
  },
  600_000,
);
