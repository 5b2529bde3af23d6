import type { Json, JsonSchema, Plan, Step, Template } from '#verifier/plan/plan.ts';

import type { Planning } from '../journeys/planning.ts';
import { hidesFromList, isTotal, limitCovers, type StatedLimit } from '../personas/stated-limit.ts';
import { letsIn } from '../personas/ways-in.ts';
import { actionsOf } from '../resources/actions-of.ts';
import { successBody } from '../resources/response-shape.ts';
import type { SchemaStore } from '../spec/schema-store.ts';
import { wordsOf } from '../values/field-names.ts';
import { hiddenValue } from '../values/hidden-value.ts';
import { singular } from '../values/singular.ts';

/** Called so, a member names who else comes to a thing. */
const WHO = new Set(
  'attendee participant member collaborator guest invitee recipient assignee subscriber follower watcher viewer editor reader writer user people person share acl access permission grant role audience'.split(
    ' ',
  ),
);
/** Called so, a member says that a thing is there for all. */
const OPEN = new Set('public shared sharing visibility privacy audience listed unlisted discoverable'.split(' '));

function isCalled(name: string, words: Set<string>): boolean {
  return wordsOf(name).some((word) => words.has(word) || words.has(singular(word)));
}

/** So says a choice that a thing is there for all. */
const FOR_ALL = new Set(['public', 'published', 'everyone', 'anyone', 'world', 'unlisted']);

function isForAll(value: Json | undefined): boolean {
  return typeof value === 'string' && FOR_ALL.has(value.toLowerCase());
}

/** Whether a request names somebody who may be there, by a word or number below a member called so; what is made anew for the run names nobody. */
function namesSomebody(template: Template, isWho = false): boolean {
  if ('object' in template)
    return Object.entries(template.object).some(([name, one]) => namesSomebody(one, isWho || isCalled(name, WHO)));
  if ('array' in template) return template.array.some((one) => namesSomebody(one, isWho));
  if (!('literal' in template)) return isWho && !('unique' in template);
  const { literal } = template;
  if (literal === null || typeof literal !== 'object') return isWho && typeof literal !== 'boolean' && literal !== null;
  const members = Object.entries(literal).map(([name, one]): [string, Template] => [name, { literal: one }]);
  return members.some(([name, one]) => namesSomebody(one, isWho || isCalled(name, WHO)));
}

/** Whether a member that says who sees a thing is left to the server, or is not sent as the value by which nobody else does. */
function isLeftOpen(schemas: SchemaStore, schema: JsonSchema | undefined, sent: Record<string, Template>): boolean {
  const { properties } = schemas.flatten(schema ?? true);
  return Object.entries(properties).some(([name, one]) => {
    const { types, rest } = schemas.flatten(one);
    const choices = Array.isArray(rest['enum']) ? rest['enum'] : types[0] === 'boolean' ? [true, false] : [];
    const hidden = hiddenValue(name, choices);
    const value = sent[name] && 'literal' in sent[name] ? sent[name].literal : undefined;
    if (hidden !== undefined) return value !== hidden;
    return isCalled(name, OPEN) || (choices.some(isForAll) && (value === undefined || isForAll(value)));
  });
}

/** Whether an operation is refused by nothing but a limit that makes an exception of what was shared. */
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
 * Whether what a journey makes before somebody is refused it may be open to that one all the same: a step of it lets others in, names people in what it
 * sends, or leaves to the server whether the thing is there for all.
 */
export function letsOthersIn({ model: { schemas, byKey } }: Planning, { steps }: Plan): boolean {
  const isWrite = ({ method, expect }: Step) => method !== 'GET' && method !== 'HEAD' && expect.outcome === 'success';
  if (steps.some(({ course = [] }) => course.some(({ path }) => letsIn(path)))) return true;
  return steps.filter(isWrite).some(({ method, path, body, further = {}, ifNamed = {} }) => {
    const value = body?.value ?? { object: {} };
    const named = Object.keys({ ...further, ...ifNamed }).flatMap((pointer) => pointer.split('/'));
    const sent = 'object' in value ? value.object : {};
    const operation = byKey.get(`${method} ${path}`);
    const schemasOfThing = operation ? [operation.body?.schema, successBody(operation)] : [];
    return (
      letsIn(path) ||
      namesSomebody(value) ||
      named.some((name) => isCalled(name, WHO)) ||
      schemasOfThing.some((schema) => isLeftOpen(schemas, schema, sent))
    );
  });
}
