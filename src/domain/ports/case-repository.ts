import type { generationStatus, validationCase } from '#contract/schemas/validation-cases.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Reservation } from './allowance.ts';

/** Specification §2, ValidationCase. */
export type ValidationCase = z.output<typeof validationCase>;

/** A case with its place in the document that it is from. */
export type StoredCase = ValidationCase & { featureId: string; generatedAt: string; ordinal: number };

export type GenerationPhase = 'LOADING' | 'DERIVING_SKELETONS' | 'ENRICHING' | 'PERSISTING' | 'DONE';

/** What the documents demand and no case is made of, with the reason. */
export type LeftOut = NonNullable<z.output<typeof generationStatus>['leftOut']>[number];

/** One generation: RUNNING until it ends COMPLETED or FAILED, which it never leaves. Counts only grow. */
export type Generation = {
  workflowId: string;
  featureId: string;
  status: 'RUNNING' | 'COMPLETED' | 'FAILED';
  message: string;
  phase: GenerationPhase;
  totalSkeletons: number;
  /** Cases by batch, so that a batch that runs again counts once. */
  enriched: Record<string, number>;
  /** AI tokens that a batch took, likewise. */
  tokens: Record<string, number>;
  /** Cases by portion, likewise. */
  persisted: Record<string, number>;
  /** The first of them; there once the generation is COMPLETED. */
  leftOut?: LeftOut[];
  leftOutCount?: number;
  startedAt: string;
  /** Begun with the tenant's own LLM key, and ended with it. */
  isOwnModel?: true;
  /** It has ended, and some of `tokens` came after that and are not counted yet. */
  isLate?: boolean;
};

/** The cases of a feature: all that its last completed generation published. */
export type CaseSet = { featureId: string; workflowId: string; cases: StoredCase[] };

export interface CaseReader {
  /** The cases of every feature of the project, or of one, each set whole. */
  list(scope: ProjectScope, featureId?: string): Promise<CaseSet[]>;
  findGeneration(scope: ProjectScope, workflowId: string): Promise<Generation | undefined>;
}

export type GenerationProgress = Partial<Pick<Generation, 'phase' | 'message' | 'totalSkeletons'>> & {
  status?: 'FAILED';
  enriched?: { batch: number; cases: number };
  tokens?: { batch: number; tokens: number };
  persisted?: { portion: number; cases: number };
};

/** What a generation publishes: how many cases were staged, and whose set they take the place of. */
export type Publication = Pick<Generation, 'message' | 'leftOut' | 'leftOutCount'> & {
  count: number;
  replaces: string | null;
};

export interface CaseWriter {
  /**
   * Starts it and reserves what it may spend, or neither. False where the feature is gone. Throws AI_ALLOWANCE_EXHAUSTED and
   * DAILY_AI_CAP_REACHED.
   */
  startGeneration(
    scope: FeatureScope,
    generation: Generation,
    spend: Reservation | undefined,
    alongside: Alongside,
  ): Promise<boolean>;
  /** Changes a generation while it is RUNNING; false where it has ended or is gone. */
  advance(scope: ProjectScope, workflowId: string, progress: GenerationProgress): Promise<boolean>;
  /** Writes down what a batch took after the generation had ended: open work again, until it is counted. Nothing happens where it is gone. */
  keepLate(scope: FeatureScope, workflowId: string, late: { batch: number; tokens: number }, now: Date): Promise<void>;
  /** What came late is counted: the generation is open work no more. */
  closeLate(scope: ProjectScope, workflowId: string): Promise<void>;
  /** Lays cases down from this place on, which nobody sees before they are published; false where the feature is gone. At most 90. */
  stage(scope: FeatureScope, workflowId: string, place: number, cases: StoredCase[]): Promise<boolean>;
  /**
   * Makes what was staged the feature's cases and the generation COMPLETED, in one transaction. Nothing happens where it has ended, the
   * feature is gone, or another generation published meanwhile.
   */
  publish(scope: FeatureScope, workflowId: string, publication: Publication): Promise<'DONE' | 'ENDED' | 'OVERTAKEN'>;
  /** Removes every case of the feature that its current set does not hold. */
  discardOthers(scope: FeatureScope, workflowId: string): Promise<void>;
}
