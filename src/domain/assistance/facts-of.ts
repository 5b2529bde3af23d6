import type { FeatureScope } from '#domain/access/scope.ts';
import type { Coverage, CoveredJourney } from '#domain/coverage/coverage-rules.ts';
import type { Requirement } from '#domain/requirements/requirement-rules.ts';

/** Something that the service knows, where it can be read, and the run that it was seen in. */
export type Fact = { id: string; text: string; href: string; runId: string | null };

/** In facts: a question is about few of them, and a model is told no more. */
const mostFacts = 200;

type Known = { coverage: Coverage; requirements: readonly Requirement[]; blockers: readonly { message: string }[] };

/** What is known of a feature, or of it in one run: most telling first. */
export const factsOf = (
  scope: FeatureScope,
  { coverage, requirements, blockers }: Known,
  runId: string | undefined,
): Fact[] => {
  const { workspaceId, projectId, featureId } = scope;
  const project = `/api/v1/workspaces/${workspaceId}/projects/${projectId}`;
  const feature = `${project}/features/${featureId}`;
  const journeys = (own: readonly CoveredJourney[], what: string): Omit<Fact, 'id'>[] =>
    own.map(({ name, verdict, reason, runId: seenIn }) => ({
      text: [`"${name}" ${what}`, [verdict, reason].filter(Boolean).join(' ')].filter(Boolean).join(': '),
      href: seenIn === null ? `${feature}/coverage` : `${project}/test-runs/${seenIn}/results`,
      runId: seenIn,
    }));
  const ship = { href: `${feature}/ship-status`, runId: null };
  const all = [
    blockers.length === 0
      ? { text: 'The feature can ship.', ...ship }
      : { text: `The feature cannot ship: ${blockers.length} blocking.`, ...ship },
    ...journeys(coverage.decisiveFailures, 'failed'),
    ...journeys(coverage.observedButInconclusive, 'was inconclusive'),
    ...requirements.flatMap(({ sentence, verdict, journeys: shown }) => ({
      text: `The requirement "${sentence}" is ${verdict}.`,
      href: `${feature}/requirements`,
      runId: shown.find((journey) => journey.runId)?.runId ?? null,
    })),
    ...journeys(coverage.executableButNotObserved, 'was not run'),
    ...journeys(coverage.waivedManual, 'is waived'),
    ...coverage.flowGaps.map(({ operation, reason }) => ({
      text: `No journey covers ${operation}: ${reason}.`,
      href: `${feature}/coverage`,
      runId: null,
    })),
  ];
  return all
    .filter((fact) => runId === undefined || fact.runId === runId)
    .slice(0, mostFacts)
    .map((fact, at) => ({ id: `F${at + 1}`, ...fact }));
};
