import type { FeatureScope } from '#domain/access/scope.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import { nextVersion } from './change-records.ts';
import { absent, all, type Condition, equal, exists, set } from './expressions.ts';
import * as keys from './keys.ts';
import type { Item, Write } from './writes.ts';

/** What a feature's item holds beside its public fields `status`, `specHash` and `currentBuildId`. */
type Verification = Omit<FeatureHead, 'status' | 'specHash' | 'currentBuildId'>;

const none: Verification = {
  envProvidedParams: [],
  latestBuildId: null,
  currentPlans: null,
  latestRunId: null,
  latestRunStartedAt: null,
  journeyStatesHash: null,
  buildCount: 0,
  eventSequence: 0,
  version: 0,
};

/** The verification state within a feature's item. */
export const headOf = (feature: Item): FeatureHead => ({
  ...none,
  ...(feature['verification'] as Verification | undefined),
  status: feature['status'] as FeatureHead['status'],
  specHash: (feature['specHash'] as string | null | undefined) ?? null,
  currentBuildId: (feature['currentBuildId'] as string | null | undefined) ?? null,
});

/** Writes the head, one version on, provided that it still has the version that was read. */
export const headWrite = (scope: FeatureScope, head: FeatureHead): Write => {
  const { status, specHash, currentBuildId, ...verification } = head;
  return {
    update: keys.feature(scope, scope.featureId),
    changes: [
      set('status', status),
      set('specHash', specHash),
      set('currentBuildId', currentBuildId),
      set('verification', { ...verification, version: head.version + 1 }),
      nextVersion,
    ],
    if: all(exists('pk'), isAt(head.version)),
  };
};

const isAt = (version: number): Condition =>
  version === 0 ? absent('verification') : equal(['verification', 'version'], version);
