import { listValidationCases as endpoint } from '#contract/endpoints/validation-cases.ts';
import { listValidationCases } from '#domain/validation-cases/list-validation-cases.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { buildReader } from '../support/providers/builds-read.ts';
import { caseReader } from '../support/providers/cases-read.ts';
import { documentReader } from '../support/providers/documents-read.ts';

export const operation = implement(endpoint, listValidationCases);
export const handler = onApiGateway(operation, {
  'blobs:read': blobReader,
  'builds:read': buildReader,
  'cases:read': caseReader,
  'documents:read': documentReader,
});
