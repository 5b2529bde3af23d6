import type { JourneyResult } from '../result/result.ts';

/** Journeys that one cause explains: `told` shows it, `alike` show the same, `behind` failed for its sake. */
export type Cause = { told: JourneyResult; alike: JourneyResult[]; behind: JourneyResult[] };

/**
 * The causes of what did not pass, those that accuse the API first, then by how many journeys they explain. Many
 * journeys that cannot go on for one reason are one cause. So are operations that answer whoever asks: often one line
 * of the document wrongly asks an identity of all.
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

/** How many journeys the cause explains. */
export function explainedBy({ alike, behind }: Cause): number {
  return 1 + alike.length + behind.length;
}

function causeKey({ status, id, verdict, reasonCode, details, facts }: JourneyResult): string {
  if (status === 'skip') return `${verdict} ${reasonCode} ${details}`;
  const madeUp = facts.attempts[0]?.steps.find((step) => step.madeUp)?.madeUp ?? 'none';
  return reasonCode === 'AUTHN_MISSING' ? `${reasonCode} ${madeUp}` : id;
}

/** What is only observed never counts. */
function rank({ told: { status, enforcement } }: Cause): number {
  if (enforcement === 'OBSERVED') return 2;
  return status === 'fail' ? 0 : 1;
}
