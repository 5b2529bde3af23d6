import { defineEndpoint } from '../define-endpoint.ts';
import * as z from '../schemas/zod.ts';

export const getStartPage = defineEndpoint({
  operationId: 'getStartPage',
  method: 'GET',
  path: '/',
  summary: 'Show a browser where to begin; who accepts JSON and no HTML is told that there is no such route',
  tags: ['OpenAPI'],
  permission: 'public',
  success: { status: 200, body: z.string(), mediaType: 'text/html' },
  uses: [],
  errors: ['ROUTE_NOT_FOUND'],
});
