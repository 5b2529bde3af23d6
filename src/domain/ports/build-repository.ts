import type { FeatureScope, TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
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

/** What one step changes; `events` continue the head's numbering. */
export type BuildChange = {
  /** As it shall be, still with the version that was read. */
  head: FeatureHead;
  /** New and changed builds, whole. */
  builds: Build[];
  /** One for each build whose state changed. */
  events: VerifierStatusUpdate[];
  /** Where a POST makes the change. */
  alongside?: Alongside;
};

export interface BuildWriter extends BuildReader {
  /** The last place of the tenant's feed, for a commit that shall not wait for it. */
  findLastPlace(scope: TenantScope): Promise<number>;
  /**
   * Writes head (its version one higher), builds and events in one transaction, provided that the head still has the version that was read.
   * False: somebody else moved it; read again and decide again. `lastPlace`: of the feed, as it was a moment ago.
   */
  commit(scope: FeatureScope, change: BuildChange, lastPlace?: number): Promise<boolean>;
}
