import {
  CopyObjectCommand,
  type DeleteMarkerEntry,
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectVersion as ObjectVersionEntry,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type Change, changeTo, type ObjectVersion } from './changes.ts';
import type { Say } from './say.ts';

/** Runners are no tenant's, and what was uploaded and not taken is gone after a day. */
const prefix = 'tenants/';

/** Copies and removals under way at once. */
const atOnce = 16;

/**
 * Brings the documents of a bucket to a moment, by copies of versions and by markers: nothing is lost by it. Documents that are as they were
 * then stay untouched, so whoever was cut off begins again. Throws what S3 refuses.
 */
export const restoreDocuments = async (client: S3Client, bucket: string, at: Date, say: Say): Promise<void> => {
  const counts = { seen: 0, copy: 0, remove: 0 };
  let batch: Change[] = [];
  const carryOut = async (): Promise<void> => {
    await Promise.all(batch.map((change) => carryOutChange(client, bucket, change)));
    for (const { kind } of batch) counts[kind] += 1;
    batch = [];
  };
  for await (const versions of objectsOf(client, bucket)) {
    counts.seen += 1;
    const change = changeTo(at, versions);
    if (change !== undefined) batch.push(change);
    if (batch.length === atOnce) await carryOut();
    if (counts.seen % 10_000 === 0) say(`Documents: ${counts.seen} seen.`);
  }
  await carryOut();
  say(
    `Documents of ${bucket}: ${counts.seen} seen, ${counts.copy} brought back, ${counts.remove} that are newer removed.`,
  );
};

/** All versions of one object after the other; a page may end between two versions. */
async function* objectsOf(client: S3Client, Bucket: string): AsyncGenerator<ObjectVersion[]> {
  let versions: ObjectVersion[] = [];
  let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (next !== undefined) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, Prefix: prefix, ...next }),
    );
    for (const version of versionsIn(page)) {
      if (versions.length > 0 && versions[0]!.key !== version.key) {
        yield versions;
        versions = [];
      }
      versions.push(version);
    }
    next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : undefined;
  }
  if (versions.length > 0) yield versions;
}

/** In the order of their keys: a page lists contents and markers one after the other. */
const versionsIn = ({ Versions = [], DeleteMarkers = [] }: ListObjectVersionsCommandOutput): ObjectVersion[] =>
  [...Versions, ...DeleteMarkers]
    .map((each) => ({
      key: each.Key!,
      versionId: each.VersionId!,
      modifiedAt: each.LastModified!,
      isLatest: each.IsLatest === true,
      ...etagOf(each),
    }))
    .toSorted((one, other) => Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)));

/** A marker has none. */
const etagOf = (entry: ObjectVersionEntry | DeleteMarkerEntry): { etag?: string } =>
  'ETag' in entry && entry.ETag !== undefined ? { etag: entry.ETag } : {};

const carryOutChange = async (
  client: S3Client,
  Bucket: string,
  { kind, key: Key, versionId }: Change,
): Promise<void> => {
  if (kind === 'remove') {
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
    return;
  }
  const CopySource = `${Bucket}/${encodeURIComponent(Key)}?versionId=${encodeURIComponent(versionId)}`;
  await client.send(new CopyObjectCommand({ Bucket, Key, CopySource }));
};
