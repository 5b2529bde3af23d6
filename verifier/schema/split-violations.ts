import type { OutputUnit } from '@cfworker/json-schema';
import { MOST_SCHEMA_ERRORS } from '../verdicts/wrong-members.ts';

export type Violation = { pointer: string; keyword: string; message: string };

/** Decisive violations and mere notes of one response body. Planner and verifier §6.1 row 20. */
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
/** Violations below these keywords are notes: no verdict hangs on a condition or a negation. */
const CONDITIONAL = new Set([
  'if',
  'then',
  'else',
  'not',
  'contains',
  'propertyNames',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
const NAMED_BY_USER = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/**
 * Splits a validator's flat error list into decisive violations and notes. Decisive: type, required, enum, const, closed
 * objects, bounds and patterns on members that the run did not send, and an anyOf/oneOf none of whose branches fits.
 * Notes: format, a oneOf with more than one fit, everything conditional. Planner and verifier §6.1 row 20.
 */
export function splitViolations(errors: readonly OutputUnit[], sentNames: ReadonlySet<string>): SchemaFindings {
  const decisive: Violation[] = [];
  const notes: Violation[] = [];
  for (const error of outermost(errors)) {
    if (isWrapper(error, errors)) continue;
    (isDecisive(error, errors, sentNames) ? decisive : notes).push(violationOf(error));
  }
  return { decisive: onePerShape(decisive, MOST_SCHEMA_ERRORS), notes: onePerShape(notes, MOST_NOTES) };
}

const MOST_NOTES = 10;

/** What every entry of a list has is said of the first. */
function onePerShape(found: readonly Violation[], most: number): Violation[] {
  const shapes = Map.groupBy(found, ({ pointer, ...rest }) =>
    JSON.stringify([pointer.replaceAll(/\/\d+(?=\/|$)/g, '/0'), rest.keyword, rest.message]),
  );
  return [...shapes.values()].flatMap(([first]) => first ?? []).slice(0, most);
}

function isDecisive(error: OutputUnit, all: readonly OutputUnit[], sentNames: ReadonlySet<string>): boolean {
  if (isConditional(error.keywordLocation)) return false;
  if (error.keyword === 'anyOf' || error.keyword === 'oneOf') return noBranchFits(error, all, sentNames);
  if (error.keyword === 'additionalProperties') return true;
  if (BOUNDS.has(error.keyword)) return !sentNames.has(lastName(error.instanceLocation));
  return ALWAYS.has(error.keyword);
}

/** Every branch is violated decisively; a branch that fails only by notes may well be the meant one. */
function noBranchFits(error: OutputUnit, all: readonly OutputUnit[], sentNames: ReadonlySet<string>): boolean {
  if (error.keyword === 'oneOf' && !error.error.includes('(0 matches)')) return false;
  const below = all.filter((one) => one !== error && isBelow(one, error));
  const branches = Map.groupBy(
    below,
    (one) => one.keywordLocation.slice(error.keywordLocation.length + 1).split('/')[0],
  );
  return (
    branches.size > 0 &&
    [...branches.values()].every((branch) =>
      outermost(branch).some((one) => !isWrapper(one, branch) && isDecisive(one, branch, sentNames)),
    )
  );
}

/** Without the errors inside the branches of an anyOf/oneOf: those are that keyword's own business. */
function outermost(errors: readonly OutputUnit[]): OutputUnit[] {
  const combined = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  return errors.filter((error) => !combined.some((outer) => outer !== error && isBelow(error, outer)));
}

function isBelow(error: OutputUnit, outer: OutputUnit): boolean {
  return (
    error.keywordLocation.startsWith(`${outer.keywordLocation}/`) &&
    (error.instanceLocation === outer.instanceLocation ||
      error.instanceLocation.startsWith(`${outer.instanceLocation}/`))
  );
}

/** Errors that only say that something inside them failed, and the library's bare "false" schema. */
function isWrapper(error: OutputUnit, all: readonly OutputUnit[]): boolean {
  if (['$ref', 'allOf', 'properties', 'patternProperties', 'items', 'prefixItems', 'false'].includes(error.keyword)) {
    return true;
  }
  const closed = all.some(
    ({ keyword, instanceLocation }) =>
      keyword === 'false' && instanceLocation.slice(0, instanceLocation.lastIndexOf('/')) === error.instanceLocation,
  );
  return error.keyword === 'additionalProperties' && !closed;
}

function isConditional(keywordLocation: string): boolean {
  const segments = keywordLocation.split('/');
  return segments.some((segment, index) => CONDITIONAL.has(segment) && !NAMED_BY_USER.has(segments[index - 1] ?? ''));
}

/** The place in the body that an error speaks of, as a JSON Pointer. */
export function pointerOf({ instanceLocation }: OutputUnit): string {
  return decodeURI(instanceLocation.slice(1));
}

function violationOf(unit: OutputUnit): Violation {
  return { pointer: pointerOf(unit), keyword: unit.keyword, message: unit.error.slice(0, 200) };
}

function lastName(instanceLocation: string): string {
  const names = decodeURI(instanceLocation.slice(1)).split('/');
  return names.findLast((name) => !/^\d*$/.test(name)) ?? '';
}
