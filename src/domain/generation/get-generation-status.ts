import type { getGenerationStatus as endpoint } from '#contract/endpoints/validation-cases.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { sumOf } from './generation-step.ts';

/** How far a generation has come. */
export const getGenerationStatus: UseCase<typeof endpoint> = async ({ scope, path }, ports) => {
  const generation = await ports['cases:read'].findGeneration(scope, path.workflowId);
  if (!generation) throw notFound();
  const { status, message, phase, totalSkeletons, enriched, persisted, leftOut, leftOutCount } = generation;
  return {
    body: {
      status,
      message,
      phase,
      totalSkeletons,
      enrichedCases: sumOf(enriched),
      persistedCases: sumOf(persisted),
      ...(leftOut && { leftOut }),
      ...(leftOutCount !== undefined && { leftOutCount }),
    },
    headers: status === 'RUNNING' ? { 'retry-after': '2' } : {},
  };
};
