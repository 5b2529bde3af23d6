import type { FeatureScope } from '#domain/access/scope.ts';
import type { CaseWriter, GenerationPhase, GenerationProgress } from '#domain/ports/case-repository.ts';
import { TaskError } from '#domain/task-failure.ts';

/** What every task of the generation's state machine is given. */
export type GenerationIds = {
  tenantId: string;
  workspaceId: string;
  projectId: string;
  featureId: string;
  workflowId: string;
};

/** Tells how far a running generation is. GENERATION_ENDED ends the execution of one that ended before, or whose project is gone. */
export const tell = async (
  cases: CaseWriter,
  scope: FeatureScope,
  workflowId: string,
  phase: GenerationPhase,
  message: string,
  more: Omit<GenerationProgress, 'phase' | 'message'> = {},
): Promise<void> => {
  if (!(await cases.advance(scope, workflowId, { phase, message, ...more }))) throw ended(workflowId);
};

export const ended = (workflowId: string): TaskError =>
  new TaskError('GENERATION_ENDED', `Generation ${workflowId} has ended, or its feature is gone.`);

/** Requirements that one enriching step takes. */
export const batchSize = 20;

/** "1 case", "2 cases". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What several batches make together. */
export const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
