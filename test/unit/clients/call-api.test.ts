import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { getFeatureSpec } from '#contract/endpoints/specs.ts';
import { listWorkspaces } from '#contract/endpoints/workspaces.ts';
import { recordRun } from '#contract/endpoints/verifier-runs.ts';
import { callApi } from '../../../clients/api/call-api.ts';
import { download } from '../../../clients/api/download.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
const serve = async (listener: RequestListener): Promise<{ url: string; token: string }> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'dzy_secret' };
};
const id = '0199b4a1-0000-7000-8000-000000000001';
const path = { workspaceId: id, projectId: id, featureId: id };
const noPage = JSON.stringify({ data: [], page: 1, size: 10, totalElements: 0 });
const page = { query: { page: 1, size: 10 } };

it('a redirect to a document is followed without the token, also on the same origin', async () => {
  const asked: [string, string | undefined][] = [];
  const spec = { specHash: `sha256:${'a'.repeat(64)}`, spec: { openapi: '3.1.0' }, envProvidedParams: [] };
  const service = await serve(({ url = '', headers }, response) => {
    asked.push([url, headers.authorization]);
    if (url.endsWith('/spec')) response.writeHead(307, { location: '/document?signature=1' }).end();
    else response.end(JSON.stringify(spec));
  });
  expect(await callApi(service, getFeatureSpec, { path })).toEqual(spec);
  expect(asked).toEqual([
    [expect.stringMatching(/\/spec$/), 'Bearer dzy_secret'],
    ['/document?signature=1', undefined],
  ]);
});

it('a download sends no token', async () => {
  const { url } = await serve(({ headers }, response) => response.end(headers.authorization ?? 'none'));
  expect(Buffer.from(await download(url, () => undefined)).toString()).toBe('none');
});

it('a read is tried again while the service is busy or breaks off, three times at most', async () => {
  let calls = 0;
  const service = await serve((_request, response) => {
    calls += 1;
    if (calls === 1) response.destroy();
    else if (calls === 2) response.writeHead(503, { 'retry-after': '0' }).end();
    else response.end(noPage);
  });
  expect((await callApi(service, listWorkspaces, page)).totalElements).toBe(0);
  calls = -10;
  const busy = await serve(
    (_request, response) => void (calls++, response.writeHead(503, { 'retry-after': '0' }).end()),
  );
  await expect(callApi(busy, listWorkspaces, page)).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
  expect(calls).toBe(-7);
});

it('a write without an idempotency key is sent once, with one again', async () => {
  let calls = 0;
  const service = await serve((_request, response) => void (calls++, response.destroy()));
  const results = { metadata: { specHash: '', flowVersion: '', jepVersion: '' }, journeys: [] };
  const body = { results };
  await expect(callApi(service, recordRun, { path, body })).rejects.toMatchObject({
    code: 'SERVICE_UNREACHABLE',
    exitCode: 4,
  });
  expect(calls).toBe(1);
  await expect(callApi(service, recordRun, { path, body, idempotencyKey: 'k' })).rejects.toThrow('does not answer');
  expect(calls).toBe(4);
});

it.each([
  ['a page of somebody else', 200, '<html>'],
  ['a known route in an unknown form', 200, '{"data":3}'],
  ['a failure of a proxy', 500, 'oops'],
])('%s is told as what it is', async (_, status, body) => {
  const service = await serve((_request, response) => response.writeHead(status).end(body));
  await expect(callApi(service, listWorkspaces, page)).rejects.toMatchObject({
    code: 'UNEXPECTED_ANSWER',
    exitCode: 2,
  });
});

it('a problem is told in the words of the service, with each finding', async () => {
  const problem = {
    type: 'about:blank',
    title: 't',
    status: 400,
    detail: 'The request is not valid.',
    instance: '/x',
    code: 'VALIDATION_FAILED',
    requestId: 'r-1',
    errors: [{ in: 'body', pointer: '/name', code: 'REQUIRED', message: 'is missing' }],
  };
  const service = await serve((_request, response) => response.writeHead(400).end(JSON.stringify(problem)));
  await expect(callApi(service, listWorkspaces, page)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: 'The request is not valid.\n /name: is missing',
    fix: 'Its request id is r-1.',
  });
});
