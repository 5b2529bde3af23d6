import { defineEndpoint } from '../define-endpoint.ts';
import * as z from '../schemas/zod.ts';

export const getStartPage = defineEndpoint({
  operationId: 'getStartPage',
  method: 'GET',
  path: '/',
  summary: 'Show a browser the start page; a client that accepts JSON and no HTML gets 404',
  tags: ['OpenAPI'],
  permission: 'public',
  success: { status: 200, body: z.string(), mediaType: 'text/html' },
  uses: [],
  errors: ['ROUTE_NOT_FOUND'],
});
