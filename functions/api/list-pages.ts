import { listPages as endpoint } from '#contract/endpoints/notebooks.ts';
import { listPages } from '#domain/notebooks/list-pages.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { notebookReader } from '../support/providers/notebooks-read.ts';

export const operation = implement(endpoint, listPages);
export const handler = onApiGateway(operation, { 'notebooks:read': notebookReader });
