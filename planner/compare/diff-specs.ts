import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Json } from '#verifier/plan/plan.ts';

import { canonicalJson } from '../intake/json/canonical-json.ts';
import { isObject, type JsonObject, member, pointerToken } from '../intake/json/json-object.ts';
import { SpecError } from '../intake/json/spec-error.ts';
import type { Operation } from '../intake/model/operation.ts';
import { type Break, compareOperations, placeOf } from './compare-operations.ts';
import { type Effort, TooMuchToCompare } from './compare-schemas.ts';
import { mostListed } from './most-listed.ts';
import type { SpecModel } from '../intake/operations/spec-model.ts';

/**
 * The differences of two specs. Operations are "METHOD /template" as in the documents. `breaking` and `notCompared` are
 * cut after 100 operations, `reasons` after 20; the counts are those of the whole lists.
 */
export type SpecDiff = {
  added: string[];
  removed: string[];
  changed: string[];
  /** The removed and changed operations that break callers, with the reasons (decision record 0037). */
  breaking: { operation: string; reasons: Break[]; reasonCount: number }[];
  breakingCount: number;
  /** Removed and changed operations that were not compared, with the reason. */
  notCompared: { operation: string; reason: string }[];
  notComparedCount: number;
};

/** A document and its model. `model` is undefined if the planner cannot read the document. */
export type ReadSpec = { document: JsonObject; model: SpecModel | undefined };

const methods = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'];

const mostReasons = 20;

/** The most schemas of one diff: about five seconds' work, and the same number on every machine. */
const mostSchemas = 400_000;

/**
 * Returns the differences of two specs. An operation is changed even if only a component that it refers to has changed.
 */
export const diffSpecs = (before: ReadSpec | undefined, after: ReadSpec): SpecDiff => {
  const old = before === undefined ? new Map<string, string>() : contentsOf(before.document);
  const now = contentsOf(after.document);
  const removed = [...old.keys()].filter((key) => !now.has(key));
  const changed = [...now.keys()].filter((key) => old.has(key) && old.get(key) !== now.get(key));
  const compare = comparison(before?.model, after.model);
  const outcomes = [...removed, ...changed].map((operation) => ({
    operation,
    ...compare(pointerOf(operation), now.has(operation)),
  }));
  const breaking = outcomes.flatMap(({ operation, reasons }) =>
    reasons.length === 0 ? [] : [{ operation, reasons: reasons.slice(0, mostReasons), reasonCount: reasons.length }],
  );
  const notCompared = outcomes.flatMap(({ operation, reason }) =>
    reason === undefined ? [] : [{ operation, reason }],
  );
  return {
    added: [...now.keys()].filter((key) => !old.has(key)),
    removed,
    changed,
    breaking: breaking.slice(0, mostListed),
    breakingCount: breaking.length,
    notCompared: notCompared.slice(0, mostListed),
    notComparedCount: notCompared.length,
  };
};

/**
 * Returns the removed and changed operations of the old spec by key, as plans use it (below the base path). The value
 * is the name in the diff.
 */
export const touchedBy = ({ removed, changed }: SpecDiff, before: ReadSpec | undefined): Map<string, string> => {
  const names = new Map([...removed, ...changed].map((name) => [pointerOf(name), name]));
  const operations = before?.model?.operations ?? [];
  return new Map(operations.flatMap(({ key, pointer }) => (names.has(pointer) ? [[key, names.get(pointer)!]] : [])));
};

/** Returns the JSON Pointer of "METHOD /template" in its document. */
const pointerOf = (name: string): string => {
  const [method = ''] = name.split(' ', 1);
  return `/paths${pointerToken(name.slice(method.length + 1))}/${method.toLowerCase()}`;
};

/** Breaking changes of one operation. `reason` tells why it was not compared. */
type Outcome = { reasons: Break[]; reason?: string };

/**
 * Returns a function that finds the breaking changes of an old operation by its pointer. `isKept` is true if the new
 * document has the operation under the same name.
 */
const comparison = (before: SpecModel | undefined, after: SpecModel | undefined) => {
  const effort: Effort = { left: mostSchemas };
  const old = new Map(before?.operations.map((operation) => [operation.pointer, operation]));
  const places = new Map(after?.operations.map((operation) => [placeOf(operation), operation]));
  return (pointer: string, isKept: boolean): Outcome => {
    const operation = old.get(pointer);
    const counterpart = operation && places.get(placeOf(operation));
    if (before && after && operation && counterpart) return outcomeOf(before, operation, after, counterpart, effort);
    if (!isKept) return { reasons: [{ pointer, message: 'The operation is removed.' }] };
    return { reasons: [], reason: 'One of the two specs has it in a form that is left out of planning.' };
  };
};

const outcomeOf = (
  before: SpecModel,
  operation: Operation,
  after: SpecModel,
  counterpart: Operation,
  effort: Effort,
): Outcome => {
  try {
    const [from, to] = [
      { operation, schemas: before.schemas },
      { operation: counterpart, schemas: after.schemas },
    ];
    return { reasons: compareOperations(from, to, effort) };
  } catch (error) {
    if (!(error instanceof TooMuchToCompare || error instanceof SpecError)) throw error;
    return { reasons: [], reason: 'The specs have more schemas than are compared in one publish.' };
  }
};

/**
 * Returns each operation by "METHOD /template", as canonical text with its path's parameters and the components that
 * it refers to. Operations with equal texts count as unchanged.
 */
const contentsOf = (document: JsonObject): Map<string, string> => {
  const contents = new Map<string, string>();
  const paths = member(document, 'paths');
  if (!isObject(paths)) return contents;
  for (const path of Object.keys(paths).sort()) {
    const item = paths[path];
    if (!isObject(item)) continue;
    for (const method of methods.filter((name) => Object.hasOwn(item, name))) {
      const operation: Json = [item[method]!, item['parameters'] ?? []];
      contents.set(`${method.toUpperCase()} ${path}`, canonicalJson([operation, ...referredTo(document, operation)]));
    }
  }
  return contents;
};

/**
 * Returns each reference of a value, direct or not, followed by the component behind it (null if there is none), sorted
 * by reference.
 */
const referredTo = (document: JsonObject, value: Json): Json[] => {
  const found = new Map<string, Json>();
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const reference = member(next, '$ref');
    if (typeof reference === 'string' && !found.has(reference)) {
      const target = segmentsOf(reference.slice(1)).reduce<Json | undefined>(
        (at, token) => member(at, decoded(token)),
        document,
      );
      found.set(reference, target ?? null);
      if (target !== undefined) open.push(target);
    }
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
  }
  return [...found.keys()].sort().flatMap((reference) => [reference, found.get(reference)!]);
};

const decoded = (token: string): string => {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
};
