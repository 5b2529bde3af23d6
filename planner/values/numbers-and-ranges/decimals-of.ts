import { matchesPattern } from '#verifier/schema/pattern.ts';

const MOST_DECIMALS = 6;
/** The decimals to send if the pattern allows any number of them. */
const USUAL_DECIMALS = 2;

/**
 * Returns how many decimals a text pattern of numbers allows: up to five, or two if it allows more. Undefined for a
 * pattern that takes letters, no decimals, or no whole numbers.
 */
export function decimalsOf(pattern: unknown): number | undefined {
  if (typeof pattern !== 'string') return undefined;
  const takes = (text: string): boolean => matchesPattern(pattern, text) === true;
  if (!takes('1') || !takes('12') || takes('a')) return undefined;
  for (let places = MOST_DECIMALS; places > 0; places -= 1)
    if (takes((1).toFixed(places))) return places === MOST_DECIMALS ? USUAL_DECIMALS : places;
  return undefined;
}
