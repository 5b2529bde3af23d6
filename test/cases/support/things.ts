import type { WireResponse } from '#verifier/transport/send.ts';
import type { Ask, Serve } from './case.ts';

type Members = Record<string, unknown>;
type Items = Map<string, Members>;
type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
export const shows = (schema: object) => ({ description: 'as asked', ...json(schema) });
export const thing = { $ref: '#/components/schemas/Thing' };
const unknown = { '404': { description: 'unknown' } };

export const text = { type: 'string' };

/** A collection of things with create, list, read, update and delete; `more` is laid over each operation. */
export function things({
  version = '3.0.3',
  path = '/things',
  id = text as object,
  shown = {} as Members,
  required = Object.keys(shown),
  sent = {} as Members,
  schemas = {},
  each = {},
  collection = {} as Partial<Record<Method, object>>,
  item = {} as Partial<Record<Method, object>>,
  paths = {},
  document = {},
} = {}) {
  const newThing = json({ $ref: '#/components/schemas/NewThing' });
  const body = { requestBody: { required: true, ...newThing } };
  return {
    openapi: version,
    info: { title: 'Things', version: '1' },
    paths: {
      [path]: {
        get: { responses: { '200': shows({ type: 'array', items: thing }) }, ...each, ...collection.get },
        post: {
          ...body,
          responses: { '201': shows(thing), '422': { description: 'refused' } },
          ...each,
          ...collection.post,
        },
      },
      [`${path}/{id}`]: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
        get: { responses: { '200': shows(thing), ...unknown }, ...each, ...item.get },
        patch: { ...body, responses: { '200': shows(thing), ...unknown }, ...each, ...item.patch },
        delete: { responses: { '204': { description: 'deleted' }, ...unknown }, ...each, ...item.delete },
      },
      ...paths,
    },
    components: {
      schemas: {
        NewThing: {
          type: 'object',
          required: ['title', ...Object.keys(sent)],
          properties: { title: text, ...sent },
        },
        Thing: {
          type: 'object',
          required: ['id', 'title', ...Object.keys(sent), ...required],
          properties: { id, title: text, ...sent, ...shown },
        },
        ...schemas,
      },
    },
    ...document,
  };
}

/** What each operation of `things` is called. */
export const every = (path = '/things') => [
  `POST ${path}`,
  `GET ${path}`,
  ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} ${path}/{id}`),
];

export const reply = (status: number, value?: unknown, headers: Record<string, string> = {}): WireResponse => ({
  status,
  headers: value === undefined ? headers : { 'content-type': 'application/json', ...headers },
  body: value === undefined ? '' : JSON.stringify(value),
});

/** The server of `things`. `before` may answer itself. */
export function crud({
  path = '/things',
  required = ['title'],
  show = (item: Members) => item,
  take = (body: Members, _old?: Members): Members | string => body,
  list = (items: Members[], _ask: Ask) => items,
  newId = (serial: number): string | number => `t${serial}`,
  before = (_ask: Ask, _items: Items): WireResponse | undefined => undefined,
} = {}): Serve {
  const items: Items = new Map();
  let serial = 0;
  const write = (key: string, item: Members): Members => {
    items.set(key, item);
    return show(item);
  };
  return (ask) => {
    const { method, body = {} } = ask;
    const answered = before(ask, items);
    if (answered) return answered;
    if (ask.path === path && method === 'GET') return reply(200, list([...items.values()].map(show), ask));
    if (ask.path === path && method === 'POST') {
      const taken = take(body);
      if (typeof taken === 'string' || required.some((name) => body[name] === undefined))
        return reply(422, { detail: typeof taken === 'string' ? taken : 'a member is missing' });
      const id = newId((serial += 1));
      return reply(201, write(String(id), { ...taken, id }));
    }
    const key = ask.path.startsWith(`${path}/`) ? ask.path.slice(path.length + 1) : undefined;
    const item = items.get(key ?? '');
    if (key === undefined || item === undefined)
      return reply(404, { detail: key === undefined ? 'no such route' : 'not found' });
    if (method === 'GET') return reply(200, show(item));
    if (method === 'DELETE') {
      items.delete(key);
      return reply(204);
    }
    if (method !== 'PATCH') return reply(405, { detail: 'no such method' });
    const taken = take(body, item);
    if (typeof taken === 'string') return reply(422, { detail: taken });
    return reply(200, write(key, { ...item, ...taken, id: item['id'] }));
  };
}

/** Alters every title with the fault: the plainest one. */
export const altered =
  (fault: boolean) =>
  (item: Members): Members =>
    fault ? { ...item, title: 'altered' } : item;
