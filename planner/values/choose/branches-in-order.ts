import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Choice } from '../model/choice.ts';
import { isClassifier } from '../../vocabulary/field-names.ts';
import { plainName } from '../../vocabulary/words-of.ts';
import { isIdLike, isPlainId } from '../../vocabulary/identifiers.ts';

/**
 * Returns the first value of each classifier of an object (`type`, `kind`) that has a text there, in lower case without
 * separators. A `oneOf` beside them takes the branch of that kind.
 */
export function classifierValues(schemas: SchemaStore, { properties }: FlatSchema): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isClassifier(name)) return [];
    const { const: constant, examples = [], enum: members = [] } = schemas.flatten(schema).rest;
    const told = [constant, ...(examples as Json[]), ...(members as Json[])].find((one) => one !== undefined);
    return typeof told === 'string' ? [plainName(told)] : [];
  });
}

/**
 * Returns the branches of a `oneOf` in the order to try. Those whose name or const fits a classifier beside the choice
 * come first. In each group, branches that require a reference which nothing creates come last.
 */
export function branchesInOrder(choice: Choice, alternatives: JsonSchema[]): JsonSchema[] {
  const placed = alternatives.map((branch) => {
    const flat = choice.schemas.flatten(branch);
    return { branch, place: (isOfKind(choice, flat) ? 0 : 2) + (namesUnknown(choice, flat) ? 1 : 0) };
  });
  return placed.toSorted((left, right) => left.place - right.place).map(({ branch }) => branch);
}

/** The fewest letters of a text that is compared: shorter ones match too many names. */
const SHORTEST = 3;

function isOfKind({ schemas, kinds = [] }: Choice, { names: [own = ''], properties }: FlatSchema): boolean {
  const constants = Object.values(properties).map((schema) => schemas.flatten(schema).rest['const']);
  const texts = constants.flatMap((value) => (typeof value === 'string' ? [plainName(value)] : []));
  return kinds.some((kind) => {
    const isLike = (text: string) => text.startsWith(kind) || (text.length >= SHORTEST && kind.startsWith(text));
    return kind.length >= SHORTEST && (texts.some(isLike) || plainName(own).includes(kind));
  });
}

function namesUnknown({ schemas, isReference }: Choice, { properties, required }: FlatSchema): boolean {
  return required.some((name) => {
    const { rest } = schemas.flatten(properties[name] ?? true);
    const isGiven = ['enum', 'const', 'examples', 'default'].some((key) => rest[key] !== undefined);
    return isIdLike(name) && !isPlainId(name) && !isGiven && isReference?.(name, false) !== true;
  });
}

/** Returns the object schema joined with its first `oneOf` branch. Without branches, it stays unchanged. */
export function withBranch(choice: Choice, flat: FlatSchema): FlatSchema {
  const [branch] = flat.alternatives;
  if (branch === undefined) return flat;
  const other = choice.schemas.flatten(branch);
  const properties = { ...other.properties };
  for (const [name, own] of Object.entries(flat.properties)) {
    const theirs = Object.hasOwn(properties, name) ? properties[name] : undefined;
    properties[name] = theirs === undefined || theirs === own ? own : { allOf: [own, theirs] };
  }
  return {
    ...flat,
    properties,
    required: [...new Set([...flat.required, ...other.required])],
  };
}
