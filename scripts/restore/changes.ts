/** One version of an object, or the marker that says that it was removed. */
export type ObjectVersion = {
  key: string;
  versionId: string;
  modifiedAt: Date;
  /** The object has this version now. */
  isLatest: boolean;
  /** Of its content; absent where this is a marker. */
  etag?: string;
};

/** What brings an object back: its content of then, or its removal. Either leaves the versions before where they are. */
export type Change = { kind: 'copy' | 'remove'; key: string; versionId: string };

/** What brings the object with these versions to a moment; undefined where it is now as it was then. */
export const changeTo = (at: Date, versions: readonly ObjectVersion[]): Change | undefined => {
  const now = versions.find(({ isLatest }) => isLatest);
  const [then] = versions.filter(({ modifiedAt }) => modifiedAt <= at).toSorted(newestFirst);
  if (then?.etag !== undefined)
    return then.etag === now?.etag ? undefined : { kind: 'copy', key: then.key, versionId: then.versionId };
  return now?.etag === undefined ? undefined : { kind: 'remove', key: now.key, versionId: now.versionId };
};

/** S3 counts in seconds: of two versions of one second the latest counts, else the one that has content. */
const newestFirst = (one: ObjectVersion, other: ObjectVersion): number =>
  other.modifiedAt.getTime() - one.modifiedAt.getTime() ||
  Number(other.isLatest) - Number(one.isLatest) ||
  Number(other.etag !== undefined) - Number(one.etag !== undefined);
