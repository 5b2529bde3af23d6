import type { Case } from '../support/case.ts';
import { altered, crud, text } from '../support/things.ts';

const shows = { schema: { $ref: '#/definitions/Thing' }, description: 'one' };
const unknown = { '404': { description: 'unknown' } };

/** OpenAPI 2.0: the body is a shared parameter of PUT, beside one of the path. */
export default {
  spec: {
    swagger: '2.0',
    info: { title: 'Things', version: '1' },
    consumes: ['application/json'],
    produces: ['application/json'],
    parameters: {
      Body: { in: 'body', name: 'thing', required: true, schema: { $ref: '#/definitions/NewThing' } },
      Id: { in: 'path', name: 'id', required: true, type: 'string' },
    },
    paths: {
      '/things': { post: { parameters: [{ $ref: '#/parameters/Body' }], responses: { '201': shows } } },
      '/things/{id}': {
        parameters: [{ $ref: '#/parameters/Id' }],
        get: { responses: { '200': shows, ...unknown } },
        patch: { parameters: [{ $ref: '#/parameters/Body' }], responses: { '200': shows, ...unknown } },
        delete: { responses: { '204': { description: 'gone' }, ...unknown } },
      },
    },
    definitions: {
      NewThing: { type: 'object', required: ['title'], properties: { title: text } },
      Thing: { type: 'object', required: ['id', 'title'], properties: { id: text, title: text } },
    },
  },
  passing: ['POST /things', 'GET /things/{id}', 'PATCH /things/{id}', 'DELETE /things/{id}'],
  server: (fault) => crud({ show: altered(fault) }),
} satisfies Case;
