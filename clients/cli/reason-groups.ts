import { printable } from './printable.ts';

/** A journey, with the verdict and reason that keep it open. */
export type OpenJourney = { name: string; verdict?: string | null | undefined; reason?: string | null | undefined };

const mostNames = 3;

/**
 * One line for each reason, the most frequent first: what it is, how many journeys it holds, and the names of a few. `lines` says of the journeys of
 * one reason what else there is to say.
 */
export const reasonLines = <J extends OpenJourney>(
  journeys: readonly J[],
  lines: (own: readonly J[]) => string[] = () => [],
): string[] =>
  [...Map.groupBy(journeys, reasonOf)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .flatMap(([reason, own]) => [`  ${[reason, namesOf(own)].filter(Boolean).join('  ')}`, ...lines(own)]);

const reasonOf = ({ verdict, reason }: OpenJourney): string =>
  [verdict, reason]
    .filter(Boolean)
    .map((one) => printable(String(one)))
    .join(' ');

const namesOf = (journeys: readonly OpenJourney[]): string => {
  const named = journeys.slice(0, mostNames).map(({ name }) => printable(name));
  const more = journeys.length - named.length;
  return `${journeys.length > 1 ? `${journeys.length}: ` : ''}${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
};

/** The command that prints the script of a recorded failure. */
export const replayOfRun = (journeyId: string, runId: string): string =>
  `dezycro replay ${journeyId.slice(0, 8)} --run ${runId} > repro.sh`;
