import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { kindOf, mappedNames, markBranch, markedKind } from './normalise-discriminator.ts';
import { bothChoices, emptySchema, type FlatSchema, mergeInto, neverSchema, ownKeywords } from './flat-schema.ts';
import { isObject, type JsonObject, member } from '../json/json-object.ts';
import { SpecError } from '../json/spec-error.ts';

const PREFIX = '#/$defs/';
/** The most references that are followed one inside the other. */
const MAX_CHAIN = 64;
/** The most parts of one schema. Nested `allOf` multiply them. */
const MAX_PARTS = 50_000;

function isNullOnly(schema: Json): boolean {
  if (!isObject(schema)) return false;
  const { type, const: constant, enum: members } = schema;
  return (
    type === 'null' || constant === null || (Array.isArray(members) && members.join() === '' && members[0] === null)
  );
}

/** True for a branch that allows only "" or null. Django REST framework adds one to `oneOf`. */
function isBlankOnly(schema: Json): boolean {
  const members = member(schema, 'enum');
  if (Array.isArray(members) && members.length > 0) return members.every((one) => one === '' || one === null);
  return member(schema, 'type') === 'string' && member(schema, 'maxLength') === 0;
}

/** The schemas behind references, by `$defs` name. */
type Definitions = {
  definition(name: string): JsonSchema;
  /** Returns the JSON Pointer of the schema in the document. */
  pointerOf(name: string): string | undefined;
  /** Throws SpecError if the schema reaches a reference that does not resolve. */
  checkReachable(name: string): void;
};

/**
 * Adds the branch's values to the discriminator's member and requires that member. Nothing changes if the member has a
 * `const`, or an `enum` with none of these values.
 */
export function applyKind(flat: FlatSchema, flatten: (schema: JsonSchema) => FlatSchema): void {
  if (!flat.kind) return;
  const { property, hint } = flat.kind;
  const known = flat.properties[property] ?? true;
  const { const: constant, enum: members } = flatten(known).rest;
  const values = hint['enum'];
  const shares = Array.isArray(values) && Array.isArray(members) && values.some((value) => members.includes(value));
  if (constant !== undefined || (Array.isArray(members) && !shares)) return;
  flat.properties[property] = { allOf: [known, hint] };
  if (!flat.required.includes(property)) flat.required.push(property);
}

/** Flattens schemas: follows references, merges `allOf`, collects alternatives (`oneOf`, `anyOf`, discriminator). */
export class SchemaFlattener {
  readonly #store: Definitions;
  readonly #checking = new Set<string>();
  /** The number of parts that the current schema may still have. */
  #left = 0;

  constructor(store: Definitions) {
    this.#store = store;
  }

  /**
   * Returns the flat form of a schema (see FlatSchema). Throws SpecError for one that consists only of references to
   * itself or exceeds a limit.
   */
  flatten(schema: JsonObject): FlatSchema {
    const outer = this.#left;
    this.#left = MAX_PARTS;
    try {
      return this.#follow(schema, new Set(), false);
    } finally {
      this.#left = outer;
    }
  }

  #follow(schema: Json, following: Set<string>, isPart: boolean): FlatSchema {
    if (!isObject(schema)) return schema === false ? neverSchema() : emptySchema();
    this.#left -= 1;
    if (this.#left < 0) throw this.#tooManyParts([...following][0]);
    const flat = ownKeywords(schema);
    const reference = member(schema, '$ref');
    const parts: Json[] = Array.isArray(schema['allOf']) ? [...schema['allOf']] : [];
    if (typeof reference === 'string') {
      const name = reference.slice(PREFIX.length);
      if (following.has(name))
        throw new SpecError(
          'SPEC_INVALID',
          `The schema ${name} consists only of references that lead back to itself.`,
          `Give ${name} a type or properties of its own.`,
          this.#store.pointerOf(name),
        );
      if (following.size >= MAX_CHAIN)
        throw new SpecError(
          'SPEC_TOO_COMPLEX',
          `The schema ${name} is reached through more than ${MAX_CHAIN} references in a row.`,
          'Refer to the last schema of the chain.',
          this.#store.pointerOf(name),
        );
      flat.names.push(name);
      mergeInto(flat, this.#follow(this.#store.definition(name), new Set([...following, name]), isPart));
    }
    for (const part of parts) mergeInto(flat, this.#follow(part, following, true));
    const choices = (schema['oneOf'] ?? schema['anyOf']) as JsonSchema[] | undefined;
    if (choices) this.#mergeChoices(flat, choices, following, isPart);
    const discriminator = schema['discriminator'];
    if (discriminator !== undefined) this.#mergeDiscriminator(flat, schema, discriminator, following, isPart);
    return flat;
  }

  #tooManyParts(name: string | undefined): SpecError {
    return new SpecError(
      'SPEC_TOO_COMPLEX',
      `${name === undefined ? 'A schema' : `The schema ${name}`} has more than ${MAX_PARTS.toLocaleString('en')} parts when its "allOf" are written out.`,
      'Refer to each part once.',
      name === undefined ? undefined : this.#store.pointerOf(name),
    );
  }

  /**
   * Adds the discriminator's value to each alternative that is a reference. A base schema without alternatives gets its
   * mapped children as alternatives. As a part of a child (`allOf`), it gets the child's value.
   */
  #mergeDiscriminator(
    flat: FlatSchema,
    schema: JsonObject,
    discriminator: Json,
    following: Set<string>,
    isPart: boolean,
  ): void {
    const marked = markedKind(schema);
    if (marked) flat.kind = marked;
    else if (flat.alternatives.length > 0)
      flat.alternatives = flat.alternatives.map((branch) => markBranch(branch, discriminator));
    else if (isPart) {
      const owner = [...following].at(-2);
      flat.kind = owner === undefined ? undefined : kindOf(discriminator, owner);
    } else flat.alternatives = this.#childrenOf([...following].at(-1), discriminator);
  }

  /** Returns the mapped schemas that extend a base schema as alternatives; [] if the mapping names the base itself. */
  #childrenOf(base: string | undefined, discriminator: Json): JsonSchema[] {
    const names = mappedNames(discriminator);
    if (base === undefined || names.includes(base)) return [];
    return names
      .filter((name) => this.#isChild(name, base))
      .map((name) => markBranch({ $ref: PREFIX + name }, discriminator));
  }

  /**
   * True if the schema `name` extends the base and all its references resolve. False for a child that is
   * already being checked.
   */
  #isChild(name: string, base: string): boolean {
    if (this.#checking.has(name)) return false;
    this.#checking.add(name);
    try {
      if (!this.#extends(name, base)) return false;
      this.#store.checkReachable(name);
      return true;
    } catch (error) {
      if (error instanceof SpecError) return false;
      throw error;
    } finally {
      this.#checking.delete(name);
    }
  }

  #extends(name: string, base: string): boolean {
    const seen = new Set<string>();
    const open: Json[] = [this.#store.definition(name)];
    for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
      const reference = member(schema, '$ref');
      const parent = typeof reference === 'string' ? reference.slice(PREFIX.length) : undefined;
      if (parent === base) return true;
      if (parent !== undefined && !seen.has(parent)) open.push(this.#store.definition(parent));
      if (parent !== undefined) seen.add(parent);
      const parts = member(schema, 'allOf');
      if (Array.isArray(parts)) open.push(...parts);
    }
    return false;
  }

  #target(schema: JsonSchema): Json {
    const reference = member(schema, '$ref');
    return typeof reference === 'string' ? this.#store.definition(reference.slice(PREFIX.length)) : schema;
  }

  #mergeChoices(flat: FlatSchema, choices: JsonSchema[], following: Set<string>, isPart: boolean): void {
    const valued = choices.filter((choice) => !isNullOnly(choice));
    const told = valued.filter((choice) => !isBlankOnly(this.#target(choice)));
    const real = told.length > 0 ? told : valued;
    const isNullable = choices.some((choice) => isNullOnly(choice) || isNullOnly(this.#target(choice)));
    const [only] = real;
    if (real.length === 1 && isObject(only)) {
      const chosen = this.#follow(only, following, isPart);
      mergeInto(flat, { ...chosen, nullable: chosen.nullable || isNullable });
      return;
    }
    const values = valuesOf(real);
    const set = values && ownKeywords(values);
    if (set) mergeInto(flat, { ...set, nullable: set.nullable || isNullable });
    else flat.alternatives = bothChoices(flat.alternatives, real);
  }
}

/**
 * Returns an enum for a choice between values of one type: `[{type: string, const: a}, {type: string, const: b}]`.
 * Undefined for other choices.
 */
function valuesOf(choices: JsonSchema[]): JsonObject | undefined {
  const sets = choices.map((choice) => {
    const { type, const: constant, enum: members, ...more } = isObject(choice) ? choice : {};
    const values = Array.isArray(members) ? members : constant === undefined ? undefined : [constant];
    return Object.keys(more).length === 0 && values && typeof type === 'string' ? { type, values } : undefined;
  });
  const [first] = sets;
  if (first === undefined || sets.some((one) => one?.type !== first.type)) return undefined;
  return { type: first.type, enum: sets.flatMap((one) => one?.values ?? []) };
}
