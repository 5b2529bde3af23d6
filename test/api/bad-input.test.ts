import { describe, expect, test } from 'vitest';
import { type Endpoint, pathParameters } from '#contract/define-endpoint.ts';
import { registry } from '#contract/endpoints/index.ts';
import { absentId } from '../support/addresses.ts';
import { inputSchema, sample, type Schema, type Variant, variantsOf } from '../support/json-samples.ts';
import { openRoad } from '../support/road.ts';
import { aNewcomer } from '../support/newcomers.ts';
import { aNotebook, aPage } from '../support/notebooks.ts';
import { openPeople } from '../support/people.ts';
import { type Answer, type AnyBody, type Caller, isDeployed } from '../support/scenario.ts';

/** Made from the registry: whatever a new endpoint takes is tried without anybody writing a case for it. */
const people = await openPeople();
const { scenario, tenant, project, aFeature } = await openRoad(undefined, undefined, people.manners);
const { owner } = tenant;
const feature = await aFeature();
const notebook = await aNotebook(tenant);
const place: Record<string, string> = {
  workspaceId: tenant.workspaceId,
  projectId: project.id,
  featureId: feature.id,
  notebookId: notebook.id,
  pageId: (await aPage(tenant, notebook)).id,
};
/** What no token may do, only somebody who has signed in. */
const isJoining = ({ tags }: Endpoint): boolean => tags[0] === 'Joining';
const newcomer = isDeployed ? (await aNewcomer(scenario, people)).caller : null;
const callerOf = (endpoint: Endpoint): Caller => (isJoining(endpoint) && newcomer) || owner;

type Finding = { in: string; name?: string; pointer?: string; code: string; message: string };
type Problem = AnyBody & { code: string; errors: Finding[]; status: number; requestId: string };

const pathOf = ({ path }: Endpoint, changes: Record<string, string> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => changes[name] ?? place[name] ?? absentId);

const send = (
  endpoint: Endpoint,
  { path = pathOf(endpoint), query = '', headers = {}, body = bodyOf(endpoint) } = {},
) => callerOf(endpoint).send<Problem>(endpoint.method, `${path}${query === '' ? '' : `?${query}`}`, body, headers);

const bodyOf = ({ request }: Endpoint): unknown => request.body && sample(inputSchema(request.body));

/** Every refusal is a problem that says what is wrong; nothing is our fault. */
const problemsIn = ({ status, headers, body }: Answer<Problem>, what: string): string[] => {
  if (status >= 500) return [`${what}: ${status}`];
  if (status < 400) return [];
  const isProblem =
    headers['content-type'] === 'application/problem+json' && body.status === status && Array.isArray(body.errors);
  return isProblem ? [] : [`${what}: ${status} is no problem body`];
};

const atOnce = 25;
/** In this process every case; over HTTP every fifth, unless FULL_SIZE=1: the emulator starts a process for each request. */
const every = process.env['API_TARGET'] === undefined || process.env['FULL_SIZE'] === '1' ? 1 : 5;
const partOf = <C>(cases: readonly C[]): C[] => cases.filter((_, index) => index % every === 0);

/** Each case's faults; some at once, since the order is no matter. */
const faultsOf = async <C>(all: readonly C[], faults: (each: C) => Promise<string[]>): Promise<string[]> => {
  const found: string[] = [];
  const cases = partOf(all);
  for (let from = 0; from < cases.length; from += atOnce)
    found.push(...(await Promise.all(cases.slice(from, from + atOnce).map(faults))).flat());
  return found;
};

let requests = 0;

const withBody = registry.filter(
  (endpoint) => endpoint.request.body !== undefined && (newcomer !== null || !isJoining(endpoint)),
);

describe.each(withBody.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  'the body of %s',
  (_name, endpoint) => {
    const { maxBodyBytes } = endpoint.request;

    test('each field wrong in each way is refused by its name; at its limit it is taken', async () => {
      const schema = inputSchema(endpoint.request.body!);
      const variants = variantsOf(schema);
      const plain = await send(endpoint);
      const known = new Set(
        plain.body?.code === 'VALIDATION_FAILED' ? plain.body.errors.map(({ pointer }) => pointer) : [],
      );
      requests += partOf(variants).length;
      const faults = await faultsOf(variants, async (variant) => {
        const answer = await send(endpoint, { body: JSON.stringify(variant.body) });
        const what = `${variant.pointer} ${variant.what}`;
        return [...problemsIn(answer, what), ...judged(variant, answer, known, what)];
      });
      expect(faults).toEqual([]);
    });

    test('what is no JSON, too deep, too large or of another type is refused before anything looks inside', async () => {
      const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
      const padded = (bytes: number): string => `{"unknown":"${'x'.repeat(bytes - '{"unknown":""}'.length)}"}`;
      const cases: [string, Record<string, string>, number, string][] = [
        ['{', {}, 400, 'MALFORMED_JSON'],
        ['{"name":}', {}, 400, 'MALFORMED_JSON'],
        ["{'name':1}", {}, 400, 'MALFORMED_JSON'],
        ['{"name":"a"}{}', {}, 400, 'MALFORMED_JSON'],
        ['\uFEFF{}', {}, 400, 'MALFORMED_JSON'],
        ['NaN', {}, 400, 'MALFORMED_JSON'],
        ['{"a":"\u0001"}', {}, 400, 'MALFORMED_JSON'],
        [nested(67), {}, 400, 'TOO_DEEP'],
        [nested(50_000), {}, 400, 'TOO_DEEP'],
        [padded(maxBodyBytes + 1), {}, 413, 'PAYLOAD_TOO_LARGE'],
        ['{}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
        ['{}', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
        ['{}', { 'content-type': '' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
        ...['[]', 'null', '1', '"text"', 'true'].map((text): [string, Record<string, string>, number, string] => [
          text,
          {},
          400,
          'VALIDATION_FAILED',
        ]),
      ];
      requests += partOf(cases).length;
      for (const [body, headers, status, code] of partOf(cases)) {
        const answer = await send(endpoint, { body, headers });
        expect([answer.status, answer.body.code], body.slice(0, 40)).toEqual([status, code]);
      }
      expect((await send(endpoint, { body: padded(maxBodyBytes) })).status).not.toBe(413);
      expect(
        (await send(endpoint, { body: '{}', headers: { 'content-type': 'application/merge-patch+json' } })).status,
      ).not.toBe(415);
      // Of two members of one name the last counts; a half character is no reason to fail.
      for (const body of ['{"name":"a","name":"b"}', '{"name":"\\ud800"}', '{"__proto__":{"name":"x"}}'])
        expect(problemsIn(await send(endpoint, { body }), body)).toEqual([]);
    });
  },
);

const judged = (
  { pointer, isFine, hostile, what: kind }: Variant,
  { status, body }: Answer<Problem>,
  known: ReadonlySet<string | undefined>,
  what: string,
): string[] => {
  const isPointedAt = body?.errors?.some((finding) => finding.pointer === pointer) === true;
  if (hostile !== undefined) {
    const name = pointer.slice(2);
    const shown = status < 300 ? (body as AnyBody | undefined)?.[name] : undefined;
    return shown === undefined || shown === hostile ? [] : [`${what}: stored as ${JSON.stringify(shown)}`];
  }
  // Too many may also be too much.
  if (status === 413 && kind === 'one item too many') return [];
  if (isFine) return isPointedAt && !known.has(pointer) ? [`${what}: refused`] : [];
  if (status !== 400 || body.code !== 'VALIDATION_FAILED') return [`${what}: ${status} ${body?.code} (${kind})`];
  return isPointedAt ? [] : [`${what}: not named in ${JSON.stringify(body.errors.map((each) => each.pointer))}`];
};

const parameters = registry.flatMap((endpoint) =>
  Object.entries(endpoint.request.query.shape).map(
    ([name, schema]) => [`${endpoint.operationId} ?${name}`, endpoint, name, inputSchema(schema)] as const,
  ),
);

const enc = encodeURIComponent;
/** What a query parameter of this kind must refuse, and take. */
const values = (schema: Schema): { bad: string[]; good: string[] } => {
  if (schema.type === 'integer') {
    const { minimum = -2147483648, maximum = 2147483647 } = schema;
    const bad = [
      String(maximum + 1),
      String(minimum - 1),
      '1.0',
      '+1',
      '1e1',
      '0x1',
      '01',
      ' 1',
      '',
      'x',
      '1,2',
      '١',
      'NaN',
    ];
    return { bad: bad.map(enc), good: [String(minimum), String(maximum)] };
  }
  if (schema.type === 'boolean') return { bad: ['TRUE', '1', '', 'yes', 'true%20'], good: ['true', 'false'] };
  if (schema.enum) return { bad: ['SOMETHING', '', 'null'], good: schema.enum.map(String) };
  if (schema.format === 'date-time')
    return {
      bad: ['2026-01-01', '2026-13-01T00:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01T00:00:00', 'now', ''].map(enc),
      good: [
        '2026-01-01T00:00:00Z',
        '2026-01-01T00:00:00.123456%2B02:00',
        '0001-01-01T00:00:00Z',
        '9999-12-31T23:59:59Z',
      ],
    };
  if (schema.format === 'uuid' || /0-9a-fA-F/.test(schema.pattern ?? ''))
    return { bad: ['x', '', `${absentId}0`, `{${absentId}}`].map(enc), good: [absentId, absentId.toUpperCase()] };
  if (schema.pattern !== undefined)
    return { bad: ['', '%20', enc('\u0000 no form')].slice(0, schema.pattern === '\\S' ? 2 : 3), good: [] };
  const long = schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1)];
  const limit = schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength)];
  const hostile = ['\u0000', '\u202E', '👩‍👩‍👧‍👦', '%', '[a-z]+(', '*a*b*', "' OR 1=1 --"];
  return { bad: long, good: [...limit, ...hostile, ''].map(enc) };
};

/** Of a list each entry; what it means is for the use case to say. */
const textOf = ({ items, ...schema }: Schema): Schema => {
  if (!items) return schema;
  const { pattern: _pattern, ...entry } = items;
  return entry;
};

describe.each(parameters)('%s', (_title, endpoint, name, schema) => {
  test('is refused by its name wherever it is wrong, and never made to fit', async () => {
    const { bad, good } = values(textOf(schema));
    const others = endpoint.operationId === 'getVerifierDownload' && name !== 'platform' ? '&platform=node' : '';
    const ask = (value: string, again = '') => send(endpoint, { query: `${name}=${value}${again}${others}` });
    const isNamed = ({ body }: Answer<Problem>): boolean =>
      body?.errors?.some((finding) => finding.in === 'query' && finding.name === name) === true;
    requests += partOf(bad).length + partOf(good).length + 1;
    for (const value of partOf(bad)) {
      const answer = await ask(value);
      expect([answer.status, answer.body.code, isNamed(answer)], value.slice(0, 60)).toEqual([
        400,
        'INVALID_PARAMETER',
        true,
      ]);
    }
    for (const value of partOf(good)) {
      const answer = await ask(value);
      expect(problemsIn(answer, value)).toEqual([]);
      // A sort is text to the schema and a field to the use case.
      if (name !== 'sort') expect(isNamed(answer), `${value.slice(0, 60)} ${answer.text.slice(0, 200)}`).toBe(false);
    }
    if (schema.type !== 'array') {
      const value = good[0] ?? 'x';
      const twice = await ask(value, `&${name}=${value}`);
      expect([twice.status, twice.body.code, isNamed(twice)]).toEqual([400, 'INVALID_PARAMETER', true]);
    }
  });
});

const inPaths = registry
  .filter(({ path }) => pathParameters(path).length > 0)
  .map((endpoint) => [endpoint.operationId, endpoint] as const);

/** A gateway decodes paths, and answers what it cannot decode, before anything of ours does. */
const isBehindGateway = process.env['TABLE_NAME'] !== undefined && process.env['API_TARGET'] !== undefined;

test.each(inPaths)('each id in the path of %s that is none is refused by its name', async (_name, endpoint) => {
  const hostile = [
    'x',
    `${absentId}0`,
    absentId.slice(1),
    `${absentId}%00`,
    '%F0%9F%92%A9',
    '%',
    '%2F',
    '..%2F..',
    '*',
    'x'.repeat(5000),
  ].filter((value) => !isBehindGateway || !value.includes('%'));
  for (const name of pathParameters(endpoint.path)) {
    const isUuid = values(inputSchema(endpoint.request.pathFields.shape[name]!)).good.includes(absentId.toUpperCase());
    for (const value of hostile) {
      requests += 1;
      const answer = await send(endpoint, { path: pathOf(endpoint, { [name]: value }) });
      expect(problemsIn(answer, value)).toEqual([]);
      if (isUuid)
        expect([answer.status, answer.body.code], `${name} ${value.slice(0, 50)}`).toEqual([400, 'INVALID_PARAMETER']);
      else expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    if (!isUuid || endpoint.method !== 'GET') continue;
    const shouted = await send(endpoint, {
      path: pathOf(endpoint, { [name]: (place[name] ?? absentId).toUpperCase() }),
    });
    expect(shouted.body?.errors?.filter((finding) => finding.in === 'path') ?? []).toEqual([]);
  }
});

test('an inverted range of dates is an empty one, and a pattern of stars costs no more than its length', async () => {
  const { body: none } = await owner.get(
    `${project.path}/test-runs?startedAfter=2026-02-01T00:00:00Z&startedBefore=2026-01-01T00:00:00Z`,
  );
  expect(none).toMatchObject({ data: [], totalElements: 0 });
  const started = performance.now();
  const bomb = enc('*a'.repeat(20));
  const projects = `/api/v1/workspaces/${tenant.workspaceId}/projects`;
  await owner.post(projects, { name: 'a'.repeat(200) });
  expect((await owner.get(`${projects}?nameWildcard=${bomb}`)).status).toBe(200);
  expect((await owner.get(`${projects}?nameWildcard=${enc('*a'.repeat(21))}`)).status).toBe(400);
  expect(performance.now() - started).toBeLessThan(5000);
  console.log(`bad input: ${requests} requests made from the registry`);
});
