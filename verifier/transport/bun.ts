import { encodeRequest } from './encode-form.ts';
import { MAX_RESPONSE_BYTES, readCapped } from './read-capped.ts';
import {
  TransportError,
  type NetworkOptions,
  type Send,
  type TransportFailure,
  type WireRequest,
  type WireResponse,
} from './send.ts';
import { tlsOptions } from './tls-options.ts';

/**
 * Sends requests with Bun's fetch: keep-alive connections, no redirects, TLS checks. A `host` header overrides the
 * URL's host.
 */
export function bunTransport(network: NetworkOptions = {}): { send: Send; close: () => Promise<void> } {
  const open = new Set<AbortController>();
  const options = bunOptions(network);
  return {
    send: (request) => exchangeOnce(request, open, options),
    // Open requests would keep the process alive.
    close: async () => {
      for (const controller of open) controller.abort();
    },
  };
}

async function exchangeOnce(request: WireRequest, open: Set<AbortController>, options: object): Promise<WireResponse> {
  // An own timer costs much less than AbortSignal.timeout joined with another signal.
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(), Math.max(1, Math.ceil(request.timeoutMs)));
  open.add(controller);
  let answered = false;
  try {
    const { body, headers } = encodeRequest(request);
    const response = await fetch(request.url, {
      method: request.method,
      headers: { 'accept-encoding': 'identity', ...headers },
      ...options,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    });
    answered = true;
    const answeredWith = flatten(response.headers);
    const text = await bodyOf(response, answeredWith);
    return { status: response.status, headers: answeredWith, body: text };
  } catch (error) {
    if (error instanceof TransportError) throw error;
    throw new TransportError(failureOf(error, signal, answered), describe(error, signal, request.timeoutMs));
  } finally {
    clearTimeout(timer);
    open.delete(controller);
  }
}

/**
 * The body as text. A body of an announced length within the limit is read at once, which is much faster than a stream.
 * For a compressed body the length says nothing.
 */
async function bodyOf(response: Response, headers: Record<string, string>): Promise<string> {
  const announced = headers['content-length'];
  const isSmall = announced !== undefined && Number(announced) <= MAX_RESPONSE_BYTES;
  if (isSmall && headers['content-encoding'] === undefined) return response.text();
  return new TextDecoder().decode(await readCapped(response.body));
}

/** The TLS and proxy options of Bun's fetch. */
function bunOptions(network: NetworkOptions): object {
  const { proxy } = network;
  const tls = tlsOptions(network);
  return { ...(Object.keys(tls).length > 0 ? { tls } : {}), ...(proxy === undefined ? {} : { proxy }) };
}

/** The headers as one text per name. Headers of the same name, such as `set-cookie`, are joined by ", ". */
function flatten(headers: Headers): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of headers) flat[name] = name in flat ? `${flat[name]}, ${value}` : value;
  return flat;
}

/** Errors of Bun by code. An empty code is a refusal of the request itself, such as a header with a line break. */
const FAILURES: [RegExp, TransportFailure][] = [
  [/^(ENOTFOUND|EAI_\w+)$/, 'UNRESOLVED'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'REFUSED'],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/, 'TLS_UNTRUSTED'],
  [/^ETIMEDOUT$/, 'TIMEOUT'],
  [/^(|Malformed_HTTP_Response|EPROTO|\w+Error|ERR_INVALID_\w+)$/, 'MALFORMED'],
];

function failureOf(error: unknown, signal: AbortSignal, answered: boolean): TransportFailure {
  if (signal.aborted) return 'TIMEOUT';
  const code = codeOf(error);
  const known = FAILURES.find(([pattern]) => pattern.test(code));
  return known?.[1] ?? (answered ? 'TRUNCATED' : 'RESET');
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
}

function describe(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted) return `no answer within ${Math.round(timeoutMs)} ms`;
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\. For more information, pass .*$/s, '');
}
