import type { Json } from '#verifier/plan/plan.ts';

import { canonicalJson } from '../intake/json/canonical-json.ts';
import type { FlatSchema } from '../intake/schema/flat-schema.ts';
import type { JsonObject } from '../intake/json/json-object.ts';

/** Rule by which a schema allows fewer values than another. */
export type ValueRule = 'type' | 'null' | 'enum' | 'format' | 'pattern' | 'bounds';

/** Pairs of formats: each value of the first is one of the second. */
const widening = [
  ['int32', 'int64'],
  ['float', 'double'],
];

/**
 * Returns the rules by which `narrow` may refuse values that `wide` allows. If `wide` allows a type that `narrow`
 * refuses, `type` is the only rule.
 */
export function narrowedValue(narrow: FlatSchema, wide: FlatSchema): ValueRule[] {
  if (!takesTypes(typesOf(narrow), typesOf(wide))) return ['type'];
  const rules: [ValueRule, boolean][] = [
    ['null', typesOf(wide).length > 0 && wide.nullable && !narrow.nullable],
    ['enum', takesFewer(valuesOf(narrow.rest), valuesOf(wide.rest))],
    ['format', valuesOf(wide.rest) === undefined && takesFewerForms(narrow.rest['format'], wide.rest['format'])],
    ['pattern', narrow.rest['pattern'] !== undefined && narrow.rest['pattern'] !== wide.rest['pattern']],
    ['bounds', isTighter(narrow.rest, wide.rest)],
  ];
  return rules.flatMap(([rule, isBroken]) => (isBroken ? [rule] : []));
}

function typesOf({ types, rest }: FlatSchema): string[] {
  const values = types.length > 0 ? undefined : valuesOf(rest);
  return values === undefined ? types : [...new Set(values.map(typeOf))];
}

function typeOf(value: Json): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function takesTypes(narrow: string[], wide: string[]): boolean {
  if (narrow.length === 0) return true;
  const takes = (type: string): boolean => narrow.includes(type) || (type === 'integer' && narrow.includes('number'));
  return wide.length > 0 && wide.every(takes);
}

/** Returns the values that a schema allows by const or enum, without null. Undefined if it has neither. */
function valuesOf(rest: JsonObject): Json[] | undefined {
  const values = rest['const'] === undefined ? rest['enum'] : [rest['const']];
  return Array.isArray(values) ? values.filter((value) => value !== null) : undefined;
}

function takesFewer(narrow: Json[] | undefined, wide: Json[] | undefined): boolean {
  if (narrow === undefined) return false;
  const taken = new Set(narrow.map(canonicalJson));
  return wide === undefined || wide.some((value) => !taken.has(canonicalJson(value)));
}

function takesFewerForms(narrow: Json | undefined, wide: Json | undefined): boolean {
  if (narrow === undefined || narrow === wide) return false;
  return !widening.some(([small, large]) => small === wide && large === narrow);
}

/** An end of a range. If `isOpen`, the value itself is excluded. */
type Bound = { value: number; isOpen: boolean };

const none: Bound = { value: -Infinity, isOpen: false };

function tighter(left: Bound, right: Bound): boolean {
  return left.value > right.value || (left.value === right.value && left.isOpen && !right.isOpen);
}

/** Returns an end of a range to compare. Upper ends are negated, so that the larger of two is always the tighter. */
function boundOf(value: Json | undefined, sign: 1 | -1, isOpen = false): Bound {
  return typeof value === 'number' ? { value: sign * value, isOpen } : none;
}

function rangeEnd(rest: JsonObject, inclusive: string, exclusive: string, sign: 1 | -1): Bound {
  const [closed, open] = [boundOf(rest[inclusive], sign), boundOf(rest[exclusive], sign, true)];
  return tighter(open, closed) ? open : closed;
}

/** Returns both ends of each range of a schema. Lengths and counts begin at 0. */
function boundsOf(rest: JsonObject): Bound[] {
  const counts = ['Length', 'Items', 'Properties'].flatMap((unit) => [
    boundOf(rest[`min${unit}`] ?? 0, 1),
    boundOf(rest[`max${unit}`], -1),
  ]);
  return [
    rangeEnd(rest, 'minimum', 'exclusiveMinimum', 1),
    rangeEnd(rest, 'maximum', 'exclusiveMaximum', -1),
    ...counts,
  ];
}

function isTighter(narrow: JsonObject, wide: JsonObject): boolean {
  const ends = boundsOf(wide);
  if (boundsOf(narrow).some((end, index) => tighter(end, ends[index]!))) return true;
  if (narrow['uniqueItems'] === true && wide['uniqueItems'] !== true) return true;
  const [step, steps] = [narrow['multipleOf'], wide['multipleOf']];
  return typeof step === 'number' && !(typeof steps === 'number' && Number.isInteger(steps / step));
}
