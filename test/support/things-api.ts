import type { MemoryHandler } from '#verifier/transport/memory.ts';
import type { WireRequest, WireResponse } from '#verifier/transport/send.ts';

export type Thing = { id: number; name: string; size: number };

/** A small stateful API: things with integer ids, a list, bearer identities. Each request may be overridden by a fault. */
export type ThingsApi = {
  handler: MemoryHandler;
  things: Map<number, Thing>;
  /** Every request, in order. */
  log: WireRequest[];
};

/** Answers instead of the API, or undefined to let it answer. `next` is the clean API. */
export type Fault = (
  request: WireRequest & { path: string; query: URLSearchParams },
  next: () => WireResponse,
  api: ThingsApi,
) => WireResponse | undefined;

export function thingsApi(fault?: Fault): ThingsApi {
  const api: ThingsApi = {
    things: new Map(),
    log: [],
    handler: (request) => {
      api.log.push(request);
      const { pathname, searchParams } = new URL(request.url);
      const next = (): WireResponse => answer(api, request, pathname, searchParams);
      return fault?.({ ...request, path: pathname, query: searchParams }, next, api) ?? next();
    },
  };
  let nextId = 1;
  const answer = ({ things }: ThingsApi, request: WireRequest, path: string, query: URLSearchParams): WireResponse => {
    if (!path.startsWith('/things')) return json(404, { error: `no route for ${request.method} ${path}` });
    if (request.headers['authorization'] !== 'Bearer tok-admin-1234') return json(401, { error: 'who are you' });
    const id = /^\/things\/(\d+)$/.exec(path)?.[1];
    if (id !== undefined) return item(things, request, Number(id));
    if (path !== '/things') return json(404, { error: `no route for ${request.method} ${path}` });
    if (request.method === 'GET') {
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 3)];
      return json(200, { data: [...things.values()].slice((page - 1) * size, page * size), page });
    }
    if (request.method !== 'POST') return json(405, { error: 'method' });
    const thing = { ...(JSON.parse(request.body ?? '{}') as Omit<Thing, 'id'>), id: nextId };
    nextId += 1;
    things.set(thing.id, thing);
    return json(201, thing, { location: `/things/${thing.id}` });
  };
  return api;
}

function item(things: Map<number, Thing>, request: WireRequest, id: number): WireResponse {
  const thing = things.get(id);
  if (thing === undefined) return json(404, { error: `no thing ${id}` });
  if (request.method === 'GET') return json(200, thing);
  if (request.method === 'DELETE') {
    things.delete(id);
    return { status: 204, headers: {}, body: '' };
  }
  if (request.method !== 'PUT') return json(405, { error: 'method' });
  const changed = { ...thing, ...(JSON.parse(request.body ?? '{}') as Partial<Thing>), id };
  things.set(id, changed);
  return json(200, changed);
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}
