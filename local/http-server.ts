import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registry } from '#contract/endpoints/index.ts';
import { ServiceError } from '#contract/errors.ts';
import { mcpRoute } from '#contract/mcp-route.ts';
import { methodsOf } from '#contract/methods-of.ts';
import { requestIdOf } from '#http/request-id.ts';
import { matchRoute } from '#http/route-table.ts';
import type { Operation, RawRequest, RawResponse, ServeDependencies } from '#http/operation.ts';
import { problemResponse, serve } from '#http/serve.ts';
import { emitEvents } from './emit-events.ts';
import type { BlobRequest } from './blob-store/serve-blob.ts';

type Answer = { status: number; headers: Record<string, string>; body: string | Uint8Array };
type Incoming = { method: string; path: string; rawQuery: string; headers: Record<string, string> };

export type LocalServerOptions = {
  /** The operation of an endpoint of the registry. */
  operationOf: (operationId: string) => Promise<Operation>;
  dependencies: ServeDependencies;
  /** Answers an MCP message. */
  mcp: (request: RawRequest) => Promise<RawResponse>;
  /** What the API's routes leave to others: each answers the requests below its prefix. */
  besides: readonly {
    prefix: string;
    answer: (request: Incoming & Pick<BlobRequest, 'readBody'>) => Promise<Answer>;
  }[];
};

/** The same routes and the same `serve` as behind the gateway, on node:http. */
export const createLocalServer = (options: LocalServerOptions): Server => {
  const routes = [
    ...registry.flatMap((endpoint): Route[] => {
      const { operationId, path, request } = endpoint;
      const answerOne = async (raw: RawRequest) =>
        serve(await options.operationOf(operationId), raw, options.dependencies);
      return methodsOf(endpoint).map((method) => ({
        method,
        path,
        maxBodyBytes: request.maxBodyBytes,
        answer: answerOne,
      }));
    }),
    { ...mcpRoute, answer: options.mcp },
  ];
  const server = createServer((request, response) => {
    const events = emitEvents(response);
    answer(request, options, routes, events.emit)
      .then((answered) => (response.headersSent ? events.end(answered) : send(request, response, answered)))
      .catch((error: unknown) => {
        // The caller went away, or a defect outside of `serve`; there is nobody left to tell but the log.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') console.error(error);
        response.destroy();
      });
  });
  return server;
};

/** Listens on 127.0.0.1 only and answers the port; 0 picks a free one. Rejects with EADDRINUSE. */
export const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

type Route = {
  method: string;
  path: string;
  maxBodyBytes: number;
  answer: (request: RawRequest) => Promise<RawResponse>;
};

const answer = async (
  request: IncomingMessage,
  { besides }: LocalServerOptions,
  routes: readonly Route[],
  emit: NonNullable<RawRequest['emit']>,
): Promise<Answer> => {
  const incoming = incomingOf(request);
  const { method, path, rawQuery, headers } = incoming;
  const beside = besides.find(({ prefix }) => path.startsWith(prefix));
  const requestId = requestIdOf(headers, randomUUID);
  try {
    if (beside) return await beside.answer({ ...incoming, readBody: (limitBytes) => readBody(request, limitBytes) });
    const { route, pathParameters } = matchRoute(routes, method, path);
    const body = (await readBody(request, route.maxBodyBytes)).toString();
    const baseUrl = `http://${headers['host'] ?? '127.0.0.1'}`;
    const raw = { requestId, path, pathParameters, rawQuery, headers, baseUrl, emit, ...(body !== '' && { body }) };
    return await route.answer(raw);
  } catch (error) {
    if (error instanceof ServiceError) return problemResponse(error, { path, requestId });
    throw error;
  }
};

const incomingOf = ({ method = 'GET', url = '/', headers }: IncomingMessage): Incoming => {
  const [path = '/', ...query] = url.split('?');
  const texts = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]);
  return { method, path, rawQuery: query.join('?'), headers: Object.fromEntries(texts) };
};

/** Stops reading one byte past the limit; `serve` then refuses the size in its own place, after authentication. */
const readBody = async (request: IncomingMessage, limitBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    sizeBytes += (chunk as Buffer).length;
    if (sizeBytes > limitBytes) break;
  }
  return Buffer.concat(chunks);
};

const send = (request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void => {
  const length = status === 204 || status === 304 ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...headers, ...length }).end(body);
  // The rest of a refused body: closing now would take the answer from a caller that is still writing.
  request.resume();
};
