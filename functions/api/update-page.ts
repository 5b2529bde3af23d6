import { updatePage as endpoint } from '#contract/endpoints/notebooks.ts';
import { updatePage } from '#domain/notebooks/update-page.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { notebookWriter } from '../support/providers/notebooks-write.ts';

export const operation = implement(endpoint, updatePage);
export const handler = onApiGateway(operation, { 'notebooks:write': notebookWriter, 'blobs:write': blobWriter });
