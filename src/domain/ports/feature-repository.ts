import type { FeatureScope, ProjectScope, TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { FeatureStatus } from '#domain/builds/feature-head.ts';
import type { Missed } from '#domain/versioned.ts';

/** A feature as it is shown (decision record 0004). `status`, `specHash` and `currentBuildId` move only with builds and runs. */
export type Feature = {
  id: string;
  name: string;
  description: string | null;
  status: FeatureStatus;
  specHash: string | null;
  currentBuildId: string | null;
  createdAt: string;
  updatedAt: string;
  /** Grows with every change of the above. */
  version: number;
};

/** Where a feature lies. */
export type FeaturePlace = { workspaceId: string; projectId: string };

export interface FeatureLocator {
  /** Whoever asks must check that the caller sees the workspace, and that project and feature are there. */
  findPlace(scope: TenantScope, featureId: string): Promise<FeaturePlace | undefined>;
}

export interface FeatureReader {
  find(scope: FeatureScope): Promise<Feature | undefined>;
  /** Every feature of the project, newest first. */
  list(scope: ProjectScope): Promise<Feature[]>;
}

/** Makes a feature together with what leads to it from its id alone, and removes both. */
export interface FeaturePlacer {
  /** LIMIT where the project has `limit` features already (null: no limit), GONE where the project is gone. */
  create(
    scope: ProjectScope,
    feature: Feature,
    limit: number | null,
    alongside: Alongside,
  ): Promise<'DONE' | 'LIMIT' | 'GONE'>;
  /** From then on the feature and its builds are absent. */
  delete(scope: FeatureScope, versions: readonly number[] | undefined, alongside: Alongside): Promise<'DONE' | Missed>;
  /** Removes the records that a deleted feature left behind. */
  purge(scope: FeatureScope): Promise<void>;
}

export interface FeatureWriter {
  /** Sets the given fields only, at one of the `versions` where any are named. The feature as it is then. */
  update(
    scope: FeatureScope,
    changes: { name?: string; description?: string | null; updatedAt: string },
    versions?: readonly number[],
  ): Promise<Feature | Missed>;
}
