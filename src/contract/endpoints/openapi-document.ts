import { defineEndpoint } from '../define-endpoint.ts';
import * as z from '../schemas/zod.ts';

export const getOpenapiDocument = defineEndpoint({
  operationId: 'getOpenapiDocument',
  method: 'GET',
  path: '/api/v1/openapi.json',
  summary: 'Show this document',
  tags: ['OpenAPI'],
  permission: 'public',
  success: { status: 200, body: z.record(z.string(), z.unknown()) },
  uses: [],
});
