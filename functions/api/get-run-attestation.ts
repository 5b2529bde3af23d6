import { getRunAttestation as endpoint } from '#contract/endpoints/run-attestations.ts';
import { getRunAttestation } from '#domain/runs/get-run-attestation.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { buildReader } from '../support/providers/builds-read.ts';
import { caseReader } from '../support/providers/cases-read.ts';
import { documentReader } from '../support/providers/documents-read.ts';
import { resultReader } from '../support/providers/results-read.ts';
import { runReader } from '../support/providers/runs-read.ts';
import { verifierSigner } from '../support/providers/verifiers-sign.ts';

export const operation = implement(endpoint, getRunAttestation);
export const handler = onApiGateway(operation, {
  'runs:read': runReader,
  'results:read': resultReader,
  'builds:read': buildReader,
  'blobs:read': blobReader,
  'cases:read': caseReader,
  'documents:read': documentReader,
  'verifiers:sign': verifierSigner,
});
