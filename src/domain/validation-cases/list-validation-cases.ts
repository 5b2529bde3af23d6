import type { listValidationCases as endpoint } from '#contract/endpoints/validation-cases.ts';
import { pageOf } from '#contract/pagination.ts';
import type { StoredCase, ValidationCase } from '#domain/ports/case-repository.ts';
import type { Document } from '#domain/ports/document-repository.ts';
import type { UseCase } from '#domain/use-case.ts';

/**
 * Cases of the last generation first, each in the order of its document. A case whose document has other content by now, or is gone, is
 * STALE. `status` matches regardless of case; an empty one filters nothing, an unknown one matches nothing.
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
  return { body: pageOf(shown, query) };
};

const lastGeneratedFirst = (a: StoredCase, b: StoredCase): number => {
  if (a.generatedAt !== b.generatedAt) return a.generatedAt < b.generatedAt ? 1 : -1;
  return a.ordinal - b.ordinal;
};

const asOfNow = ({ ordinal: _place, ...each }: StoredCase, documents: Map<string, Document>): ValidationCase => {
  const isCurrent = documents.get(each.sourcePrdId)?.contentHash === each.sourceContentHash;
  return each.status === 'ARCHIVED' || isCurrent ? each : { ...each, status: 'STALE' };
};
