import { getVerifierDownload as endpoint } from '#contract/endpoints/verifier.ts';
import { getVerifierDownload } from '#domain/builds/get-verifier-download.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { blobSigner } from '../support/providers/blobs-sign.ts';
import { buildReader } from '../support/providers/builds-read.ts';

export const operation = implement(endpoint, getVerifierDownload);
export const handler = onApiGateway(operation, {
  'builds:read': buildReader,
  'blobs:sign': blobSigner,
});
