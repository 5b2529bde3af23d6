import type { listRequirements } from '#contract/endpoints/requirements.ts';
import type { Answer } from '../api/call-api.ts';
import { printable } from './printable.ts';
import { replayOfRun } from './reason-groups.ts';

type Requirement = Answer<typeof listRequirements>['data'][number];
type Verdict = Requirement['verdict'];

/** What wants attention comes first. */
const order: Verdict[] = ['FAILED', 'INCONCLUSIVE', 'STALE', 'NOT_OBSERVED', 'NOT_PROVABLE', 'UNBOUND', 'PROVED'];

/** Counts by verdict, then each requirement with its failed journeys and what is missing. */
export const requirementLines = (all: readonly Requirement[]): string[] => {
  if (all.length === 0)
    return ['no requirements: write them in a document of the feature and generate its validation cases'];
  const counts = order.flatMap((verdict) => {
    const own = all.filter((one) => one.verdict === verdict).length;
    return own === 0 ? [] : [`${own} ${wordsOf(verdict)}`];
  });
  const sorted = order.flatMap((verdict) => all.filter((one) => one.verdict === verdict));
  return [counts.join(' · '), ...sorted.flatMap(linesOf)];
};

const wordsOf = (verdict: Verdict): string => verdict.toLowerCase().replaceAll('_', ' ');

const linesOf = (requirement: Requirement): string[] => {
  const { verdict, waived, sentence } = requirement;
  const details = verdict === 'PROVED' ? [] : detailsOf(requirement);
  return [`${verdict}${waived ? ' (waived)' : ''}  ${printable(sentence)}`, ...details.map((line) => `  ${line}`)];
};

const detailsOf = ({ journeys, bindings, missing, noLongerProvedBy }: Requirement): string[] => [
  ...[missing, ...bindings.map((binding) => binding.missing)].flatMap((one) =>
    one ? [[one.reason, printable(one.detail), one.edit && printable(one.edit)].filter(Boolean).join('  ')] : [],
  ),
  ...journeys
    .filter(({ status }) => status === 'FAILED')
    .flatMap(({ journeyId, name, verdict, reason, runId }) => [
      ['failed', printable(name), verdict, reason].filter(Boolean).join('  '),
      ...(runId ? [`  reproduce  ${replayOfRun(journeyId, runId)}`] : []),
    ]),
  ...(noLongerProvedBy.length === 0 ? [] : [`no longer proved by  ${noLongerProvedBy.join(' ')}`]),
];
