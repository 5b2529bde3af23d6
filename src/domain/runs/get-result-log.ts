import type { getResultLog as endpoint } from '#contract/endpoints/runs.ts';
import { ServiceError } from '#contract/errors.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { UseCase } from '#domain/use-case.ts';
import { resultOf } from './get-result.ts';
import { hasLog } from './show-run.ts';
import { logOf } from './write-log.ts';

const contentType = 'text/plain; charset=utf-8';
/** Decision record 0002. */
const expiresInSeconds = 300;

/** A signed URL of the result's log, written from the stored traces when it is first asked for. LOG_NOT_FOUND where nothing was sent. */
export const getResultLog: UseCase<typeof endpoint> = async ({ scope, path }, ports) => {
  const result = await resultOf(scope, ports, path.runId, path.testCaseId);
  if (!hasLog(result))
    throw new ServiceError('LOG_NOT_FOUND', 'No step of this journey was run, so there is nothing to show.');
  const key = blobKeys.log(scope, result.runId, result.testCaseId);
  await ports['blobs:write'].write(scope, key, Buffer.from(logOf(result)), contentType);
  const { url, expiresAt } = await ports['blobs:sign'].signDownload(scope, key, {
    filename: `${result.testCaseId}.log`,
    contentType,
    expiresInSeconds,
  });
  return { body: { url, expiresAt: expiresAt.toISOString(), contentType } };
};
