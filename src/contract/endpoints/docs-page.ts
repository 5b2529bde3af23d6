import { defineEndpoint } from '../define-endpoint.ts';
import * as z from '../schemas/zod.ts';

export const getDocsPage = defineEndpoint({
  operationId: 'getDocsPage',
  method: 'GET',
  path: '/docs',
  summary: 'Show this interface as a page',
  tags: ['OpenAPI'],
  permission: 'public',
  success: { status: 200, body: z.string(), mediaType: 'text/html' },
  uses: [],
});
