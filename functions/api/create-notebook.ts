import { createNotebook as endpoint } from '#contract/endpoints/notebooks.ts';
import { createNotebook } from '#domain/notebooks/create-notebook.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { notebookWriter } from '../support/providers/notebooks-write.ts';

export const operation = implement(endpoint, createNotebook);
export const handler = onApiGateway(operation, { 'notebooks:write': notebookWriter });
