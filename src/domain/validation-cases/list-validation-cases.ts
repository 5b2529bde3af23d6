import type { listValidationCases as endpoint } from '#contract/endpoints/validation-cases.ts';
import { ServiceError } from '#contract/errors.ts';
import { pageOf } from '#contract/pagination.ts';
import { mintScope, type ProjectScope } from '#domain/access/scope.ts';
import { currentPlans } from '#domain/coverage/current-plans.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { BuildReader } from '#domain/ports/build-repository.ts';
import type { StoredCase, ValidationCase } from '#domain/ports/case-repository.ts';
import { requirementTracer } from '#domain/requirements/requirement-tracer.ts';
import { tracedCase } from '#domain/requirements/traced-case.ts';
import type { UseCase } from '#domain/use-case.ts';
import { asOfNow } from './as-of-now.ts';

/**
 * Cases of the last generation first, each in the order of its document, traced to the journeys of the current plans. A case whose document has other
 * content by now, or is gone, is STALE. `status` matches regardless of case; an empty one filters nothing, an unknown one matches nothing.
 */
export const listValidationCases: UseCase<typeof endpoint> = async ({ scope, query }, ports) => {
  const [sets, documents] = await Promise.all([
    ports['cases:read'].list(scope, query.featureId),
    ports['documents:read'].listOfProject(scope),
  ]);
  const current = new Map(documents.map((document) => [document.id, document]));
  const wanted = query.status?.toUpperCase();
  const shown = sets
    .flatMap(({ cases }) => cases)
    .toSorted(lastGeneratedFirst)
    .map((each) => asOfNow(each, current))
    .filter(({ status }) => !wanted || status === wanted);
  const page = pageOf(shown, query);
  // Only the features on the page are read.
  const features = new Set(page.data.flatMap(({ featureId }) => featureId ?? []));
  const tracers = new Map(
    await Promise.all([...features].map(async (id) => [id, await tracerOf(scope, id, ports)] as const)),
  );
  return { body: { ...page, data: page.data.map((each) => tracers.get(each.featureId ?? '')?.(each) ?? each) } };
};

const lastGeneratedFirst = (a: StoredCase, b: StoredCase): number => {
  if (a.generatedAt !== b.generatedAt) return a.generatedAt < b.generatedAt ? 1 : -1;
  return a.ordinal - b.ordinal;
};

type Ports = { 'builds:read': BuildReader; 'blobs:read': BlobReader };

/** What ties cases to the plans of their feature; undefined where it has none, or was deleted meanwhile. */
const tracerOf = async (
  project: ProjectScope,
  featureId: string,
  ports: Ports,
): Promise<((each: ValidationCase) => ValidationCase) | undefined> => {
  const scope = mintScope.feature(project, featureId);
  const head = await ports['builds:read'].getHead(scope).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  const plans = head && (await currentPlans(scope, head, ports));
  const traceOf = requirementTracer(plans);
  return plans && ((each) => tracedCase(each, traceOf, plans.bundle.plans));
};
