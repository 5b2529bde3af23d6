import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startFaultProxy } from '../../bench/detect/proxy/fault-proxy.ts';

test('a server that hangs up is seen so through the proxy, and has not broken it', async () => {
  const crashing = createServer((request, response) => {
    if (request.url === '/crash') request.socket.destroy();
    else response.end('[]');
  });
  await new Promise<void>((resolve) => crashing.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(crashing.address() as AddressInfo).port}`;
  const proxy = await startFaultProxy({ target: url, spec: { openapi: '3.1.0', paths: {} } });
  try {
    expect((await fetch(`${proxy.url}/todos`)).status).toBe(200);
    await expect(fetch(`${proxy.url}/crash`)).rejects.toThrow('fetch failed');
    expect((await fetch(`${proxy.url}/todos`)).status).toBe(200);
    expect(proxy.errors()).toEqual([]);
  } finally {
    await proxy.close();
    crashing.close();
  }
});
