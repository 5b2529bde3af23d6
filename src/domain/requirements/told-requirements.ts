import type { coverageReport } from '#contract/schemas/coverage.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { Requirement } from './requirement-rules.ts';

type Told = z.input<typeof coverageReport>['requirements'];

/** In sentences: a report is read by people, and the list of requirements has all. */
const mostTold = 100;

/** How the requirements of a feature stand: how many by verdict, and the sentences of those that a run has refuted. */
export const toldRequirements = (all: readonly Requirement[]): Told => {
  const count = (...verdicts: Requirement['verdict'][]) =>
    all.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return {
    proved: count('PROVED'),
    failed: count('FAILED'),
    inconclusive: count('INCONCLUSIVE'),
    notObserved: count('NOT_OBSERVED'),
    notProvable: count('NOT_PROVABLE'),
    unbound: count('UNBOUND'),
    stale: count('STALE'),
    failures: all
      .filter(({ verdict }) => verdict === 'FAILED')
      .slice(0, mostTold)
      .map(({ caseId, sentence, journeys }) => ({ caseId, sentence, journeyIds: failedOf(journeys) })),
  };
};

/** The sentences that each failed journey was to prove, by journey. */
export const refutedBy = (all: readonly Requirement[]): ReadonlyMap<string, string[]> => {
  const pairs = all
    .filter(({ verdict }) => verdict === 'FAILED')
    .flatMap(({ sentence, journeys }) => failedOf(journeys).map((journeyId) => ({ journeyId, sentence })));
  const grouped = Map.groupBy(pairs, ({ journeyId }) => journeyId);
  return new Map([...grouped].map(([id, own]) => [id, own.slice(0, mostTold).map(({ sentence }) => sentence)]));
};

const failedOf = (journeys: Requirement['journeys']): string[] =>
  journeys.filter(({ status, waived }) => status === 'FAILED' && !waived).map(({ journeyId }) => journeyId);
