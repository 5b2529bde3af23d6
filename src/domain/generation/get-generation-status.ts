import type { getGenerationStatus as endpoint } from '#contract/endpoints/validation-cases.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';

/** How far a generation has come. */
export const getGenerationStatus: UseCase<typeof endpoint> = async ({ scope, path }, ports) => {
  const generation = await ports['cases:read'].findGeneration(scope, path.workflowId);
  if (!generation) throw notFound();
  const { status, message, phase, totalSkeletons, enriched, persistedCases } = generation;
  const enrichedCases = Object.values(enriched).reduce((sum, count) => sum + count, 0);
  return {
    body: { status, message, phase, totalSkeletons, enrichedCases, persistedCases },
    headers: status === 'RUNNING' ? { 'retry-after': '2' } : {},
  };
};
