import { onContainer } from '../support/on-container.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { verifierSigner } from '../support/providers/verifiers-sign.ts';
import { verifierStamper } from '../support/providers/verifiers-stamp.ts';
import { operation } from '../tasks/stamp-verifier.ts';

await onContainer(operation, {
  'blobs:read': blobReader,
  'blobs:write': blobWriter,
  'verifiers:stamp': verifierStamper,
  'verifiers:sign': verifierSigner,
});
