import { integer, noBody, param, shows } from './small-spec.ts';
import type { Asked, Fields, Routes, Told } from './small-server.ts';

/** What a sound server says of an id that it does not know. */
export const notFound: Told = { status: 404, body: { error: 'no such item' } };
export const ok = (body: unknown): Told => ({ status: 200, body });
export const number = { type: 'number' };
export const boolean = { type: 'boolean' };
export const time = { type: ['string', 'null'], format: 'date-time' };

/** Items in memory with create, list, read and delete; `on` answers 404 for the unknown. */
export function store(
  base: string,
  initial: Fields,
  idOf: (serial: number, body: Fields) => string | number = (serial) => serial,
) {
  const items = new Map<string, Fields>();
  let serial = 0;
  const on = (act: (item: Fields, body: Fields) => Told) => (asked: Asked) => {
    const item = items.get(asked.params[0] ?? '');
    return item ? act(item, asked.body) : notFound;
  };
  const routes: Routes = {
    [`POST ${base}`]: ({ body }) => {
      serial += 1;
      const id = idOf(serial, body);
      const item = { ...initial, ...body, id };
      items.set(String(id), item);
      return { status: 201, body: item };
    },
    [`GET ${base}`]: () => ok([...items.values()]),
    [`GET ${base}/{id}`]: on(ok),
    [`DELETE ${base}/{id}`]: (asked) => (items.delete(asked.params[0] ?? '') ? { status: 204 } : notFound),
  };
  return { items, on, routes };
}

export const missing = { '404': { description: 'none' } };
/** The document's part for items with GET and DELETE. */
export const item = (schema: object, id: object = integer) => ({
  parameters: [param('id', id as never)],
  get: { responses: { ...shows(schema as never), ...missing } },
  delete: { responses: { ...noBody, ...missing } },
});
