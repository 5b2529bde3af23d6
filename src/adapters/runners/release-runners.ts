import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PutObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { patchRunner } from '#builder/materialise.ts';
import { currentReleaseKey, releaseKey, type RunnerRelease } from '#builder/runner-release.ts';
import { getObject } from '../s3/get-object.ts';

/** The bill of materials of a runner lies beside it, the provenance of all beside the manifest. */
const papersOf = ({ node, binaries }: RunnerRelease['manifest']): string[] => [
  'provenance.json',
  ...[node, ...Object.values(binaries)].map(({ file }) => join(dirname(file), 'sbom.cdx.json')),
];

/**
 * Puts the runners of a folder into the bucket, once and for all, their bills of materials and provenance with them, their manifest last: a release is there whole or not at all. Throws
 * RunnerDamaged.
 */
export const releaseRunners = async (
  client: S3Client,
  bucket: string,
  folder: string,
  { id, manifest, text }: RunnerRelease,
): Promise<void> => {
  for (const entry of [manifest.node, ...Object.values(manifest.binaries)]) {
    const runner = patchRunner(await readFile(join(folder, entry.file)), entry, []);
    await putOnce(client, bucket, releaseKey(id, entry.file), runner);
  }
  for (const paper of papersOf(manifest))
    await putOnce(client, bucket, releaseKey(id, paper), await readFile(join(folder, paper)));
  await putOnce(client, bucket, releaseKey(id), Buffer.from(text));
};

/**
 * Has the next builds stamped into a release that is in the bucket; the id of the release before, undefined at the first. Throws where the
 * release is not there.
 */
export const useRelease = async (client: S3Client, Bucket: string, id: string): Promise<string | undefined> => {
  if ((await getObject(client, { Bucket, Key: releaseKey(id) })) === undefined)
    throw new Error(`There is no runner release ${id} in ${Bucket}.`);
  const before = await getObject(client, { Bucket, Key: currentReleaseKey });
  await client.send(new PutObjectCommand({ Bucket, Key: currentReleaseKey, Body: id }));
  return before && Buffer.from(before).toString();
};

const putOnce = async (client: S3Client, Bucket: string, Key: string, Body: Uint8Array): Promise<void> => {
  try {
    await client.send(new PutObjectCommand({ Bucket, Key, Body, IfNoneMatch: '*' }));
  } catch (error) {
    // There already, and these very bytes: the id says so.
    if (!(error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412)) throw error;
  }
};
