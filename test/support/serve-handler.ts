import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MemoryHandler } from '#verifier/transport/memory.ts';

/** The same handler behind a real socket on a free port. */
export async function serveHandler(handler: MemoryHandler): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const answer = await handler({
      method: request.method ?? 'GET',
      url: `http://127.0.0.1${request.url}`,
      headers: request.headers as Record<string, string>,
      ...(body === '' ? {} : { body }),
      timeoutMs: 0,
    });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
