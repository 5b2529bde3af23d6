import { listNotebooks as endpoint } from '#contract/endpoints/notebooks.ts';
import { listNotebooks } from '#domain/notebooks/list-notebooks.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { notebookReader } from '../support/providers/notebooks-read.ts';

export const operation = implement(endpoint, listNotebooks);
export const handler = onApiGateway(operation, { 'notebooks:read': notebookReader });
