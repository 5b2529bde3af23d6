import type { FeatureScope, TenantScope } from '#domain/access/scope.ts';
import type { Alongside, RateLimited } from '#domain/alongside.ts';
import type { Build } from '#domain/builds/build.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import type { VerifierStatusUpdate } from '#domain/events/verifier-status-update.ts';

export interface BuildReader {
  /** Strongly consistent; throws NOT_FOUND once the feature is gone. */
  getHead(scope: FeatureScope): Promise<FeatureHead>;
  find(scope: FeatureScope, buildId: string): Promise<Build | undefined>;
  /** Every build of the feature, newest first. */
  list(scope: FeatureScope): Promise<Build[]>;
}

/** The end of a tenant's feed: the last place given there, and the builds that are under way, by id with their project and feature. */
export type FeedEnd = { last: number; open: Readonly<Record<string, string>> };

/** So many builds of the tenant may be under way; `refusal`: what whoever asks for more is told. */
export type BuildRoom = { limit: number; refusal: () => RateLimited };

/** What one step changes; `events` continue the head's numbering. */
export type BuildChange = {
  /** As it shall be, still with the version that was read. */
  head: FeatureHead;
  /** New and changed builds, whole. */
  builds: Build[];
  /** One for each build whose state changed. */
  events: VerifierStatusUpdate[];
  /** Where a request makes the change. */
  alongside?: Alongside;
  /** Where a build is asked for that may find no room. */
  room?: BuildRoom;
};

export interface BuildWriter extends BuildReader {
  /** For a commit that shall not wait for it. */
  findFeedEnd(scope: TenantScope): Promise<FeedEnd>;
  /**
   * Writes head (its version one higher), builds and events in one transaction, provided that the head still has the version that was read.
   * False: somebody else moved it; read again and decide again. `feedEnd`: as it was a moment ago. Throws the refusal of `room`.
   */
  commit(scope: FeatureScope, change: BuildChange, feedEnd?: FeedEnd): Promise<boolean>;
}
