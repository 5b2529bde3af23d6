import type { WireResponse } from '#verifier/transport/send.ts';
import type { Serve } from './case.ts';
import { crud, reply, shows, text, things } from './things.ts';

const part = { $ref: '#/components/schemas/Part' };
const none = { '404': { description: 'unknown' } };
const newPart = { type: 'object', required: ['name'], properties: { name: text } };

/** Things with parts below them: POST and GET on `/things/{id}/parts`. */
export const thingsWithParts = () =>
  things({
    paths: {
      '/things/{id}/parts': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: { '200': shows({ type: 'array', items: part }), ...none } },
        post: {
          requestBody: { required: true, content: { 'application/json': { schema: newPart } } },
          responses: { '201': shows(part), ...none },
        },
      },
    },
    schemas: {
      Part: { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } },
    },
  });

/** The server of `thingsWithParts`; the list of parts is answered by `listed` where that answers. */
export const serveParts = (listed: () => WireResponse | undefined): Serve => {
  const parts = new Map<string, object[]>();
  return crud({
    before: ({ method, path, body }, items) => {
      const [, id = ''] = /^\/things\/([^/]+)\/parts$/.exec(path) ?? [];
      if (id === '') return undefined;
      if (!items.has(id)) return reply(404, { detail: 'no such thing' });
      const own = parts.get(id) ?? [];
      if (method === 'GET') return listed() ?? reply(200, own);
      if (method !== 'POST') return reply(405, { detail: 'no such method' });
      const made = { ...body, id: `${id}-${own.length}` };
      parts.set(id, [...own, made]);
      return reply(201, made);
    },
  });
};
