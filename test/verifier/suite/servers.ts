import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { selfSigned } from '#test/self-signed.ts';
import { thingsApi, type Fault, type ThingsApi } from '#test/things-api.ts';

const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

export type Listener = (request: IncomingMessage & { text: string }, response: ServerResponse) => unknown;

/** An HTTP server on a free port until the test ends; the body is read before the listener is asked. */
export async function serve(listener: Listener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(reading(listener));
  open.push(() => server.closeAllConnections());
  return `http://${host.includes(':') ? `[${host}]` : host}:${await listen(server, host)}`;
}

/** The same over TLS, with a certificate that nobody vouches for. */
export async function serveTls(listener: Listener): Promise<string> {
  const server = createTlsServer(selfSigned, reading(listener));
  open.push(() => server.closeAllConnections());
  return `https://127.0.0.1:${await listen(server)}`;
}

/** A server that speaks whatever the test writes. */
export async function serveTcp(talk: (socket: Socket) => void): Promise<string> {
  return `http://127.0.0.1:${await listen(createTcpServer(keep(talk)))}`;
}

/** A proxy that only opens tunnels; `seen` holds the first line and the credentials of each request for one. */
export async function serveTunnels(): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, client: Socket) => {
    seen.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    const [host = '', port] = (request.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    for (const socket of [client, target]) {
      socket.on('error', () => socket.destroy());
      open.push(() => socket.destroy());
    }
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, seen };
}

/** The things API behind a socket; `accepts` says whose requests it lets in, in place of the usual bearer. */
export async function serveThings(
  options: { fault?: Fault; accepts?: (headers: IncomingMessage['headers']) => boolean } = {},
): Promise<ThingsApi & { url: string; requests: IncomingMessage[]; listener: Listener }> {
  const api = thingsApi(options.fault);
  const requests: IncomingMessage[] = [];
  const listener = thingsListener(api, requests, options.accepts);
  return { ...api, url: await serve(listener), requests, listener };
}

/** What `serveThings` listens with, for other kinds of server. */
export function thingsListener(
  api: ThingsApi,
  requests: IncomingMessage[] = [],
  accepts?: (headers: IncomingMessage['headers']) => boolean,
): Listener {
  return async (request, response) => {
    requests.push(request);
    const { authorization = '', ...others } = request.headers as Record<string, string>;
    const identity = accepts === undefined ? authorization : accepts(request.headers) ? 'Bearer tok-admin-1234' : '';
    const answer = await api.handler({
      method: request.method ?? 'GET',
      url: `http://127.0.0.1${request.url}`,
      headers: { ...others, authorization: identity },
      ...(request.text === '' ? {} : { body: request.text }),
      timeoutMs: 0,
    });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
}

function reading(listener: Listener) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await listener(Object.assign(request, { text: Buffer.concat(chunks).toString('utf8') }), response);
  };
}

function keep(talk: (socket: Socket) => void) {
  return (socket: Socket): void => {
    open.push(() => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.once('data', () => talk(socket));
  };
}

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  open.push(() => server.close());
  return (server.address() as AddressInfo).port;
}
