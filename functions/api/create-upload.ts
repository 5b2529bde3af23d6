import { createUpload as endpoint } from '#contract/endpoints/verifier-runs.ts';
import { createUpload } from '#domain/uploads/create-upload.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { uploadSigner } from '../support/providers/uploads-sign.ts';
import { ticketWriter } from '../support/providers/uploads-write.ts';

export const operation = implement(endpoint, createUpload);
export const handler = onApiGateway(operation, { 'uploads:write': ticketWriter, 'uploads:sign': uploadSigner });
