import { stampVerifier as task } from '#contract/tasks.ts';
import { stampVerifier } from '#domain/builds/stamp-verifier.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { verifierSigner } from '../support/providers/verifiers-sign.ts';
import { verifierStamper } from '../support/providers/verifiers-stamp.ts';

export const operation = implementTask(task, stampVerifier);
export const handler = onTask(operation, {
  'blobs:read': blobReader,
  'blobs:write': blobWriter,
  'verifiers:stamp': verifierStamper,
  'verifiers:sign': verifierSigner,
});
