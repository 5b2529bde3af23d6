import type { Json, JsonSchema } from '../plan/plan.ts';
import { arrayCheck } from './check-array.ts';
import { objectCheck } from './check-object.ts';
import { patternBudget } from './pattern.ts';
import { numberCheck, textCheck } from './check-scalar.ts';
import { compareWith, deepEqual } from './deep-equal.ts';
import {
  apart,
  conditionally,
  fail,
  spend,
  type Check,
  type Compile,
  type Run,
  type SchemaError,
} from './validation.ts';

/** `notChecked`: patterns that could not be decided. They count as matched. */
export type Validation = { errors: SchemaError[]; notChecked: string[] };

/** The most steps of one validation: about a second. A usual response of 16 MB takes a third of it. */
const MOST_STEPS = 5_000_000;

type SchemaObject = { [key: string]: Json };

/**
 * Returns a validator for the named schemas of a bundle, each compiled at its first use. Supports the keywords of JSON
 * Schema 2020-12 that plans use, and references to `#/$defs/<name>`. The validator throws TooCostly when its steps are
 * used up, and Error for a reference to nothing.
 */
export function createValidator($defs: Record<string, JsonSchema>): (name: string, body: Json) => Validation {
  const named = new Map<string, Check>();
  const compiled = new Map<object, Check>();
  const checkNamed = (name: string): Check => {
    const known = named.get(name);
    if (known) return known;
    if (!Object.hasOwn($defs, name)) throw new Error(`Unresolved $ref "#/$defs/${name}".`);
    const check = compile($defs[name]);
    named.set(name, check);
    return check;
  };
  const compile: Compile = (schema) => {
    if (schema === false) return nothingFits;
    if (typeof schema !== 'object' || schema === null) return fits;
    const known = compiled.get(schema);
    if (known) return known;
    const check = compileObject(schema as SchemaObject, compile, checkNamed);
    compiled.set(schema, check);
    return check;
  };
  return (name, body) => {
    const run: Run = {
      errors: [],
      found: 0,
      isConditional: false,
      stepsLeft: MOST_STEPS,
      notChecked: new Set(),
      patternBudget: patternBudget(),
    };
    checkNamed(name)(body, undefined, run);
    return { errors: run.errors, notChecked: [...run.notChecked] };
  };
}

const fits: Check = () => true;

const nothingFits: Check = (_value, at, run) => fail(run, at, 'false', 'Nothing may be here.');

/** Compiles one schema. Checks of the value's own type come last. */
function compileObject(schema: SchemaObject, compile: Compile, checkNamed: (name: string) => Check): Check {
  const anyType = [
    typeCheck(schema),
    valueCheck(schema),
    referenceCheck(schema, checkNamed),
    ...combinedChecks(schema, compile),
  ].filter((check) => check !== undefined);
  const ofObjects = objectCheck(schema, compile);
  const ofArrays = arrayCheck(schema, compile);
  const ofNumbers = numberCheck(schema);
  const ofTexts = textCheck(schema);
  const listsSeen = schema['unevaluatedProperties'] !== undefined || schema['unevaluatedItems'] !== undefined;
  return (value, at, run, above) => {
    spend(run, 1);
    const seen = listsSeen ? new Set<string>() : above;
    let valid = true;
    for (const check of anyType) valid = check(value, at, run, seen) && valid;
    if (typeof value === 'string') valid = (ofTexts?.(value, at, run) ?? true) && valid;
    else if (typeof value === 'number') valid = (ofNumbers?.(value, at, run) ?? true) && valid;
    else if (Array.isArray(value)) valid = (ofArrays?.(value, at, run, seen) ?? true) && valid;
    else if (value !== null && typeof value === 'object') valid = (ofObjects?.(value, at, run, seen) ?? true) && valid;
    if (listsSeen && valid && above !== undefined) for (const key of seen!) above.add(key);
    return valid;
  };
}

function typeCheck({ type }: SchemaObject): Check | undefined {
  if (type === undefined) return undefined;
  const types = new Set([type].flat());
  const expected = [...types].join('", "');
  return (value, at, run) => {
    const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    if (types.has(own) || (own === 'number' && types.has('integer') && Number.isInteger(value))) return true;
    return fail(run, at, 'type', `Instance type "${own}" is invalid. Expected "${expected}".`);
  };
}

function valueCheck(schema: SchemaObject): Check | undefined {
  const { enum: allowed, const: only } = schema;
  if (only !== undefined) {
    const message = `Instance does not match ${shortJson(only)}.`;
    return (value, at, run) => deepEqual(value, only, run) || fail(run, at, 'const', message);
  }
  if (!Array.isArray(allowed)) return undefined;
  const among = compareWith(allowed);
  const message = `Instance does not match any of ${shortJson(allowed)}.`;
  return (value, at, run) => among(value, run) || fail(run, at, 'enum', message);
}

function shortJson(value: Json): string {
  return JSON.stringify(value).slice(0, 200);
}

function referenceCheck({ $ref }: SchemaObject, checkNamed: (name: string) => Check): Check | undefined {
  if (typeof $ref !== 'string') return undefined;
  const [, escaped] = /^#\/\$defs\/([^/]+)$/.exec($ref) ?? [];
  if (escaped === undefined) throw new Error(`Unresolved $ref "${$ref}".`);
  const name = decodeURIComponent(escaped).replaceAll('~1', '/').replaceAll('~0', '~');
  // Resolved at the first use, because a schema may refer to itself.
  return (value, at, run, seen) => checkNamed(name)(value, at, run, seen);
}

function combinedChecks(schema: SchemaObject, compile: Compile): Check[] {
  const { allOf, anyOf, oneOf, not, if: condition } = schema;
  return [
    ...(Array.isArray(allOf) ? allOf.map(compile) : []),
    ...(Array.isArray(anyOf) ? [choiceCheck('anyOf', anyOf.map(compile))] : []),
    ...(Array.isArray(oneOf) ? [choiceCheck('oneOf', oneOf.map(compile))] : []),
    ...(not === undefined ? [] : [notCheck(compile(not))]),
    ...(condition === undefined ? [] : [conditionCheck(schema, compile)]),
  ];
}

function choiceCheck(keyword: 'anyOf' | 'oneOf', checks: Check[]): Check {
  return (value, at, run, seen) => {
    const branches: SchemaError[][] = [];
    let [fitting, found] = [0, 0];
    for (const check of checks) {
      const own = seen && new Set<string>();
      const branch = apart(run, () => check(value, at, run, own));
      if (!branch.valid) {
        branches.push(branch.errors);
        found += branch.found;
      } else {
        fitting += 1;
        for (const key of own ?? []) seen?.add(key);
      }
    }
    if (fitting === 1 || (keyword === 'anyOf' && fitting > 0)) return true;
    run.found += found;
    const message =
      keyword === 'anyOf'
        ? 'Instance does not match any subschemas.'
        : `Instance does not match exactly one subschema (${fitting} matches).`;
    return fail(run, at, keyword, message, { branches, fits: fitting });
  };
}

function notCheck(check: Check): Check {
  return (value, at, run) =>
    !apart(run, () => check(value, at, run)).valid ||
    conditionally(run, () => fail(run, at, 'not', 'Instance matched "not" schema.'));
}

function conditionCheck(schema: SchemaObject, compile: Compile): Check {
  const condition = compile(schema['if']);
  const [then, otherwise] = [compile(schema['then'] ?? true), compile(schema['else'] ?? true)];
  return (value, at, run, seen) => {
    const own = seen && new Set<string>();
    const holds = apart(run, () => condition(value, at, run, own)).valid;
    if (holds) for (const key of own ?? []) seen?.add(key);
    const word = holds ? 'then' : 'else';
    return conditionally(
      run,
      () =>
        (holds ? then : otherwise)(value, at, run, seen) ||
        fail(run, at, 'if', `Instance does not match "${word}" schema.`),
    );
  };
}
