import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MemoryHandler } from '#verifier/transport/memory.ts';
import type { WireResponse } from '#verifier/transport/send.ts';
import { serveHandler } from '#test/serve-handler.ts';

const KINDS = { books: ['title', 'pages'], authors: ['name', 'age'], shelves: ['label', 'places'] } as const;
type Kind = keyof typeof KINDS;
type Item = { id: string; [member: string]: unknown };

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A spec of three collections with create, list, read, replace and delete. */
export const librarySpec = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1.0.0' },
  paths: Object.assign({}, ...Object.entries(KINDS).map(([kind, members]) => pathsOf(kind, members))) as object,
};

function pathsOf(kind: string, [text, number]: readonly [string, string]) {
  const given = { [text]: { type: 'string' }, [number]: { type: 'integer', minimum: 1, maximum: 900 } };
  const body = { required: true, ...json({ type: 'object', required: [text, number], properties: given }) };
  const item = { type: 'object', required: ['id', text, number], properties: { id: { type: 'string' }, ...given } };
  const one = { '200': { description: 'the item', ...json(item) }, '404': { description: 'no such item' } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
  return {
    [`/${kind}`]: {
      get: { responses: { '200': { description: 'all', ...json({ type: 'array', items: item }) } } },
      post: { requestBody: body, responses: { '201': { description: 'made', ...json(item) } } },
    },
    [`/${kind}/{id}`]: {
      parameters: [id],
      get: { responses: one },
      put: { requestBody: body, responses: one },
      delete: { responses: { '204': { description: 'gone' }, '404': { description: 'no such item' } } },
    },
  };
}

export type Library = { url: string; left: () => number; locked: () => number; close: () => Promise<void> };

/**
 * Serves the library. A write takes `writeMs`, and answers 500 during another one. `isBroken`: lists lack the newest
 * item, and updates are not stored.
 */
export async function serveLibrary(writeMs: number, isBroken = false): Promise<Library> {
  const stores = new Map(Object.keys(KINDS).map((kind) => [kind, new Map<string, Item>()]));
  let isWriting = false;
  let locked = 0;
  const handler: MemoryHandler = async (request) => {
    const [, kind = '', id] = new URL(request.url).pathname.split('/');
    const store = stores.get(kind);
    if (store === undefined) return answer(404, { error: 'no such path' });
    if (request.method === 'GET') return read(store, id, isBroken);
    if (isWriting) {
      locked += 1;
      return answer(500, { error: 'database is locked' });
    }
    isWriting = true;
    if (writeMs > 0) await sleep(writeMs);
    isWriting = false;
    return write(store, kind as Kind, request, id, isBroken);
  };
  const { url, close } = await serveHandler(handler);
  const left = () => [...stores.values()].reduce((sum, { size }) => sum + size, 0);
  return { url, left, locked: () => locked, close };
}

function read(store: Map<string, Item>, id: string | undefined, isBroken: boolean): WireResponse {
  if (id === undefined) return answer(200, isBroken ? [...store.values()].slice(0, -1) : [...store.values()]);
  const item = store.get(id);
  return item ? answer(200, item) : answer(404, { error: 'no such item' });
}

function write(
  store: Map<string, Item>,
  kind: Kind,
  { method, body = '' }: Parameters<MemoryHandler>[0],
  id: string | undefined,
  isBroken: boolean,
): WireResponse {
  if (method === 'DELETE') {
    const isThere = id !== undefined && store.delete(id);
    return isThere ? { status: 204, headers: {}, body: '' } : answer(404, { error: 'no such item' });
  }
  if (method === 'POST' ? id !== undefined : method !== 'PUT') return answer(405, { error: 'no such method' });
  if (method === 'PUT' && !store.has(id ?? '')) return answer(404, { error: 'no such item' });
  const given = parsed(body);
  const [text, number] = KINDS[kind];
  const places = Number(given?.[number]);
  const isSound = typeof given?.[text] === 'string' && Number.isInteger(given[number]) && places >= 1 && places <= 900;
  if (!isSound) return answer(400, { error: 'not as documented' });
  const item = { id: id ?? randomUUID(), [text]: given[text], [number]: given[number] };
  if (method === 'POST' || !isBroken) store.set(item.id, item);
  return answer(method === 'POST' ? 201 : 200, item);
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    // No JSON: refused like any undocumented body.
    return undefined;
  }
}

function answer(status: number, body: unknown): WireResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
