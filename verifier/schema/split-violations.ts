import { MOST_SCHEMA_ERRORS } from '../verdicts/wrong-members.ts';
import { pointerOf, type SchemaError } from './validation.ts';

export type Violation = { pointer: string; keyword: string; message: string };

/** The violations of a response body: decisive ones, and mere notes. Planner and verifier §6.1 row 20. */
export type SchemaFindings = { decisive: Violation[]; notes: Violation[] };

const ALWAYS = new Set(['type', 'required', 'enum', 'const']);
const BOUNDS = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'pattern',
]);
/**
 * Splits violations into decisive ones and notes. Decisive: type, required, enum, const, closed objects, bounds and
 * patterns of members that the run did not send, and an anyOf or oneOf whose branches all have a decisive violation.
 * Notes: all others, such as format, a oneOf with several fitting branches, and all that depends on a condition or
 * negation. Both have limits, and violations that differ only in an array index are one. Planner and verifier §6.1 row
 * 20.
 */
export function splitViolations(errors: readonly SchemaError[], sentNames: ReadonlySet<string>): SchemaFindings {
  const decisive: Violation[] = [];
  const notes: Violation[] = [];
  for (const error of errors)
    if (error.keyword !== 'false') (isDecisive(error, sentNames) ? decisive : notes).push(violationOf(error));
  return { decisive: onePerShape(decisive, MOST_SCHEMA_ERRORS), notes: onePerShape(notes, MOST_NOTES) };
}

const MOST_NOTES = 10;

/** The first `most` violations, each without those that differ from it only in an array index. */
function onePerShape(found: readonly Violation[], most: number): Violation[] {
  const shapes = Map.groupBy(found, ({ pointer, ...rest }) =>
    JSON.stringify([pointer.replaceAll(/\/\d+(?=\/|$)/g, '/0'), rest.keyword, rest.message]),
  );
  return [...shapes.values()].flatMap(([first]) => first ?? []).slice(0, most);
}

function isDecisive(error: SchemaError, sentNames: ReadonlySet<string>): boolean {
  const { keyword, conditional, branches, fits } = error;
  if (conditional) return false;
  // Decisive if each branch has a decisive violation. A branch with notes alone may be the intended one.
  if (branches !== undefined)
    return (
      fits === 0 && branches.length > 0 && branches.every((branch) => branch.some((one) => isDecisive(one, sentNames)))
    );
  if (keyword === 'additionalProperties') return true;
  if (BOUNDS.has(keyword)) return !sentNames.has(lastName(error));
  return ALWAYS.has(keyword);
}

function violationOf(error: SchemaError): Violation {
  return { pointer: pointerOf(error), keyword: error.keyword, message: error.message.slice(0, 200) };
}

/** The last member name in the violation's JSON Pointer; "" without one. */
function lastName(error: SchemaError): string {
  return (
    pointerOf(error)
      .split('/')
      .findLast((name) => !/^\d*$/.test(name)) ?? ''
  );
}
