import { pointerToken } from '../plan/json-pointer.ts';
import type { Json } from '../plan/plan.ts';
import type { Budget } from './match-pattern.ts';
import { matchesPattern } from './pattern.ts';

/** A place in the body: a key and the place above it. Undefined is the body itself. */
export type At = { above: At; key: string | number } | undefined;

/**
 * One violation. `conditional`: below a condition or negation, or from a keyword such as `contains` or
 * `unevaluatedItems`. `branches`: for anyOf and oneOf, the violations of each branch that does not fit. `fits`: the
 * number of fitting branches. The keyword `false` says that nothing may be at a place. It is not reported by itself.
 */
export type SchemaError = {
  at: At;
  keyword: string;
  message: string;
  conditional: boolean;
  branches?: SchemaError[][];
  fits?: number;
};

/**
 * The state of one validation. Each schema at each value costs a step; compared values and matched characters cost
 * steps too.
 */
export type Run = {
  errors: SchemaError[];
  /** Number of violations so far, branches included. */
  found: number;
  isConditional: boolean;
  stepsLeft: number;
  notChecked: Set<string>;
  /** Shared by all patterns of this validation. */
  patternBudget: Budget;
};

/**
 * Returns true if the value fits. Adds to `seen` the members and items that it has evaluated, for
 * `unevaluatedProperties` and `unevaluatedItems`.
 */
export type Check = (value: Json, at: At, run: Run, seen?: Set<string>) => boolean;
export type Compile = (schema: unknown) => Check;

/** Thrown if the check of a body takes too many steps. Nothing is known of the body. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';
}

const MOST_ERRORS = 100_000;

/** Takes steps from the budget. Throws TooCostly. */
export function spend(run: Run, steps: number): void {
  run.stepsLeft -= steps;
  if (run.stepsLeft < 0) throw new TooCostly('the answer costs too much to check');
}

/** Adds a violation and returns false. Throws TooCostly. */
export function fail(run: Run, at: At, keyword: string, message: string, more: Partial<SchemaError> = {}): false {
  run.found += 1;
  if (run.found > MOST_ERRORS) throw new TooCostly('the answer has too many violations');
  run.errors.push({ at, keyword, message, conditional: run.isConditional, ...more });
  return false;
}

/** Runs a check and returns its violations apart, without adding them to the run. */
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

/** Runs `work`; each violation that it adds is conditional. */
export function conditionally<T>(run: Run, work: () => T): T {
  const { isConditional } = run;
  run.isConditional = true;
  try {
    return work();
  } finally {
    run.isConditional = isConditional;
  }
}

/** True if a text matches a pattern. Undefined, and noted, if that cannot be decided. */
export function isMatched(run: Run, pattern: string, text: string): boolean | undefined {
  spend(run, 1 + (text.length >> 3));
  const matches = matchesPattern(pattern, text, run.patternBudget);
  if (matches === undefined) run.notChecked.add(pattern);
  return matches;
}

/** The JSON Pointer of a violation. */
export function pointerOf({ at }: SchemaError): string {
  const tokens: string[] = [];
  for (let place = at; place !== undefined; place = place.above) tokens.push(pointerToken(String(place.key)));
  return tokens.toReversed().join('');
}
