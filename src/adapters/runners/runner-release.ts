import type { S3Client } from '@aws-sdk/client-s3';
import { releaseKey } from '#builder/runner-release.ts';
import type { RunnerReader } from '#domain/ports/verifier-stamper.ts';
import { TaskError } from '#domain/task-failure.ts';
import { getObject } from '../s3/get-object.ts';

/** The release that the deployment names, provided that it is in the bucket; its manifest comes last, so then it is whole. */
export const runnerRelease = (client: S3Client, Bucket: string, id: string | undefined): RunnerReader => ({
  release: async () => {
    if (!id) throw missing('This deployment names no runner release.');
    if ((await getObject(client, { Bucket, Key: releaseKey(id) })) === undefined)
      throw missing(`This deployment names the runner release ${id}, which is not there.`);
    return id;
  },
});

const missing = (what: string): TaskError =>
  new TaskError('RUNNER_RELEASE_MISSING', `${what} Whoever runs the service makes one: npm run release:runners`);
