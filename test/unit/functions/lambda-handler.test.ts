import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { defineEndpoint } from '#contract/define-endpoint.ts';
import * as z from '#contract/schemas/zod.ts';
import { writeLog } from '#functions/support/write-log.ts';
import type { ApiGatewayEvent } from '#functions/support/api-gateway-event.ts';
import { implement } from '#functions/support/implement.ts';
import { lambdaHandler } from '#functions/support/lambda-handler.ts';
import type { Operation } from '#http/operation.ts';
import { unaskedLimits } from '../../support/unasked-limits.ts';

const echo = defineEndpoint({
  operationId: 'echoThing',
  method: 'POST',
  path: '/api/v1/things/{name}',
  summary: 'Echo',
  tags: ['Things'],
  permission: 'public',
  request: { path: { name: z.string() }, body: z.object({ text: z.string() }), query: { q: z.optional(z.string()) } },
  success: { status: 200, body: z.object({ text: z.string(), name: z.string(), baseUrl: z.string(), q: z.string() }) },
  uses: [],
});
const unused = () => Promise.reject(new Error('not asked'));
const access = { ...unaskedLimits, findAccess: unused, findSignedIn: unused, findKeptAnswer: unused };
const open = () => ({ access, ports: {} });
const event = (more: Partial<ApiGatewayEvent> = {}): ApiGatewayEvent => ({
  rawPath: '/api/v1/things/bolt',
  rawQueryString: 'q=1',
  headers: { 'content-type': 'application/json', host: 'api.example.test' },
  pathParameters: { name: 'bolt' },
  body: '{"text":"grüße"}',
  isBase64Encoded: false,
  requestContext: { domainName: 'api.example.test', http: { method: 'POST' } },
  ...more,
});
const lines: string[] = [];
vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
afterEach(() => lines.splice(0));
afterAll(() => vi.restoreAllMocks());

const echoing = implement(echo, async ({ body, path, baseUrl, query }) => ({
  body: { text: body.text, name: path.name, baseUrl, q: query.q ?? '' },
})) as unknown as Operation;

test('an event becomes a request, the answer a result, and one line is logged without body or headers', async () => {
  const result = await lambdaHandler(echoing, open)(event(), {});
  expect(result.statusCode).toBe(200);
  expect(JSON.parse(result.body)).toEqual({ text: 'grüße', name: 'bolt', baseUrl: 'https://api.example.test', q: '1' });
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0]!) as Record<string, unknown>;
  expect(line).toEqual({
    level: 'info',
    requestId: expect.any(String),
    operationId: 'echoThing',
    status: 200,
    durationMs: expect.any(Number),
    requestBytes: Buffer.byteLength(event().body!),
    responseBytes: Buffer.byteLength(result.body),
  });
  for (const said of ['grüße', 'q=1', '/api/v1/things', 'example.test']) expect(lines[0]).not.toContain(said);
});

test('a problem is a metric too, by its code and operation', async () => {
  await lambdaHandler(echoing, open)(event({ body: '{' }), {});
  const line = JSON.parse(lines[0]!) as { _aws: { CloudWatchMetrics: { Dimensions: string[][] }[] } };
  expect(line).toMatchObject({ level: 'warn', status: 400, code: 'MALFORMED_JSON', problems: 1 });
  const named = line._aws.CloudWatchMetrics.flatMap(({ Dimensions }) => Dimensions.flat());
  for (const name of named) expect(line).toHaveProperty(name);
});

test('a line leads to its trace where X-Ray keeps one', () => {
  const entry = { requestId: 'r', operationId: 'o', status: 200, durationMs: 1 };
  for (const sampled of ['1', '0']) {
    vi.stubEnv(
      '_X_AMZN_TRACE_ID',
      `Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=${sampled}`,
    );
    writeLog(entry);
  }
  vi.unstubAllEnvs();
  expect(lines.map((line) => (JSON.parse(line) as { traceId?: string }).traceId)).toEqual([
    '1-5759e988-bd862e3fe1be46a994272793',
    undefined,
  ]);
});

test('what nobody has allowed is in no line, whoever passes it', () => {
  const entry = { requestId: 'r', operationId: 'o', status: 200, durationMs: 1, authorization: 'Bearer secret' };
  writeLog(entry);
  expect(lines.join()).not.toContain('secret');
});

test('a body in base64 is the same body', async () => {
  const body = Buffer.from('{"text":"grüße"}').toString('base64');
  const result = await lambdaHandler(echoing, open)(event({ body, isBase64Encoded: true }), {});
  expect(JSON.parse(result.body)).toMatchObject({ text: 'grüße' });
});

test('a request id that we can carry comes back, another is replaced', async () => {
  const idFor = async (given: string) => {
    const headers = { ...event().headers, 'X-Request-Id': given };
    return (await lambdaHandler(echoing, open)(event({ headers }), {})).headers['x-request-id'];
  };
  expect(await idFor('abc-DEF_123')).toBe('abc-DEF_123');
  for (const given of ['short', 'x'.repeat(65), 'with space 1', 'line\nbreak12']) {
    expect(await idFor(given)).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('what a function depends on is opened once per sandbox, at the first request', async () => {
  const opening = vi.fn(open);
  const handler = lambdaHandler(echoing, opening);
  expect(opening).not.toHaveBeenCalled();
  await handler(event(), {});
  await handler(event(), {});
  expect(opening).toHaveBeenCalledTimes(1);
});

test('a defect is INTERNAL to the caller and whole in the log', async () => {
  const broken = implement(echo, async () => {
    throw new TypeError('the secret cause');
  }) as unknown as Operation;
  const result = await lambdaHandler(broken, open)(event(), {});
  expect([result.statusCode, JSON.parse(result.body)]).toMatchObject([500, { code: 'INTERNAL' }]);
  expect(result.body).not.toContain('secret cause');
  expect(lines.join()).toContain('the secret cause');
});

test('a function that cannot be opened still answers with a problem body', async () => {
  const handler = lambdaHandler(echoing, () => {
    throw new Error('TABLE_NAME is not set.');
  });
  const result = await handler(event(), {});
  expect([result.statusCode, result.headers['content-type']]).toEqual([500, 'application/problem+json']);
  expect(lines.join()).toContain('TABLE_NAME is not set');
});

test('a request that runs out of time gets a problem body before Lambda gives up', async () => {
  const slow = implement(echo, () => new Promise(() => {})) as unknown as Operation;
  const result = await lambdaHandler(slow, open)(event(), { getRemainingTimeInMillis: () => 310 });
  expect([result.statusCode, JSON.parse(result.body)]).toMatchObject([503, { code: 'DEPENDENCY_UNAVAILABLE' }]);
});
