import type { Json, JsonSchema, Plan, Step, Template } from '#verifier/plan/plan.ts';

import type { Planning } from '../journeys/model/planning.ts';
import { sharesAccess } from '../personas/grammar/is-sharing-endpoint.ts';
import { actionsOf } from '../resources/actions/actions-of.ts';
import { successBody } from '../resources/responses/response-shape.ts';
import type { SchemaStore } from '../intake/schema/schema-store.ts';
import { hiddenValue } from '../values/choose/hidden-value.ts';
import { singular } from '../vocabulary/singular.ts';
import { wordsOf } from '../vocabulary/words-of.ts';
import type { StatedLimit } from '../personas/grammar/stated-limit.ts';
import { hidesFromList, isTotal, limitCovers } from '../personas/grammar/limit-covers.ts';
import type { WordGroup } from '../vocabulary/word-group.ts';
import { containers, forAll, openness, peopleWithAccess, persons } from '../vocabulary/values/access-words.ts';

/** Ends of names of members with the rights of others: `accessLevel`, `permission_mode`. */
const ACCESS = /(?:access|permission)_?(?:level|mode|type|policy|settings?)?$/i;

function isCalled(name: string, words: WordGroup): boolean {
  return wordsOf(name).some((word) => words.has(word) || words.has(singular(word)));
}

function isForAll(value: Json | undefined): boolean {
  return typeof value === 'string' && forAll.has(value.toLowerCase());
}

/**
 * True if a request may name an existing person: a member such as `members` has a value that is not unique to the run.
 * Booleans and null name nobody.
 */
function namesSomebody(template: Template, isWho = false): boolean {
  if ('object' in template)
    return Object.entries(template.object).some(([name, one]) =>
      namesSomebody(one, isWho || isCalled(name, peopleWithAccess)),
    );
  if ('array' in template) return template.array.some((one) => namesSomebody(one, isWho));
  if (!('literal' in template)) return isWho && !('unique' in template);
  const { literal } = template;
  if (literal === null || typeof literal !== 'object') return isWho && typeof literal !== 'boolean' && literal !== null;
  const members = Object.entries(literal).map(([name, one]): [string, Template] => [name, { literal: one }]);
  return members.some(([name, one]) => namesSomebody(one, isWho || isCalled(name, peopleWithAccess)));
}

/** Returns all members of a request by name, at any depth. */
function membersOf(template: Template): [string, Template][] {
  const inside =
    'object' in template
      ? Object.entries(template.object)
      : 'literal' in template && template.literal !== null && typeof template.literal === 'object'
        ? Object.entries(template.literal).map(([name, literal]): [string, Template] => [name, { literal }])
        : [];
  const among = 'array' in template ? template.array : [];
  return [...inside, ...inside.flatMap(([, one]) => membersOf(one)), ...among.flatMap(membersOf)];
}

const DEEPEST = 4;

/**
 * True if a member of the schema may open the item to others: a visibility that is not sent as its private value, an
 * access level, or an enum with a value such as "team" that is not sent as another. Members about people are not
 * searched: `owner.isPublic` is about the owner.
 */
function isLeftOpen(
  schemas: SchemaStore,
  schema: JsonSchema | undefined,
  sent: Map<string, Template>,
  depth = 0,
): boolean {
  const { properties, items } = schemas.flatten(schema ?? true);
  const inItems = items !== undefined && depth < DEEPEST && isLeftOpen(schemas, items, sent, depth + 1);
  return (
    inItems ||
    Object.entries(properties).some(([name, one]) => {
      const { types, rest } = schemas.flatten(one);
      const choices = Array.isArray(rest['enum']) ? rest['enum'] : types[0] === 'boolean' ? [true, false] : [];
      const hidden = hiddenValue(name, choices);
      const template = sent.get(name);
      const value = template && 'literal' in template ? template.literal : undefined;
      if (hidden !== undefined) return value !== hidden;
      if (
        isCalled(name, openness) ||
        ACCESS.test(name) ||
        (choices.some(isForAll) && (value === undefined || isForAll(value)))
      )
        return true;
      return depth < DEEPEST && !isCalled(name, persons) && isLeftOpen(schemas, one, sent, depth + 1);
    })
  );
}

const OF_CALLER = /\/(?:me|self|current|whoami)$/i;

/**
 * Returns the captures of a plan before its first write. Such items existed before the run, so others may have access.
 * Reads of the caller (`GET /me`) are left out.
 */
function foundBy(steps: Step[], isWrite: (step: Step) => boolean): Set<string> {
  const first = steps.findIndex(isWrite);
  const reads = steps.slice(0, Math.max(first, 0)).filter(({ path }) => !OF_CALLER.test(path));
  return new Set(reads.flatMap(({ captures }) => Object.keys(captures)));
}

/**
 * True if a request refers to an item that existed before the run or is env-provided, or gives a container such as
 * `team` a fixed value.
 */
function isPutAmongOthers({ body, params }: Step, found: Set<string>): boolean {
  const members = membersOf(body?.value ?? { object: {} });
  const isFound = (one: Template) => 'input' in one || ('capture' in one && found.has(one.capture));
  const sent = [...Object.values(params.path), ...Object.values(params.query), ...members.map(([, one]) => one)];
  const isNamed = ([name, one]: [string, Template]) =>
    isCalled(name, containers) && 'literal' in one && typeof one.literal !== 'boolean';
  return sent.some(isFound) || members.some(isNamed);
}

/**
 * True if some limit exempts shared items, and so does each limit that refuses the operation. `subject` is its key,
 * "METHOD /template".
 */
export function isHiddenUnlessShared({ graph }: Planning, limits: StatedLimit[], subject: string): boolean {
  const done = graph.resources.flatMap((resource) =>
    actionsOf(resource).flatMap(({ action, operation }) => (operation.key === subject ? [{ action, resource }] : [])),
  );
  const path = subject.slice(subject.indexOf(' ') + 1);
  const refuses = (limit: StatedLimit) =>
    isTotal(limit, path, graph) ||
    done.some(
      ({ action, resource }) =>
        limitCovers(limit, action, resource, graph) || (action === 'list' && hidesFromList(limit, resource, graph)),
    );
  return limits.some(({ isUnshared }) => isUnshared) && limits.every((one) => one.isUnshared === true || !refuses(one));
}

/**
 * True if a journey may give the refused persona access: a step may share the item, name people, put it into a
 * container that others see, or leave it visible to others.
 */
export function letsOthersIn({ model: { schemas, byKey } }: Planning, { steps }: Plan): boolean {
  const isWrite = ({ method, expect }: Step) => method !== 'GET' && method !== 'HEAD' && expect.outcome === 'success';
  if (steps.some(({ course = [] }) => course.some(({ path }) => sharesAccess(path)))) return true;
  const found = foundBy(steps, isWrite);
  return steps.filter(isWrite).some((step) => {
    const { method, path, body, further = {}, ifNamed = {} } = step;
    const value = body?.value ?? { object: {} };
    const named = Object.keys({ ...further, ...ifNamed }).flatMap((pointer) => pointer.split('/'));
    const sent = new Map(membersOf(value));
    const operation = byKey.get(`${method} ${path}`);
    const schemasOfThing = operation ? [operation.body?.schema, successBody(operation)] : [];
    return (
      sharesAccess(path) ||
      namesSomebody(value) ||
      isPutAmongOthers(step, found) ||
      named.some((name) => isCalled(name, peopleWithAccess)) ||
      schemasOfThing.some((schema) => isLeftOpen(schemas, schema, sent))
    );
  });
}
