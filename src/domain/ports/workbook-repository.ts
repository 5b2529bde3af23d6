import type { FeatureScope } from '#domain/access/scope.ts';

/** What people want to see proved: a way through the feature in their own words, bound to operations of its spec. */
export type WorkbookJourney = {
  id: string;
  name: string;
  description: string | null;
  /** Only what is done as this persona counts; null: as anybody. */
  persona: string | null;
  enforcement: 'ENFORCED' | 'OBSERVED';
  steps: { description: string; operationId: string | null }[];
};

/** `version` is the flow version: 0 before the first is written. */
export type Workbook = { journeys: WorkbookJourney[]; version: number };

export interface WorkbookReader {
  /** Empty, of version 0, where none was written. */
  find(scope: FeatureScope): Promise<Workbook>;
}

export interface WorkbookWriter extends WorkbookReader {
  /** In place of the version before. False where that is no longer the newest, or the feature is gone. */
  replace(scope: FeatureScope, workbook: Workbook): Promise<boolean>;
}
