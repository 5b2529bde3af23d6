import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { Send, WireRequest } from '#verifier/transport/send.ts';
import { freePort } from './free-port.ts';
import { selfSigned } from './self-signed.ts';

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const http = (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  open.push(async () => server.closeAllConnections());
  return listen(server);
};

/** A server that speaks whatever the test writes. */
const tcp = (talk: (socket: Socket) => void): Promise<string> =>
  listen(
    createTcpServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => talk(socket));
    }),
  );

/** What every transport promises (engine and specification §4 see no difference), each case against a real socket. */
export function testTransport(openSend: () => { send: Send; close: () => Promise<void> }): void {
  const send = (url: string, more: Partial<WireRequest> = {}) => {
    const transport = openSend();
    open.unshift(() => transport.close());
    return transport.send({ method: 'GET', url, headers: {}, timeoutMs: 5000, ...more });
  };

  test('an answer comes with its status, its lower-case headers and its text', async () => {
    const url = await http((request, response) => {
      response.writeHead(201, { 'Content-Type': 'application/json', 'X-Two': ['a', 'b'] });
      request.pipe(response);
    });
    const answer = await send(url, { method: 'POST', body: '{"name":"ä"}' });
    expect(answer).toMatchObject({
      status: 201,
      headers: { 'content-type': 'application/json', 'x-two': 'a, b' },
      body: '{"name":"ä"}',
    });
  });

  test('a multipart form goes as servers read it: texts, JSON and bytes, names in the letters that they have', async () => {
    const url = await http(async (request, response) => {
      const sent = new Response(Readable.toWeb(request) as ReadableStream, {
        headers: { ...request.headers } as never,
      });
      const parts = [...(await sent.formData())].map(async ([name, value]) =>
        typeof value === 'string'
          ? [name, value]
          : [name, value.name, value.type, Buffer.from(await value.arrayBuffer()).toString('hex')],
      );
      response.end(JSON.stringify(await Promise.all(parts)));
    });
    const form = [
      { name: 'title', content: 'für Zoë\n--dezycro-verify-form' },
      { name: 'meta', content: '{"a":1}', contentType: 'application/json' },
      { name: 'photo', content: 'iVAN', isBase64: true, fileName: 'a "b".png', contentType: 'image/png' },
      { name: 'none', content: '', fileName: 'none.txt', contentType: 'text/plain' },
    ];
    const headers = { 'content-type': 'multipart/form-data' };
    expect(JSON.parse((await send(url, { method: 'POST', headers, form })).body)).toEqual([
      ['title', 'für Zoë\n--dezycro-verify-form'],
      ['meta', '{"a":1}'],
      ['photo', 'a "b".png', 'image/png', '89500d'],
      ['none', 'none.txt', 'text/plain', ''],
    ]);
  });

  test('a Host header overrides the host of the URL', async () => {
    const url = await http((request, response) => response.end(request.headers.host));
    expect((await send(url, { headers: { host: 'api.vhost.test' } })).body).toBe('api.vhost.test');
  });

  test('a redirect is an answer and is not followed', async () => {
    let requests = 0;
    const url = await http((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await send(url)).toMatchObject({ status: 302, headers: { location: '/elsewhere' } });
    expect(requests).toBe(1);
  });

  test('a compressed answer is read although none was asked for', async () => {
    const url = await http((request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'x-asked': String(request.headers['accept-encoding']) });
      response.end(gzipSync('{"a":1}'));
    });
    expect(await send(url)).toMatchObject({ body: '{"a":1}', headers: { 'x-asked': 'identity' } });
  });

  test('a refused connection is REFUSED', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    await expect(send(url)).rejects.toMatchObject({ name: 'TransportError', failure: 'REFUSED' });
  });

  test('a name that does not exist is UNRESOLVED', async () => {
    // Name resolution has its own time-outs, and waits behind whatever else the process resolves.
    await expect(send('http://no-such-host.invalid/', { timeoutMs: 60_000 })).rejects.toMatchObject({
      failure: 'UNRESOLVED',
    });
  });

  test.each([
    ['resets before the answer', (socket: Socket) => socket.resetAndDestroy(), 'RESET'],
    ['ends before the answer', (socket: Socket) => socket.end(), 'RESET'],
    [
      'ends within the body',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"half":'),
      'TRUNCATED',
    ],
    [
      'ends within a chunk',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n64\r\n{"half":'),
      'TRUNCATED',
    ],
    ['speaks no HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'MALFORMED'],
  ] as const)('a server that %s', async (_name, talk, failure) => {
    const url = await tcp((socket) => void talk(socket));
    await expect(send(url)).rejects.toMatchObject({ name: 'TransportError', failure });
  });

  test('a server that never answers, or never ends its answer, is a TIMEOUT', async () => {
    const silent = await tcp(() => undefined);
    await expect(send(silent, { timeoutMs: 50 })).rejects.toMatchObject({ failure: 'TIMEOUT' });
    const endless = await http((_request, response) => void response.writeHead(200).write('{'));
    await expect(send(endless, { timeoutMs: 100 })).rejects.toMatchObject({ failure: 'TIMEOUT' });
  });

  test('a certificate that nobody vouches for is TLS_UNTRUSTED', async () => {
    const url = await listen(createTlsServer(selfSigned, (_request, response) => response.end()));
    await expect(send(url.replace('http:', 'https:'))).rejects.toMatchObject({ failure: 'TLS_UNTRUSTED' });
  });

  test('TLS where plain HTTP is spoken is MALFORMED', async () => {
    const url = await http((_request, response) => response.end());
    await expect(send(url.replace('http:', 'https:'))).rejects.toMatchObject({ failure: 'MALFORMED' });
  });

  test('an answer beyond 16 MiB is not read to its end', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const url = await http((_request, response) => {
      const pump = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', pump);
      pump();
    });
    await expect(send(url)).rejects.toMatchObject({ failure: 'TOO_LARGE' });
  });
}
