import type { JourneyResult } from '../result/result.ts';

/**
 * Failures of one cause. `told`: the journey that shows it. `alike`: others with the same failure. `behind`: journeys
 * with CAUSED_BY that name one of these.
 */
export type Cause = { told: JourneyResult; alike: JourneyResult[]; behind: JourneyResult[] };

/**
 * Groups failed and undecided journeys by cause. Failures of the API come first, see `rank`; of one rank, causes that
 * explain more journeys. Undecided journeys with the same details are one cause. So are all operations that accept the
 * same kind of forged or missing credentials, which often comes from one wrong `security` in the spec.
 */
export function causesOf(journeys: readonly JourneyResult[]): Cause[] {
  const own = journeys.filter(({ status, causedBy }) => status !== 'pass' && causedBy === undefined);
  const groups = [...Map.groupBy(own, causeKey).values()] as [JourneyResult, ...JourneyResult[]][];
  return groups
    .map(([told, ...alike]) => {
      const ids = new Set([told, ...alike].map(({ id }) => id));
      return { told, alike, behind: journeys.filter(({ causedBy }) => causedBy !== undefined && ids.has(causedBy)) };
    })
    .toSorted((one, other) => rank(one) - rank(other) || explainedBy(other) - explainedBy(one));
}

/** The number of journeys that the cause explains. */
export function explainedBy({ alike, behind }: Cause): number {
  return 1 + alike.length + behind.length;
}

function causeKey({ status, id, verdict, reasonCode, details, facts }: JourneyResult): string {
  if (status === 'skip') return `${verdict} ${reasonCode} ${details}`;
  const madeUp = facts.attempts[0]?.steps.find((step) => step.madeUp)?.madeUp ?? 'none';
  return reasonCode === 'AUTHN_MISSING' ? `${reasonCode} ${madeUp}` : id;
}

/** The order of causes: failures, then undecided journeys, then OBSERVED ones, which never count. */
function rank({ told: { status, enforcement } }: Cause): number {
  if (enforcement === 'OBSERVED') return 2;
  return status === 'fail' ? 0 : 1;
}
