import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';
import { hostOf, type TargetRules } from './target-rules.ts';

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Nothing may be sent there: the rules refuse the URL, or an address of its host is not public. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export type PublicRequest = {
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
};

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
 * POSTs to a server of a customer; the head of its answer. A name is resolved once, every address of it must be public, and the connection
 * goes to one of these very addresses: an answer of the name server that changes in between changes nothing. Redirects are an answer like
 * any other. Throws AddressRefused.
 */
export const postPublicly = async (
  rules: TargetRules,
  target: string,
  request: PublicRequest,
  resolve?: Resolve,
): Promise<IncomingMessage> => {
  const refusal = rules.refusalOf(target);
  if (refusal !== undefined) throw new AddressRefused(`The URL ${refusal}.`);
  const url = new URL(target);
  const isAllowed = rules.isAllowedByName(url);
  const addresses = await unlessAborted(
    request.signal,
    addressesOf(url, resolve ?? (isAllowed ? bySystem : byNameServers)),
  );
  const isPublic = isAllowed || addresses.every(({ address }) => isPublicAddress(address));
  if (!isPublic || addresses.length === 0) throw new AddressRefused(`${url.host} has no public address.`);
  return send(url, addresses, request);
};

const addressesOf = async (url: URL, resolve: Resolve): Promise<LookupAddress[]> => {
  const host = hostOf(url);
  const family = isIP(host);
  return family === 0 ? resolve(host) : [{ address: host, family }];
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
  { headers, body, signal }: PublicRequest,
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
