import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { Reply } from '#domain/ports/webhook-repository.ts';
import type { WebhookSender } from '#domain/ports/webhook-sender.ts';
import { isPublicAddress } from './public-addresses.ts';
import { hostOf, type TargetRules } from './target-rules.ts';

type Resolve = (host: string) => Promise<LookupAddress[]>;
type Options = { resolve?: Resolve; timeoutMs?: number };

const longestMs = 10_000;
/** What is read of an answer at most, so that the other side may end it properly. */
const mostBytes = 64 * 1024;
const excerptCharacters = 200;

/** Of a host that the owner of this machine allowed: as the machine knows it. */
const bySystem: Resolve = (host) => lookup(host, { all: true });

/**
 * Of any other host: by the name servers alone. The system's own way takes one of the process's few threads until it answers, and names
 * that are dead would keep files and everybody else waiting.
 */
const byNameServers: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [...ofFamily(4, four), ...ofFamily(6, six)];
  if (found.length === 0) throw Object.assign(new Error(`no address of ${host}`), { code: 'ENOTFOUND' });
  return found;
};

const ofFamily = (family: number, settled: PromiseSettledResult<string[]>): LookupAddress[] =>
  settled.status === 'fulfilled' ? settled.value.map((address) => ({ address, family })) : [];

/**
 * Posts to customers' servers. A name is resolved once, every address of it must be public, and the connection goes to one of these very
 * addresses: an answer of the name server that changes in between changes nothing. Redirects are an answer like any other.
 */
export class HttpSender implements WebhookSender {
  readonly #rules: TargetRules;
  readonly #resolve: Resolve | undefined;
  readonly #timeoutMs: number;

  constructor(rules: TargetRules, { resolve, timeoutMs = longestMs }: Options = {}) {
    this.#rules = rules;
    this.#resolve = resolve;
    this.#timeoutMs = timeoutMs;
  }

  async post(target: string, headers: Readonly<Record<string, string>>, body: string): Promise<Reply> {
    if (this.#rules.refusalOf(target) !== undefined) return failed('ADDRESS_REFUSED');
    const url = new URL(target);
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      const addresses = await unlessAborted(signal, this.#addressesOf(url));
      const isRefused =
        !this.#rules.isAllowedByName(url) && !addresses.every(({ address }) => isPublicAddress(address));
      if (isRefused || addresses.length === 0) return failed('ADDRESS_REFUSED');
      const response = await send(url, addresses, headers, body, signal);
      const statusCode = response.statusCode ?? null;
      const start = await beginningOf(response);
      return { statusCode, error: null, excerpt: isSuccess(statusCode) ? null : start };
    } catch (error) {
      return failed(signal.aborted ? 'TIMEOUT' : kindOf(error as NodeJS.ErrnoException));
    }
  }

  async #addressesOf(url: URL): Promise<LookupAddress[]> {
    const host = hostOf(url);
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    const resolve = this.#resolve ?? (this.#rules.isAllowedByName(url) ? bySystem : byNameServers);
    return resolve(host);
  }
}

const failed = (error: NonNullable<Reply['error']>): Reply => ({ statusCode: null, error, excerpt: null });

const isSuccess = (statusCode: number | null): boolean => statusCode !== null && statusCode >= 200 && statusCode < 300;

const kindOf = ({ code = '' }: NodeJS.ErrnoException): NonNullable<Reply['error']> => {
  if (/^(?:ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'NAME_NOT_RESOLVED';
  return /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)
    ? 'TLS_FAILED'
    : 'CONNECTION_FAILED';
};

const unlessAborted = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    }),
  ]);

const send = (
  url: URL,
  addresses: LookupAddress[],
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const pinned: NonNullable<RequestOptions['lookup']> = (_host, { all }, answer) => {
    const [{ address, family }] = addresses as [LookupAddress];
    if (all) answer(null, addresses);
    else answer(null, address, family);
  };
  const length = String(Buffer.byteLength(body));
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': length, connection: 'close' },
    lookup: pinned,
    agent: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    request(url, options, resolve).on('error', reject).end(body);
  });
};

/** The first characters, made fit to be shown. What is behind them is thrown away, and an answer that breaks off was one all the same. */
const beginningOf = async (response: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (sizeBytes < excerptCharacters * 4) chunks.push(chunk.subarray(0, excerptCharacters * 4));
      sizeBytes += chunk.length;
      if (sizeBytes > mostBytes) break;
    }
  } catch {
    response.destroy();
  }
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return text === '' ? null : text.slice(0, excerptCharacters).toWellFormed();
};
