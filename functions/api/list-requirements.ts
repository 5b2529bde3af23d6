import { listRequirements as endpoint } from '#contract/endpoints/requirements.ts';
import { listRequirements } from '#domain/requirements/list-requirements.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { caseReader } from '../support/providers/cases-read.ts';
import { documentReader } from '../support/providers/documents-read.ts';
import { waiverReader } from '../support/providers/waivers-read.ts';

export const operation = implement(endpoint, listRequirements);
export const handler = onApiGateway(operation, {
  'blobs:read': blobReader,
  'cases:read': caseReader,
  'documents:read': documentReader,
  'waivers:read': waiverReader,
});
