import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

import { faultNamed } from '../../bench/detect/faults/faults.ts';
import { startFaultProxy } from '../../bench/detect/proxy/fault-proxy.ts';

test('credentials of nobody are those whose key is nobody’s, also beside the tenant that is the owner’s', async () => {
  const owner = { 'x-api-key': 'ours', 'x-tenant': 'acme' };
  const server = createServer((request, response) => {
    response.writeHead(request.headers['x-api-key'] === 'ours' ? 200 : 401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const guarded = {
    openapi: '3.0.3',
    security: [{ key: [] }],
    paths: { '/secret': { get: { responses: { 200: { description: 'ok' } } } } },
  };
  const proxy = await startFaultProxy({
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spec: guarded,
    identities: { owner, outsider: { 'x-api-key': 'theirs', 'x-tenant': 'globex' } },
    planted: { fault: faultNamed('credentials not checked'), operation: 'GET /secret' },
  });
  const ask = async (headers: Record<string, string>) => (await fetch(`${proxy.url}/secret`, { headers })).status;
  expect(await ask({ ...owner, 'x-api-key': 'made up' })).toBe(200);
  expect(await ask({ 'x-api-key': 'theirs', 'x-tenant': 'globex' })).toBe(401);
  expect(await ask({ 'x-tenant': 'acme' })).toBe(401);
  await proxy.close();
  await new Promise((resolve) => server.close(resolve));
});
