import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { path: string; headers: Record<string, string>; body: string };
/** How a receiver answers a post; without a call of `end` it hangs. */
export type Answering = (response: ServerResponse, request: IncomingMessage) => void;

export const answering =
  (status: number, body = '', headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** A customer's server on loopback, which keeps what it was sent. Each post takes the next of `answers`; the last one stays. */
export const openReceiver = async (host = '127.0.0.1', port = 0) => {
  const received: Received[] = [];
  const answers: Answering[] = [answering(204)];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      received.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() });
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      answer(response, request);
    });
  });
  await once(server.listen(port, host), 'listening');
  const { port: listening } = server.address() as AddressInfo;
  return {
    host: `${host}:${listening}`,
    port: listening,
    received,
    answers,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Two receivers at one port. A port that is free at one address may be taken at the other: then the next is tried. */
export const openPair = async (one: string, other: string): Promise<[Receiver, Receiver]> => {
  const first = await openReceiver(one);
  try {
    return [first, await openReceiver(other, first.port)];
  } catch (error) {
    await first.close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return openPair(one, other);
  }
};
