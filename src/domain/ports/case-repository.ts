import type { validationCase } from '#contract/schemas/validation-cases.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';

/** Specification §2, ValidationCase. */
export type ValidationCase = z.output<typeof validationCase>;

/** A case with its place in the document that it is from. */
export type StoredCase = ValidationCase & { featureId: string; generatedAt: string; ordinal: number };

export type GenerationPhase = 'LOADING' | 'DERIVING_SKELETONS' | 'ENRICHING' | 'PERSISTING' | 'DONE';

/** One generation: RUNNING until it ends COMPLETED or FAILED, which it never leaves. Counts only grow. */
export type Generation = {
  workflowId: string;
  featureId: string;
  status: 'RUNNING' | 'COMPLETED' | 'FAILED';
  message: string;
  phase: GenerationPhase;
  totalSkeletons: number;
  /** By batch, so that a batch that runs again counts once. */
  enriched: Record<string, number>;
  persistedCases: number;
  startedAt: string;
};

export interface CaseReader {
  /** Every case of the project, or of one feature of it, in no particular order. */
  list(scope: ProjectScope, featureId?: string): Promise<StoredCase[]>;
  findGeneration(scope: ProjectScope, workflowId: string): Promise<Generation | undefined>;
}

export interface CaseWriter {
  /** False where the feature is gone. */
  startGeneration(scope: FeatureScope, generation: Generation, alongside: Alongside): Promise<boolean>;
  /** Changes a generation while it is RUNNING; false where it has ended or is gone. */
  advance(
    scope: ProjectScope,
    workflowId: string,
    changes: Partial<Omit<Generation, 'enriched'>> & { enriched?: { batch: number; cases: number } },
  ): Promise<boolean>;
  /** Writes cases over those of the same ids, as long as the feature exists; false where it is gone. At most 90 at a time. */
  save(scope: FeatureScope, cases: StoredCase[]): Promise<boolean>;
}
