import { afterEach, expect, test, vi } from 'vitest';
import { handler } from '#functions/mcp.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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

test('a token that ends within 14 days is told with every answer; one that has ended ends the message with 401', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const page = { data: [], page: 1, size: 10, totalElements: 0 };
  const answerWith = async (days: number): Promise<unknown> => {
    const headers = { 'token-expires-at': new Date(Date.now() + days * 86_400_000).toISOString() };
    vi.stubGlobal('fetch', async () => Response.json(page, { headers }));
    const { body } = await handler(event('Bearer dzy_x'));
    return (JSON.parse(body) as { result: { content: { text: string }[] } }).result.content.map(({ text }) => text);
  };
  expect(await answerWith(20)).toEqual([JSON.stringify(page)]);
  expect(await answerWith(3)).toEqual([JSON.stringify(page), expect.stringMatching(/valid until .*, [23] days left/)]);
  const problem = { type: '/problems/token-expired', title: 'Ended', status: 401, detail: 'It ended.', instance: '/' };
  const refusal = { ...problem, code: 'TOKEN_EXPIRED', requestId: 'request-id', errors: [] };
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 401 }));
  const { statusCode, body } = await handler(event('Bearer dzy_x'));
  expect([statusCode, JSON.parse(body).code]).toEqual([401, 'TOKEN_EXPIRED']);
});
