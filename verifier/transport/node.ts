import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Agent, ProxyAgent, request as undiciRequest } from 'undici';
import { encodeRequest } from './encode-form.ts';
import { readCapped, MAX_RESPONSE_BYTES } from './read-capped.ts';
import {
  TransportError,
  type NetworkOptions,
  type Send,
  type TransportFailure,
  type WireRequest,
  type WireResponse,
} from './send.ts';
import { tlsOptions } from './tls-options.ts';

export type NodeTransport = { send: Send; close: () => Promise<void> };

/**
 * Sends requests on Node: keep-alive connections, no redirects, TLS checks. A `host` header overrides the URL's host.
 */
export function nodeTransport(network: NetworkOptions = {}): NodeTransport {
  const dispatcher = dispatcherOf(network);
  return { send: (request) => exchangeOnce(dispatcher, request), close: () => dispatcher.destroy() };
}

function dispatcherOf(network: NetworkOptions): Agent | ProxyAgent {
  const { proxy } = network;
  const tls = { timeout: 30_000, ...tlsOptions(network) };
  if (proxy === undefined) return new Agent({ connections: 64, connect: tls });
  // Plain HTTP is forwarded without a tunnel, because many proxies open tunnels only to TLS ports.
  return new ProxyAgent({ uri: proxy, connections: 64, requestTls: tls, proxyTls: tls, proxyTunnel: false });
}

async function exchangeOnce(dispatcher: Agent | ProxyAgent, request: WireRequest): Promise<WireResponse> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(request.timeoutMs)));
  let answered = false;
  try {
    const sent = encodeRequest(request);
    const response = await undiciRequest(request.url, {
      dispatcher,
      method: request.method as 'GET',
      headers: { 'accept-encoding': 'identity', ...sent.headers },
      body: sent.body ?? null,
      headersTimeout: 0,
      bodyTimeout: 0,
      signal,
    });
    answered = true;
    const headers = flatten(response.headers);
    const bytes = decode(await readCapped(response.body), headers['content-encoding']);
    return { status: response.statusCode, headers, body: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (error instanceof TransportError) throw error;
    throw new TransportError(failureOf(error, signal, answered), describe(error, signal, request.timeoutMs));
  }
}

/** The body, decompressed if it is gzip, deflate or br. Some servers compress although `accept-encoding` forbids it. */
function decode(bytes: Buffer, encoding: string | undefined): Buffer {
  const limit = { maxOutputLength: MAX_RESPONSE_BYTES };
  if (bytes.length === 0 || encoding === undefined) return bytes;
  if (/gzip/i.test(encoding)) return gunzipSync(bytes, limit);
  if (/deflate/i.test(encoding)) return inflateSync(bytes, limit);
  return /\bbr\b/i.test(encoding) ? brotliDecompressSync(bytes, limit) : bytes;
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

const FAILURES: [RegExp, TransportFailure][] = [
  [/^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_FAIL)$/, 'UNRESOLVED'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'REFUSED'],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/, 'TLS_UNTRUSTED'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/, 'TIMEOUT'],
  [/^(HPE_|ERR_SSL_|EPROTO|Z_|ERR__ERROR_FORMAT|UND_ERR_INVALID_ARG)/, 'MALFORMED'],
  [/^(UND_ERR_HEADERS_OVERFLOW|ERR_BUFFER_TOO_LARGE)$/, 'TOO_LARGE'],
];

function failureOf(error: unknown, signal: AbortSignal, answered: boolean): TransportFailure {
  if (signal.aborted) return 'TIMEOUT';
  const code = codeOf(error);
  const known = FAILURES.find(([pattern]) => pattern.test(code));
  return known?.[1] ?? (answered ? 'TRUNCATED' : 'RESET');
}

/** The code of an error, of its cause, or of the first of several (one address tried over IPv6 and IPv4). */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  // undici's parser error has no code if the response is no HTTP.
  const code = (error as { code?: unknown }).code ?? (error.name === 'HTTPParserError' ? 'HPE_INVALID' : undefined);
  return typeof code === 'string' ? code : codeOf(error.cause);
}

function describe(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted) return `no answer within ${Math.round(timeoutMs)} ms`;
  const message = error instanceof Error ? error.message : String(error);
  return [codeOf(error), message].filter((part) => part !== '').join(': ');
}
