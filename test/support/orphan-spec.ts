const text = { type: 'string' };
const answered = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const card = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: text, title: { ...text, example: 'Pay' } },
};
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text });

/**
 * Cards on boards, and nothing that makes a board: no card can be made. What is left to plan are refusals, which a server passes that answers
 * 404 to every request.
 */
export const orphanSpec = {
  openapi: '3.1.0',
  info: { title: 'Cards', version: '1' },
  paths: {
    '/boards/{boardId}/cards': {
      parameters: [parameter('boardId')],
      get: { operationId: 'listCards', responses: { 200: answered({ type: 'array', items: card }) } },
      post: {
        operationId: 'createCard',
        requestBody: { required: true, content: { 'application/json': { schema: card } } },
        responses: { 201: answered(card), 404: { description: 'no board' } },
      },
    },
    '/boards/{boardId}/cards/{id}': {
      parameters: [parameter('boardId'), parameter('id')],
      get: { operationId: 'getCard', responses: { 200: answered(card), 404: { description: 'no card' } } },
      delete: {
        operationId: 'deleteCard',
        responses: { 204: { description: 'gone' }, 404: { description: 'no card' } },
      },
    },
  },
};
