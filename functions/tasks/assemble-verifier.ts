import { assembleVerifier as task } from '#contract/tasks.ts';
import { assembleVerifier } from '#domain/builds/assemble-verifier.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { blobReader } from '../support/providers/blobs-read.ts';
import { blobWriter } from '../support/providers/blobs-write.ts';
import { buildAmender } from '../support/providers/builds-amend.ts';
import { verifierAssembler } from '../support/providers/verifiers-assemble.ts';
import { verifierSigner } from '../support/providers/verifiers-sign.ts';

export const operation = implementTask(task, assembleVerifier);
export const handler = onTask(operation, {
  'builds:amend': buildAmender,
  'blobs:read': blobReader,
  'blobs:write': blobWriter,
  'verifiers:assemble': verifierAssembler,
  'verifiers:sign': verifierSigner,
});
