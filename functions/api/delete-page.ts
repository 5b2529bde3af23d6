import { deletePage as endpoint } from '#contract/endpoints/notebooks.ts';
import { deletePage } from '#domain/notebooks/delete-page.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { notebookWriter } from '../support/providers/notebooks-write.ts';

export const operation = implement(endpoint, deletePage);
export const handler = onApiGateway(operation, { 'notebooks:write': notebookWriter });
