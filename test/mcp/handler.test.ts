import { afterEach, expect, test, vi } from 'vitest';
import { handler } from '#functions/mcp.ts';

afterEach(() => vi.unstubAllGlobals());

const event = (authorization: string) => ({
  rawPath: '/mcp',
  rawQueryString: '',
  headers: {
    authorization,
    host: 'elsewhere.example',
    'x-forwarded-proto': 'http',
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_workspaces', arguments: {} },
  }),
  isBase64Encoded: false,
  requestContext: { domainName: 'api.service.test', http: { method: 'POST' } },
});

test('in AWS the token goes to the host that the gateway knows, whatever the caller names', async () => {
  const page = { data: [], page: 1, size: 10, totalElements: 0 };
  const send = vi.fn(async (_url: URL, _options: RequestInit) => Response.json(page));
  vi.stubGlobal('fetch', send);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { statusCode, body } = await handler(event('Bearer dzy_x'));
  expect([statusCode, JSON.parse(body)]).toEqual([
    200,
    expect.objectContaining({ result: expect.objectContaining({ structuredContent: page }) }),
  ]);
  expect(send.mock.calls.map(([url]) => url.href)).toEqual([
    'https://api.service.test/api/v1/workspaces?page=1&size=10',
  ]);
});

test('whoever sends no bearer token is refused before anything is sent', async () => {
  const send = vi.fn();
  vi.stubGlobal('fetch', send);
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await handler(event('Basic eDp5'))).toMatchObject({ statusCode: 401 });
  expect(send).not.toHaveBeenCalled();
  expect(JSON.parse(String(written.mock.calls[0]![0]))).toMatchObject({ operationId: 'mcp', code: 'UNAUTHENTICATED' });
});
