import { matchesPattern } from '#verifier/schema/pattern.ts';

const MOST_DECIMALS = 6;
/** The usual number of decimals where any number is allowed. */
const USUAL_DECIMALS = 2;

/**
 * How many decimals a number has that is written as a text of this pattern: as many as the pattern takes, since that is how servers write
 * them. Undefined where the pattern takes other texts too, or whole numbers only.
 */
export function decimalsOf(pattern: unknown): number | undefined {
  if (typeof pattern !== 'string') return undefined;
  const takes = (text: string): boolean => matchesPattern(pattern, text) === true;
  if (!takes('1') || !takes('12') || takes('a')) return undefined;
  for (let places = MOST_DECIMALS; places > 0; places -= 1)
    if (takes((1).toFixed(places))) return places === MOST_DECIMALS ? USUAL_DECIMALS : places;
  return undefined;
}
