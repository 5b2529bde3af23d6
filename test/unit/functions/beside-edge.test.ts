import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { edgeKeyHeader } from '#contract/edge-key-header.ts';
import { handler as mcp } from '#functions/mcp.ts';
import { type ApiGatewayEvent, toRawRequest } from '#functions/support/api-gateway-event.ts';
import { besideEdge } from '#functions/support/beside-edge.ts';

const event = (headers: Record<string, string>): ApiGatewayEvent => ({
  rawPath: '/api/v1/me',
  rawQueryString: '',
  headers: { host: 'origin.example.com', ...headers },
  isBase64Encoded: false,
  requestContext: { domainName: 'origin.example.com', http: { method: 'GET' } },
});
afterEach(() => vi.unstubAllEnvs());

test('without a firewall every request goes on, whatever it brings', () => {
  expect(besideEdge(event({}))).toBeUndefined();
  expect(besideEdge(event({ [edgeKeyHeader]: 'any' }))).toBeUndefined();
});

describe('with a firewall', () => {
  beforeEach(() => {
    vi.stubEnv('EDGE_KEY', 'secret');
    vi.stubEnv('PUBLIC_URL', 'https://api.example.com');
  });

  test('a request that came through it goes on, however the header is written', () => {
    expect(besideEdge(event({ [edgeKeyHeader.toUpperCase()]: 'secret' }))).toBeUndefined();
  });

  test.for([{}, { [edgeKeyHeader]: '' }, { [edgeKeyHeader]: 'secret2' }, { [edgeKeyHeader]: 'secre' }])(
    '404: a request past it, with %o, learns where to call',
    async (headers) => {
      const refusal = besideEdge(event(headers));
      expect(refusal).toMatchObject({ statusCode: 404, headers: { 'content-type': 'application/problem+json' } });
      expect(JSON.parse(refusal!.body)).toMatchObject({
        code: 'ROUTE_NOT_FOUND',
        detail: 'Nothing is answered here. Call https://api.example.com.',
      });
      expect((await mcp(event(headers))).statusCode).toBe(404);
    },
  );

  test('what answers say of addresses is the public one', () => {
    expect(toRawRequest(event({})).baseUrl).toBe('https://api.example.com');
  });

  test('MCP calls the interface past the firewall, with the key', async () => {
    const sent = vi
      .spyOn(globalThis, 'fetch')
      .mockResolvedValue(Response.json({ code: 'UNAUTHENTICATED' }, { status: 401 }));
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_workspaces', arguments: {} } };
    await mcp({
      ...event({
        [edgeKeyHeader]: 'secret',
        authorization: 'Bearer dzy_x',
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      }),
      body: JSON.stringify(call),
    });
    const [[url, init]] = sent.mock.calls as [[URL, RequestInit]];
    expect(String(url)).toMatch(/^https:\/\/origin\.example\.com\//);
    expect(init.headers).toMatchObject({ [edgeKeyHeader]: 'secret', authorization: 'Bearer dzy_x' });
    vi.restoreAllMocks();
  });
});
