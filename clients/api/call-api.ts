import type { Endpoint } from '#contract/define-endpoint.ts';
import { problem } from '#contract/schemas/problem.ts';
import * as z from '#contract/schemas/zod.ts';
import { tokenExpiryHeader } from '#contract/token-expiry-header.ts';
import { ApiRefused, ServiceUnreachable, UnexpectedAnswer } from './api-errors.ts';
import { fetchPatiently } from './fetch-patiently.ts';

/** Where the service is and who calls. */
export type Connection = {
  url: string;
  token: string;
  /** Sent with each call. */
  headers?: Record<string, string>;
  /** Hears with each answer when the token ends, ISO 8601. */
  onTokenExpiry?(expiresAt: string): void;
};

type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
/** What a call of the endpoint answers. */
export type Answer<E extends Endpoint> = E['success']['body'] extends z.ZodMiniType
  ? z.output<E['success']['body']>
  : undefined;

/** What a call to the endpoint is given: nothing that it does not take, everything that it needs. */
export type CallInput<E extends Endpoint> = ([PathNames<E['path']>] extends [never]
  ? unknown
  : { path: Record<PathNames<E['path']>, string> }) & {
  query?: z.input<E['request']['query']>;
  idempotencyKey?: string;
  signal?: AbortSignal;
} & (E['request']['body'] extends z.ZodMiniType ? { body: z.input<E['request']['body']> } : unknown);

/** Calls of one caller. */
export type Call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<Answer<E>>;

/**
 * One call of the public interface, typed by its endpoint. Follows a redirect to a document without the token, which the object store
 * would refuse. Throws ApiRefused (the service said no), ServiceUnreachable, UnexpectedAnswer.
 */
export const callApi = async <E extends Endpoint>(
  { url, token, headers = {}, onTokenExpiry }: Connection,
  endpoint: E,
  input: CallInput<E>,
): Promise<Answer<E>> => {
  const given = input as Partial<{ path: Record<string, string>; query: object; body: unknown }> & typeof input;
  const target = addressOf(url, endpoint.path, given.path ?? {}, given.query ?? {});
  const answer = await fetchPatiently(target, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(input.idempotencyKey === undefined ? {} : { 'idempotency-key': input.idempotencyKey }),
    },
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    ...(input.signal === undefined ? {} : { signal: input.signal }),
  });
  const expiresAt = answer.headers.get(tokenExpiryHeader);
  if (expiresAt !== null) onTokenExpiry?.(expiresAt);
  const final = answer.status === 307 ? await followWithoutToken(answer, target) : answer;
  return (await read(final, endpoint)) as Answer<E>;
};

/** The calls of one caller; with a signal they end when it does. */
export const callerOf =
  (connection: Connection, signal?: AbortSignal): Call =>
  <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
    callApi(connection, endpoint, signal ? { ...input, signal } : input);

/** The address of an endpoint, its path and query filled in. */
export const addressOf = (url: string, template: string, path: Record<string, string>, query: object = {}): URL => {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const target = new URL(url.replace(/\/+$/, '') + filled);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) target.searchParams.set(name, String(value));
  return target;
};

/** What an answer other than a success says: ApiRefused for a problem of the service, else UnexpectedAnswer. */
export const refusalOf = (status: number, json: unknown, operation: string): ApiRefused | UnexpectedAnswer => {
  const refusal = problem.safeParse(json);
  if (refusal.success) return new ApiRefused(refusal.data);
  return new UnexpectedAnswer(`${operation} was answered ${status} by something that is not the service.`);
};

const followWithoutToken = (answer: Response, from: URL): Promise<Response> => {
  const to = answer.headers.get('location');
  if (to === null) throw new UnexpectedAnswer(`${from.origin} redirects to nowhere.`);
  return fetchPatiently(new URL(to, from), { method: 'GET', headers: { accept: 'application/json' } });
};

const read = async (answer: Response, { method, path, success }: Endpoint): Promise<unknown> => {
  const text = await answer.text().catch((error: Error) => {
    throw new ServiceUnreachable(answer.url, error);
  });
  const json = parsed(text);
  if (!answer.ok) throw refusalOf(answer.status, json, `${method} ${path}`);
  if (success.body === undefined) return undefined;
  const body = z.safeParse(success.body, json);
  if (body.success) return body.data;
  const place = body.error.issues[0]?.path.join('.') ?? '';
  throw new UnexpectedAnswer(`${method} ${path} was answered in an unknown form (at "${place}").`);
};

/** The JSON of a text; undefined if it is none. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // What is no JSON fits no schema either, and is told so.
    return undefined;
  }
};
