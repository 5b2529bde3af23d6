import { deleteNotebook as endpoint } from '#contract/endpoints/notebooks.ts';
import { deleteNotebook } from '#domain/notebooks/delete-notebook.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobRemover } from '../support/providers/blobs-remove.ts';
import { notebookRemover } from '../support/providers/notebooks-delete.ts';

export const operation = implement(endpoint, deleteNotebook);
export const handler = onApiGateway(operation, { 'notebooks:delete': notebookRemover, 'blobs:remove': blobRemover });
