import type { FeatureScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';

/** Somebody answers for a journey that does not pass, or an operation without one: it blocks nothing until the waiver is withdrawn or over. */
export type Waiver = {
  journeyId: string;
  /** Of an operation that no journey covers; `journeyId` stands for the journey that is missing. */
  operation?: string;
  reason: string;
  author: { userId: string; email: string | null };
  waivedAt: string;
  /** From then on it no longer counts; null: it counts until it is withdrawn. */
  waivedUntil: string | null;
};

export interface WaiverReader {
  /** Every waiver of the feature, also those that are over, in the order of their journeys' ids. */
  list(scope: FeatureScope): Promise<Waiver[]>;
}

export interface WaiverWriter extends WaiverReader {
  /** In place of an earlier one for the journey. False where the feature is gone. */
  put(scope: FeatureScope, waiver: Waiver, alongside: Alongside): Promise<boolean>;
  /** False where there is none. */
  delete(scope: FeatureScope, journeyId: string, alongside: Alongside): Promise<boolean>;
}
