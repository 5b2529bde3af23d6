import { segmentsOf } from '../plan/json-pointer.ts';
import type { Assertion, Step } from '../plan/plan.ts';
import type { StepFacts } from './facts.ts';

type SchemaErrors = NonNullable<StepFacts['schemaErrors']>;

/**
 * The most violations kept of one response. Places that differ only in an index count once. A response with so many may
 * have more.
 */
export const MOST_SCHEMA_ERRORS = 50;

/** Keywords about which members an object has. The members that it shows may still be right. */
const ABOUT_THE_OBJECT = new Set(['required', 'additionalProperties', 'minProperties', 'maxProperties']);

/**
 * True if no schema violation touches a value that the step captures. If violations may have been left out, each value
 * in the body counts as touched.
 */
export function carriesSoundValues({ captures, assert }: Step, found: SchemaErrors): boolean {
  const errors = inBody(found);
  const listed = assert.find(({ op }) => op === 'listContains');
  return Object.values(captures).every((capture) => {
    if (capture.from === 'header') return true;
    if (capture.from === 'body') return !isWrongAt(errors, capture.pointer, true);
    if (capture.from === 'first') return !isWrongInList(errors, capture.list, true, [capture.pointer ?? '']);
    if (listed?.op !== 'listContains') return false;
    return !isWrongInList(errors, listed.list, true, [capture.pointer, ...listed.match.map(({ pointer }) => pointer)]);
  });
}

/**
 * True if no schema violation touches the values of an assertion. `isShown`: true if the response has a value at a
 * pointer.
 */
export function isAboutSoundValues(
  assertion: Assertion,
  found: SchemaErrors,
  isShown: (pointer: string) => boolean,
): boolean {
  const errors = inBody(found);
  switch (assertion.op) {
    case 'equals':
    case 'differs':
    case 'defaulted':
    case 'located':
      return !isWrongAt(errors, assertion.pointer, isShown(assertion.pointer));
    case 'listContains':
    case 'listLacks':
      return !isWrongInList(
        errors,
        assertion.list,
        isShown(assertion.list),
        assertion.match.map(({ pointer }) => pointer),
      );
    case 'leavesNoneOut':
      return assertion.members.every(({ pointer }) => !isWrongAt(errors, pointer, isShown(pointer)));
    case 'listOnly':
      return !isWrongInList(errors, assertion.list, isShown(assertion.list), [assertion.pointer]);
    case 'listPages':
      return !isWrongInList(
        errors,
        assertion.list,
        isShown(assertion.list),
        assertion.each.flatMap((match) => match.map(({ pointer }) => pointer)),
      );
    case 'status':
    case 'opaque':
      return true;
  }
}

/** The violations in the body, without those of headers. */
function inBody(errors: SchemaErrors): SchemaErrors {
  return errors.filter(({ keyword }) => keyword !== 'header');
}

/** True if a violation may touch the value at `pointer`. An absent value may be the member that a violation misses. */
function isWrongAt(errors: SchemaErrors, pointer: string, isShown: boolean): boolean {
  return mayBeMore(errors) || errors.some((error) => concerns(error, pointer, isShown));
}

/**
 * True if a violation may touch a list or the `members` of its entries. The index does not matter, because the wrong
 * entry may be the wanted one. `isShown`: the response has the list.
 */
function isWrongInList(errors: SchemaErrors, list: string, isShown: boolean, members: string[]): boolean {
  const depth = segmentsOf(list).length;
  return (
    mayBeMore(errors) ||
    errors.some((error) => {
      if (list !== '' && !error.pointer.startsWith(`${list}/`)) return concerns(error, list, isShown);
      const inEntry = error.pointer.split('/').slice(depth + 2);
      const pointer = inEntry.length === 0 ? '' : `/${inEntry.join('/')}`;
      return error.pointer === list || members.some((member) => concerns({ ...error, pointer }, member, false));
    })
  );
}

function mayBeMore({ length }: SchemaErrors): boolean {
  return length >= MOST_SCHEMA_ERRORS;
}

function concerns({ pointer: at, keyword }: SchemaErrors[number], pointer: string, isShown: boolean): boolean {
  if (at === pointer || at.startsWith(`${pointer}/`)) return true;
  return pointer.startsWith(`${at}/`) && !(isShown && ABOUT_THE_OBJECT.has(keyword));
}
