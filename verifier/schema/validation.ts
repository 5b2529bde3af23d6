import { pointerToken } from '../plan/json-pointer.ts';
import type { Json } from '../plan/plan.ts';
import type { Budget } from './match-pattern.ts';
import { matchesPattern } from './pattern.ts';

/** A place in the body: the key of a member or item, and the place of what holds it; undefined is the body itself. */
export type At = { above: At; key: string | number } | undefined;

/**
 * One violation. `conditional`: found below a condition or a negation. `branches`: of an anyOf or oneOf, the violations
 * of each branch that does not fit; `fits`: how many branches fit. The keyword `false` says only that nothing may be
 * there, and is no finding by itself.
 */
export type SchemaError = {
  at: At;
  keyword: string;
  message: string;
  conditional: boolean;
  branches?: SchemaError[][];
  fits?: number;
};

/** One validation. Each schema at each value costs a step, as do compared values, and characters that are matched. */
export type Run = {
  errors: SchemaError[];
  /** Errors that are kept so far, those of branches too. */
  found: number;
  isConditional: boolean;
  stepsLeft: number;
  notChecked: Set<string>;
  /** What all patterns of this validation together may take. */
  patternBudget: Budget;
};

/**
 * `seen` takes the members and items that some keyword has looked at, for `unevaluated…`. Answers whether the value
 * fits.
 */
export type Check = (value: Json, at: At, run: Run, seen?: Set<string>) => boolean;
export type Compile = (schema: unknown) => Check;

/** A body costs more to check than it may; nothing is known of it. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';
}

const MOST_ERRORS = 100_000;

/** Takes steps from what is left. Throws TooCostly. */
export function spend(run: Run, steps: number): void {
  run.stepsLeft -= steps;
  if (run.stepsLeft < 0) throw new TooCostly('the answer costs too much to check');
}

/** Notes a violation; false, for the caller to return. Throws TooCostly. */
export function fail(run: Run, at: At, keyword: string, message: string, more: Partial<SchemaError> = {}): false {
  run.found += 1;
  if (run.found > MOST_ERRORS) throw new TooCostly('the answer has too many violations');
  run.errors.push({ at, keyword, message, conditional: run.isConditional, ...more });
  return false;
}

/** The violations of a check by themselves; they do not count as found. */
export function apart(run: Run, check: () => boolean): { valid: boolean; errors: SchemaError[]; found: number } {
  const { errors: before, found } = run;
  run.errors = [];
  try {
    return { valid: check(), errors: run.errors, found: run.found - found };
  } finally {
    run.errors = before;
    run.found = found;
  }
}

/** Whatever is found meanwhile hangs on a condition. */
export function conditionally<T>(run: Run, work: () => T): T {
  const { isConditional } = run;
  run.isConditional = true;
  try {
    return work();
  } finally {
    run.isConditional = isConditional;
  }
}

/** Whether a pattern matches; what cannot be told is noted. */
export function isMatched(run: Run, pattern: string, text: string): boolean | undefined {
  spend(run, 1 + (text.length >> 3));
  const matches = matchesPattern(pattern, text, run.patternBudget);
  if (matches === undefined) run.notChecked.add(pattern);
  return matches;
}

/** The place of a violation as a JSON Pointer. */
export function pointerOf({ at }: SchemaError): string {
  const tokens: string[] = [];
  for (let place = at; place !== undefined; place = place.above) tokens.push(pointerToken(String(place.key)));
  return tokens.toReversed().join('');
}
