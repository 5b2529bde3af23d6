import { Agent, createServer, request as sendRequest } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '#verifier/plan/plan.ts';
import type { ReasonCode, Verdict } from '#verifier/result/verdict.ts';
import { basePathOf, matchOperation, proxyOperations } from './operations.ts';
import type { JsonObject, ProxyOperation } from './operations.ts';

export type ProxyRequest = { method: string; path: string; headers: OutgoingHttpHeaders; body: Buffer };
export type ProxyAnswer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** A request on its way to the target. */
export type Exchange = {
  /** The documented operation. Undefined if the spec has none for the request. */
  operation: ProxyOperation | undefined;
  params: Record<string, string>;
  request: ProxyRequest;
  /** Sends the request to the target, with the given changes. */
  send(changes?: Partial<ProxyRequest>): Promise<ProxyAnswer>;
};

/** Headers of owner and outsider, by lower-case name. "authentication ignored" and "other user allowed" need them. */
export type Identities = { owner: Record<string, string>; outsider: Record<string, string> };

/** The operations of an API and its callers. */
export type Setting = {
  operations: ProxyOperation[];
  identities: Identities;
  /** Current time in ms. */
  now(): number;
};
export type Scene = Setting & { operation: ProxyOperation };

export type Interceptor = (exchange: Exchange) => Promise<ProxyAnswer>;

/** A verdict with its possible reasons. */
export type Label = { verdict: Verdict; reasonCodes: ReasonCode[] };

/** A defect that can be planted at an operation. */
export type Fault = {
  name: string;
  /** The family of the fault: a response, the stored state, the items of a list, or access is wrong. */
  family: 'answer' | 'state' | 'list' | 'access';
  /** The verdicts that name the fault rightly. */
  expected: Label[];
  /** Further verdicts that name the fault rightly at this operation. */
  alsoNamed?(operation: ProxyOperation, all: ProxyOperation[]): Label[];
  /** True if the fault can be planted at the operation. */
  appliesTo(operation: ProxyOperation, all: ProxyOperation[]): boolean;
  /** Creates the interceptor for one proxy. It sees all requests and keeps its state as long as the proxy runs. */
  plant(scene: Scene): Interceptor;
  /** True if the fault depends on all items of the list. */
  isOfPages?: true;
};

/** A disturbance of a sound server at all operations, or on the way to it. */
export type Scenario = {
  name: string;
  /** Verdicts that are acceptable instead of a pass. */
  expected: Label[];
  plant(setting: Setting): Interceptor;
};

export type FaultProxyOptions = {
  /** Origin of the API. */
  target: string;
  /** OpenAPI 3 document of the API. */
  spec: JsonObject;
  /** What to plant; `operation` is "METHOD /template". Absent: a plain proxy. */
  planted?: { fault: Fault; operation: string } | { scenario: Scenario };
  identities?: Identities;
  now?: () => number;
};

export type FaultProxy = {
  url: string;
  /** Number of requests received. */
  requests(): number;
  /** Number of requests received for an operation. */
  requestsAt(operation: string): number;
  /** Number of requests or responses that the proxy changed. */
  altered(): number;
  /** Errors in the proxy itself, which callers see as broken connections. */
  errors(): Error[];
  close(): Promise<void>;
};

/** Thrown to close the connection without a response, by an interceptor or because the target has done so. */
export class CutConnection extends Error {}

/**
 * Starts an HTTP proxy on a free loopback port. It plants one fault at one operation, one scenario at all, or nothing.
 */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const operations = proxyOperations(options.spec);
  const basePath = basePathOf(options.spec);
  const intercept = plantIn(options, operations);
  const agent = new Agent({ keepAlive: true });
  let requests = 0;
  let altered = 0;
  const byOperation = new Map<string, number>();
  const errors: Error[] = [];
  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing));

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    requests += 1;
    try {
      const { status, headers, body } = await answer(incoming);
      const hasBody = status !== 204 && status !== 304;
      outgoing.writeHead(status, { ...headers, ...(hasBody ? { 'content-length': body.length } : {}) });
      outgoing.end(hasBody && incoming.method !== 'HEAD' ? body : undefined);
    } catch (error) {
      if (!(error instanceof CutConnection)) errors.push(error instanceof Error ? error : new Error(String(error)));
      outgoing.destroy();
    }
  }

  async function answer(incoming: IncomingMessage): Promise<ProxyAnswer> {
    const request = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: endToEnd(incoming.headers),
      body: await readAll(incoming),
    };
    const path = request.path.split('?', 1)[0] ?? '';
    const match = path.startsWith(basePath)
      ? matchOperation(operations, request.method, path.slice(basePath.length))
      : undefined;
    const key = match?.operation.key ?? '';
    byOperation.set(key, (byOperation.get(key) ?? 0) + 1);
    const plain = new Set<ProxyAnswer>();
    const answered = await intercept({
      operation: match?.operation,
      params: match?.params ?? {},
      request,
      send: async (changes = {}) => {
        const received = await forward(options.target, agent, { ...request, ...changes });
        if (isUnchanged(request, changes)) plain.add(received);
        return received;
      },
    });
    if (!plain.has(answered)) altered += 1;
    return answered;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    requestsAt: (operation) => byOperation.get(operation) ?? 0,
    altered: () => altered,
    errors: () => errors,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

/** The JSON body. Undefined if it is no JSON. */
export function jsonOf(message: { body: Buffer }): Json | undefined {
  try {
    return JSON.parse(message.body.toString('utf8')) as Json;
  } catch {
    return undefined;
  }
}

export function withJson(answer: ProxyAnswer, value: Json): ProxyAnswer {
  return { ...answer, body: Buffer.from(JSON.stringify(value)) };
}

export function isSuccess(answer: ProxyAnswer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

function plantIn({ planted, identities, now }: FaultProxyOptions, operations: ProxyOperation[]): Interceptor {
  if (planted === undefined) return (exchange) => exchange.send();
  const setting = { operations, identities: identities ?? { owner: {}, outsider: {} }, now: now ?? Date.now };
  if ('scenario' in planted) return planted.scenario.plant(setting);
  const operation = operations.find(({ key }) => key === planted.operation);
  if (operation === undefined) throw new Error(`The spec has no operation "${planted.operation}".`);
  if (!planted.fault.appliesTo(operation, operations))
    throw new Error(`"${planted.fault.name}" does not fit ${planted.operation}.`);
  return planted.fault.plant({ ...setting, operation });
}

function isUnchanged(request: ProxyRequest, { method, path, headers, body }: Partial<ProxyRequest>): boolean {
  return (
    (method ?? request.method) === request.method &&
    (path ?? request.path) === request.path &&
    (headers === undefined || JSON.stringify(headers) === JSON.stringify(request.headers)) &&
    (body === undefined || body.equals(request.body))
  );
}

/** Headers that belong to one connection, or that would make bodies unreadable for the proxy. */
const DROPPED = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'accept-encoding'];

function endToEnd(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED.includes(name)));
}

async function forward(target: string, agent: Agent, request: ProxyRequest): Promise<ProxyAnswer> {
  try {
    return await exchangeOnce(target, agent, request);
  } catch (error) {
    // The target may close an idle connection just when it is used again. Nothing was processed, so the request is
    // repeated.
    if (error instanceof StaleConnection) return exchangeOnce(target, new Agent({ keepAlive: false }), request);
    throw error;
  }
}

class StaleConnection extends Error {}

function exchangeOnce(target: string, agent: Agent, request: ProxyRequest): Promise<ProxyAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...request.headers,
      ...(request.body.length > 0 ? { 'content-length': request.body.length } : {}),
    };
    const outgoing = sendRequest(target + request.path, { method: request.method, headers, agent }, (incoming) => {
      readAll(incoming).then(
        (body) => resolve({ status: incoming.statusCode ?? 502, headers: endToEnd(incoming.headers), body }),
        reject,
      );
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const Hangup = outgoing.reusedSocket ? StaleConnection : CutConnection;
      reject(error.code === 'ECONNRESET' ? new Hangup(error.message) : error);
    });
    outgoing.end(request.body);
  });
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
