import type { S3Client } from '@aws-sdk/client-s3';
import { currentReleaseKey, releaseKey } from '#builder/runner-release.ts';
import type { RunnerReader } from '#domain/ports/verifier-stamper.ts';
import { TaskError } from '#domain/task-failure.ts';
import { getObject } from '../s3/get-object.ts';

/** The release that the bucket names as current (decision record 144); its manifest comes last, so then it is whole. */
export const runnerRelease = (client: S3Client, Bucket: string): RunnerReader => ({
  release: async () => {
    const pointer = await getObject(client, { Bucket, Key: currentReleaseKey });
    if (pointer === undefined) throw missing('No runners were released to this deployment yet.');
    const id = Buffer.from(pointer).toString();
    if ((await getObject(client, { Bucket, Key: releaseKey(id) })) === undefined)
      throw missing(`The current runner release is ${id}, which is not there.`);
    return id;
  },
});

const missing = (what: string): TaskError =>
  new TaskError('RUNNER_RELEASE_MISSING', `${what} Whoever runs the service makes one: npm run release:runners`);
