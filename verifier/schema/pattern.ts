import { type Budget, BudgetSpent, matchesAnywhere, type Program, programOf } from './match-pattern.ts';
import { parsePattern, type PatternNode, PatternUnsupported } from './parse-pattern.ts';

/**
 * A pattern that is ready to be matched, or why it cannot be: `problem` ends a sentence that begins with "The pattern
 * has".
 */
type Ready = { program: Program; native?: RegExp } | { problem: string };

const MOST_KEPT = 1_000;
/** In UTF-16 code units. */
const LONGEST_PATTERN = 10_000;
/** Some tenths of a second. */
const MOST_STEPS = 5_000_000;
/**
 * Texts up to this length may be left to the built-in engine where the pattern cannot make it slower than the square of
 * it: 20 microseconds.
 */
const LONGEST_NATIVE = 200;

const kept = new Map<string, Ready>();

/**
 * Whether a text matches a pattern of a JSON Schema: an ECMA-262 regular expression with flag `u`, anywhere in the
 * text. It takes time in proportion to the text, whatever the pattern: `^(a+)+$` cannot hang it. Undefined = not
 * decided: the pattern is invalid, has a back reference, needs too many states, or the text takes more steps than one
 * check may.
 */
export function matchesPattern(pattern: string, text: string, budget = patternBudget()): boolean | undefined {
  const ready = readied(pattern);
  if ('problem' in ready || budget.left <= 0) return undefined;
  if (ready.native !== undefined && text.length <= LONGEST_NATIVE) return ready.native.test(text);
  try {
    return matchesAnywhere(ready.program, text, budget);
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

/** The steps that one check may take; those who match many patterns at once share one. */
export function patternBudget(): Budget {
  return { left: MOST_STEPS };
}

/** Why no text can be matched with this pattern, for example "a back reference"; undefined where it can. */
export function patternProblem(pattern: string): string | undefined {
  const ready = readied(pattern);
  return 'problem' in ready ? ready.problem : undefined;
}

function readied(pattern: string): Ready {
  const known = kept.get(pattern);
  if (known !== undefined) return known;
  const ready = prepare(pattern);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(pattern, ready);
  return ready;
}

function prepare(pattern: string): Ready {
  if (pattern.length > LONGEST_PATTERN) return { problem: `more than ${LONGEST_PATTERN} characters` };
  try {
    const native = new RegExp(pattern, 'u');
    const node = parsePattern(pattern);
    return { program: programOf(node), ...(cannotBacktrack(node) ? { native } : {}) };
  } catch (error) {
    if (error instanceof PatternUnsupported) return { problem: error.message };
    if (error instanceof SyntaxError) return { problem: 'a mistake in its syntax' };
    if (error instanceof RangeError) return { problem: 'groups nested too deep' };
    throw error;
  }
}

/**
 * Whether there is at most one way to go on nearly everywhere: one open quantifier, over single characters, and no
 * choices.
 */
function cannotBacktrack(node: PatternNode): boolean {
  const parts = node.kind === 'sequence' ? node.parts : [node];
  const isSimple = (part: PatternNode): boolean =>
    part.kind === 'one' || part.kind === 'place' || (part.kind === 'repeat' && part.part.kind === 'one');
  return (
    parts.every(isSimple) && parts.filter((part) => part.kind === 'repeat' && part.least !== part.most).length <= 1
  );
}
