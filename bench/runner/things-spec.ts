const thing = { $ref: '#/components/schemas/Thing' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** The spec of the instant server, for tools that read one. */
export const thingsSpec = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: {
    '/things': {
      post: {
        operationId: 'POST /things',
        requestBody: json(thing),
        responses: { '201': { description: 'made', ...json(thing) } },
      },
      get: {
        operationId: 'GET /things',
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
        responses: {
          '200': {
            description: 'all',
            ...json({ type: 'object', properties: { data: { type: 'array', items: thing } } }),
          },
        },
      },
    },
    '/things/{id}': {
      parameters: [id],
      get: {
        operationId: 'GET /things/{id}',
        responses: { '200': { description: 'one', ...json(thing) }, '404': { description: 'none' } },
      },
      delete: { operationId: 'DELETE /things/{id}', responses: { '204': { description: 'gone' } } },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string' }, size: { type: 'integer' } },
      },
    },
  },
};
