import { type Budget, BudgetSpent, matchesAnywhere, type Program, programOf } from './match-pattern.ts';
import { parsePattern, type PatternNode, PatternUnsupported } from './parse-pattern.ts';

/**
 * A compiled pattern, or why it cannot be matched. `problem` completes a sentence that begins with "The pattern has".
 * `found`: whether short texts match, because proofs and lists show the same texts again.
 */
type Ready = { program: Program; native?: RegExp; found: Map<string, boolean> } | { problem: string };

const MOST_KEPT = 1_000;
/** UTF-16 code units of the longest pattern. */
const LONGEST_PATTERN = 10_000;
/** The most steps of one check: some tenths of a second. */
const MOST_STEPS = 5_000_000;
/**
 * The longest text for the built-in engine, in UTF-16 code units. It matches only patterns that take at most quadratic
 * time there, which is then 20 µs.
 */
const LONGEST_NATIVE = 200;
/** The most texts in `found`, and the UTF-16 code units of the longest. */
const MOST_FOUND = 50;
const LONGEST_FOUND = 200;

const kept = new Map<string, Ready>();

/**
 * True if a text matches the `pattern` of a JSON Schema: an ECMA-262 regular expression with flag `u`, anywhere in the
 * text. Takes bounded time for any pattern: `^(a+)+$` cannot hang it. Undefined if undecided: an invalid or too long
 * pattern, a back reference or modifier, too many states, or a spent budget.
 */
export function matchesPattern(pattern: string, text: string, budget = patternBudget()): boolean | undefined {
  const ready = readied(pattern);
  if ('problem' in ready || budget.left <= 0) return undefined;
  if (ready.native !== undefined && text.length <= LONGEST_NATIVE) return ready.native.test(text);
  const known = ready.found.get(text);
  if (known !== undefined) return known;
  try {
    const matches = matchesAnywhere(ready.program, text, budget);
    if (ready.found.size >= MOST_FOUND) ready.found.clear();
    if (text.length <= LONGEST_FOUND) ready.found.set(text, matches);
    return matches;
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

/** A new budget for one check. Checks of several patterns may share one. */
export function patternBudget(): Budget {
  return { left: MOST_STEPS };
}

/** Why a pattern cannot be matched, such as "a back reference". Undefined if it can. */
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
    return { program: programOf(node), ...(cannotBacktrack(node) ? { native } : {}), found: new Map() };
  } catch (error) {
    if (error instanceof PatternUnsupported) return { problem: error.message };
    if (error instanceof SyntaxError) return { problem: 'a mistake in its syntax' };
    if (error instanceof RangeError) return { problem: 'groups nested too deep' };
    throw error;
  }
}

/**
 * True if the built-in engine needs at most quadratic time: single characters without choices, and at most one
 * quantifier with a variable count.
 */
function cannotBacktrack(node: PatternNode): boolean {
  const parts = node.kind === 'sequence' ? node.parts : [node];
  const isSimple = (part: PatternNode): boolean =>
    part.kind === 'one' || part.kind === 'place' || (part.kind === 'repeat' && part.part.kind === 'one');
  return (
    parts.every(isSimple) && parts.filter((part) => part.kind === 'repeat' && part.least !== part.most).length <= 1
  );
}
