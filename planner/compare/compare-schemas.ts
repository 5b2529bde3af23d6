import type { JsonSchema } from '#verifier/plan/plan.ts';

import { type FlatSchema, mergeInto } from '../intake/schema/flat-schema.ts';
import { isObject, pointerToken } from '../intake/json/json-object.ts';
import { isFreelyNamed } from '../intake/schema/is-open-member.ts';
import type { SchemaStore } from '../intake/schema/schema-store.ts';
import { narrowedValue, type ValueRule } from './narrowed-value.ts';

/** Direction of the compared values. Callers send requests and read responses. */
export type Direction = 'request' | 'response';

/**
 * A place where one schema refuses what another allows. `at` is a JSON Pointer within the value,
 * with `*` for any entry or further member.
 */
export type Narrowing = { at: string; rule: ValueRule | 'required' | 'unknown-member' | 'alternatives' };

/** Error of a comparison that takes too long for one request. Nothing is known about its result. */
export class TooMuchToCompare extends Error {}

/** The number of schemas that may still be read and compared. All comparisons of one diff share it. */
export type Effort = { left: number };

/** The most levels of schemas that are compared. Deeper ones count as equal. */
const MAX_DEPTH = 16;
/** The most levels of alternatives. Deeper ones throw TooMuchToCompare. */
const MAX_CHOICES = 8;

type Side = { store: SchemaStore; schema: JsonSchema };

/**
 * Returns the places where `narrow` refuses a value that `wide` allows. For requests, `narrow` is the new schema; for
 * responses, the old one. A member that `narrow` does not document counts only in requests, if `narrow` allows no
 * further members. `readOnly` members in requests and `writeOnly` ones in responses do not count. Throws
 * TooMuchToCompare if the effort is spent or alternatives are nested too deep.
 */
export function compareSchemas(narrow: Side, wide: Side, direction: Direction, effort: Effort): Narrowing[] {
  const comparison = new Comparison(narrow.store, wide.store, direction, effort);
  return comparison.compare(narrow.schema, wide.schema, 0);
}

class Comparison {
  readonly #narrow: SchemaStore;
  readonly #wide: SchemaStore;
  readonly #direction: Direction;
  readonly #effort: Effort;
  readonly #known = new Map<JsonSchema, Map<JsonSchema, Narrowing[]>>();

  constructor(narrow: SchemaStore, wide: SchemaStore, direction: Direction, effort: Effort) {
    this.#narrow = narrow;
    this.#wide = wide;
    this.#direction = direction;
    this.#effort = effort;
  }

  /**
   * Returns the places where `narrowSchema` refuses what `wideSchema` allows. A pair that is already being compared
   * gives [], so that recursive schemas end.
   */
  compare(narrowSchema: JsonSchema, wideSchema: JsonSchema, depth: number): Narrowing[] {
    const [narrow, wide] = [definitionOf(this.#narrow, narrowSchema), definitionOf(this.#wide, wideSchema)];
    const known = this.#known.get(narrow)?.get(wide);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) return [];
    this.#spend();
    const ofNarrow = this.#known.get(narrow) ?? new Map<JsonSchema, Narrowing[]>();
    this.#known.set(narrow, ofNarrow);
    ofNarrow.set(wide, []);
    const found = this.#compareChoices(narrow, wide, depth);
    ofNarrow.set(wide, found);
    return found;
  }

  #spend(references = 0): void {
    this.#effort.left -= 1 + references;
    if (this.#effort.left < 0) throw new TooMuchToCompare();
  }

  #compareChoices(narrow: JsonSchema, wide: JsonSchema, depth: number): Narrowing[] {
    if (wide === false) return [];
    if (narrow === false) return [{ at: '', rule: 'type' }];
    const narrowBranches = this.#branches(this.#narrow, this.#flat(this.#narrow, narrow), 0);
    const wideBranches = this.#branches(this.#wide, this.#flat(this.#wide, wide), 0);
    const [only, another] = narrowBranches;
    if (wideBranches.length === 1 && only && !another) return this.#compareFlat(only, wideBranches[0]!, depth);
    const isTaken = (branch: FlatSchema): boolean =>
      narrowBranches.some((candidate) => this.#compareFlat(candidate, branch, depth).length === 0);
    return wideBranches.every(isTaken) ? [] : [{ at: '', rule: 'alternatives' }];
  }

  /**
   * Flattens a schema. Followed references cost effort: their number may double with each level of a schema that
   * contains itself.
   */
  #flat(store: SchemaStore, schema: JsonSchema): FlatSchema {
    const flat = store.flatten(schema);
    this.#spend(flat.names.length);
    return flat;
  }

  /** Returns the schema merged with each of its alternatives; without any, the schema alone. */
  #branches(store: SchemaStore, flat: FlatSchema, depth: number): FlatSchema[] {
    if (flat.alternatives.length === 0) return [flat];
    if (depth >= MAX_CHOICES) throw new TooMuchToCompare();
    return flat.alternatives.flatMap((alternative) => {
      const { properties, rest, names } = flat;
      const branch = {
        ...flat,
        properties: { ...properties },
        rest: { ...rest },
        names: [...names],
        alternatives: [],
      };
      mergeInto(branch, this.#flat(store, alternative));
      return this.#branches(store, branch, depth + 1);
    });
  }

  #compareFlat(narrow: FlatSchema, wide: FlatSchema, depth: number): Narrowing[] {
    this.#spend();
    const found: Narrowing[] = narrowedValue(narrow, wide).map((rule) => ({ at: '', rule }));
    if (found.some(({ rule }) => rule === 'type')) return found;
    found.push(...this.#compareMembers(narrow, wide, depth));
    if (narrow.items !== undefined) found.push(...this.#below('/*', narrow.items, wide.items ?? true, depth));
    if (isObject(narrow.additional))
      found.push(...this.#below('/*', narrow.additional, wide.additional ?? true, depth));
    return found;
  }

  #compareMembers(narrow: FlatSchema, wide: FlatSchema, depth: number): Narrowing[] {
    const required = narrow.required.filter(
      (name) => !wide.required.includes(name) && !this.#goesOtherWay(narrow, wide, name),
    );
    const found: Narrowing[] = required.map((name) => ({ at: pointerToken(name), rule: 'required' }));
    for (const [name, schema] of Object.entries(wide.properties)) {
      if (isFreelyNamed(schema) || this.#goesOtherWay(narrow, wide, name)) continue;
      const own = Object.hasOwn(narrow.properties, name) ? narrow.properties[name] : undefined;
      if (own !== undefined) found.push(...this.#below(pointerToken(name), own, schema, depth));
      else if (narrow.additional === false && this.#direction === 'request')
        found.push({ at: pointerToken(name), rule: 'unknown-member' });
    }
    return found;
  }

  #goesOtherWay(narrow: FlatSchema, wide: FlatSchema, name: string): boolean {
    const mark = this.#direction === 'request' ? 'readOnly' : 'writeOnly';
    const isMarked = (store: SchemaStore, { properties }: FlatSchema): boolean =>
      Object.hasOwn(properties, name) && store.flatten(properties[name]!).rest[mark] === true;
    return isMarked(this.#narrow, narrow) || isMarked(this.#wide, wide);
  }

  #below(token: string, narrow: JsonSchema, wide: JsonSchema, depth: number): Narrowing[] {
    return this.compare(narrow, wide, depth + 1).map(({ at, rule }) => ({ at: token + at, rule }));
  }
}

/**
 * Returns the definition behind a reference, or the one schema to which all parts of an `allOf` lead, so that it is
 * compared only once. Other schemas are returned as they are.
 */
function definitionOf(store: SchemaStore, schema: JsonSchema): JsonSchema {
  if (!isObject(schema) || Object.keys(schema).length !== 1) return schema;
  if (typeof schema['$ref'] === 'string') return store.definition(schema['$ref'].slice('#/$defs/'.length));
  if (!Array.isArray(schema['allOf'])) return schema;
  const [only, ...others] = new Set(schema['allOf'].map((part) => definitionOf(store, part as JsonSchema)));
  return only === undefined || others.length > 0 ? schema : only;
}
