import type { Json, PersonaBinding } from '../plan/plan.ts';
import { isInnerAddress, type Resolve } from '../transport/host-addresses.ts';
import { TransportError, type Send, type WireRequest, type WireResponse } from '../transport/send.ts';
import { headersOf } from './header.ts';
import { bareHost, hostAccess } from './script-access.ts';
import type { ScriptRun } from './script-runner.ts';

/** Limits of one script run: calls of `fetch`, calls at a time, and characters of a response. */
const MOST_CALLS = 20;
const MOST_AT_ONCE = 4;
const LONGEST_ANSWER = 1024 * 1024;

/** Headers that only the runner may set: they name another host, delimit the message or control the connection. */
const OWN_HEADERS = new Set(
  'connection content-length expect host keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
);

export type Network = {
  send: Send;
  /** The base URL of the target. */
  baseUrl: string;
  /** Resolves host names. Absent behind a proxy, which does that. */
  resolve?: Resolve | undefined;
};

/**
 * Returns the `fetch` of one script run: http and https to the target and to listed hosts. A listed name must not
 * resolve to this machine or its cloud's metadata service; behind a proxy, which resolves names itself, that is not
 * checked. Redirects are returned. At most 20 calls, four at a time. Throws for further and other calls, and for a
 * response above 1 MiB.
 */
export function scriptFetch(persona: PersonaBinding, network: Network): ScriptRun['fetch'] {
  let calls = 0;
  const lanes: Promise<unknown>[] = Array.from({ length: MOST_AT_ONCE }, async () => undefined);
  return async (request, timeoutMs) => {
    calls += 1;
    if (calls > MOST_CALLS) throw new Error(`a script may fetch at most ${MOST_CALLS} times`);
    const wire = requestOf(JSON.parse(request) as Record<string, Json>, timeoutMs);
    const access = hostAccess(new URL(wire.url), persona, network.baseUrl);
    if (access === 'refused') throw new Error(`fetch may not call ${new URL(wire.url).host}: list it with the persona`);
    const lane = calls % MOST_AT_ONCE;
    const call = lanes[lane]!.then(() =>
      exchange(wire, access === 'checked' ? network.resolve : undefined, network.send),
    );
    lanes[lane] = call.catch(() => undefined);
    const answer = await call;
    if (answer.body.length > LONGEST_ANSWER) throw new Error('fetch got an answer of more than 1 MiB');
    return JSON.stringify(answer);
  };
}

function requestOf({ url, method, headers, body }: Record<string, Json>, timeoutMs: number): WireRequest {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) throw new Error('fetch takes an http(s) URL');
  if (parsed.username !== '' || parsed.password !== '') throw new Error('fetch takes no user name in a URL');
  const given = headersOf(headers ?? {});
  if ('problem' in given) throw new Error(given.problem);
  const own = ownHeader(given.entries);
  if (own !== undefined) throw new Error(`fetch sets the header ${own} itself`);
  return {
    method: String(method).toUpperCase(),
    url: parsed.href,
    headers: Object.fromEntries(given.entries.map(([name, value]) => [name.toLowerCase(), value])),
    ...(body === undefined || body === null ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    timeoutMs,
  };
}

/** The first header that a script must not set, if any. */
export function ownHeader(entries: readonly [string, string][]): string | undefined {
  return entries.map(([name]) => name.toLowerCase()).find((name) => OWN_HEADERS.has(name));
}

async function exchange(wire: WireRequest, resolve: Resolve | undefined, send: Send): Promise<WireResponse> {
  try {
    return resolve === undefined ? await send(wire) : await sendToChecked(wire, resolve, send);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw new Error(`fetch failed (${error.failure})`, { cause: error });
  }
}

/**
 * Sends the request to an address that was checked. The name might resolve to another address a moment later. Throws if
 * one of its addresses is an inner one.
 */
async function sendToChecked(wire: WireRequest, resolve: Resolve, send: Send): Promise<WireResponse> {
  const url = new URL(wire.url);
  const addresses = await resolve(bareHost(url)).catch((error: Error): never => {
    throw new TransportError('UNRESOLVED', error.message);
  });
  const inner = addresses.find(isInnerAddress);
  if (inner !== undefined) throw new Error(`fetch may not call ${url.host}: it leads to ${inner}`);
  for (const [index, address] of addresses.entries()) {
    const pinned = new URL(url);
    pinned.hostname = address.includes(':') ? `[${address}]` : address;
    try {
      return await send({ ...wire, url: pinned.href, headers: { ...wire.headers, host: url.host } });
    } catch (error) {
      const isLast = index === addresses.length - 1;
      if (isLast || !(error instanceof TransportError) || error.failure !== 'REFUSED') throw error;
    }
  }
  throw new TransportError('UNRESOLVED', `${url.host} has no address`);
}
