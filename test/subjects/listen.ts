import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hono } from 'hono';

/** Serves an app on a free loopback port. An error that the app does not handle is a 500. */
export async function listen(app: Hono): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => void answer(app, incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(app: Hono, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = incoming;
  // A Request cannot carry these.
  if (['CONNECT', 'TRACE', 'TRACK'].includes(method)) return void outgoing.writeHead(405).end();
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const hasBody = method !== 'GET' && method !== 'HEAD' && chunks.length > 0;
  const response = await app.fetch(
    new Request(new URL(url, `http://${incoming.headers.host ?? '127.0.0.1'}`), {
      method,
      headers,
      ...(hasBody && { body: Buffer.concat(chunks) }),
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}
