import { createHash } from 'node:crypto';

import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { type Kind, kindOf, mappedNames, markBranch, markedKind } from './discriminator.ts';
import { isObject, type JsonObject, member } from './json-object.ts';
import { normaliseSchema } from './normalise-schema.ts';
import { valueAt } from './resolve-reference.ts';
import { SpecError } from './spec-error.ts';

/**
 * A schema with its references followed and its `allOf` merged, one level deep: the members are schemas as written.
 * `alternatives` are the branches of `oneOf`/`anyOf` that are not just null; none where the schema has no choice.
 */
export type FlatSchema = {
  /** Allowed JSON types; empty = any. `null` is in `nullable`. */
  types: string[];
  nullable: boolean;
  properties: Record<string, JsonSchema>;
  required: string[];
  items: JsonSchema | undefined;
  /** `false`, `true`/absent = undefined, or a schema for further members. */
  additional: JsonSchema | undefined;
  alternatives: JsonSchema[];
  /** All other keywords: enum, const, bounds, pattern, format, default, examples, readOnly, writeOnly. */
  rest: JsonObject;
  /** Names of the `$defs` that were followed, outermost first: the schema's identity. */
  names: string[];
  /** What a discriminator further up says of this schema. */
  kind: Kind | undefined;
};

const PREFIX = '#/$defs/';
/** References in a row (a schema that is only a `$ref` to a schema that is only a `$ref` …). */
const MAX_CHAIN = 64;

function emptySchema(): FlatSchema {
  return {
    types: [],
    nullable: true,
    properties: {},
    required: [],
    items: undefined,
    additional: undefined,
    alternatives: [],
    rest: {},
    names: [],
    kind: undefined,
  };
}

function bothTypes(left: string[], right: string[]): string[] {
  if (left.length === 0) return right;
  if (right.length === 0) return left;
  const shared = left.filter((type) => right.includes(type) || (type === 'integer' && right.includes('number')));
  return right.includes('integer') && left.includes('number') ? [...new Set([...shared, 'integer'])] : shared;
}

/** Both sides hold (`allOf`): the tighter bound, the members that two enums share, every example, and either mark of direction. */
function mergeKeywords(target: JsonObject, other: JsonObject): void {
  for (const [key, value] of Object.entries(other)) {
    const known = target[key];
    if (known === undefined) target[key] = value;
    else if (typeof known === 'number' && typeof value === 'number' && /^(min|max|exclusiveM)/.test(key))
      target[key] = /min/i.test(key) ? Math.max(known, value) : Math.min(known, value);
    else if (key === 'enum' && Array.isArray(known) && Array.isArray(value))
      target[key] = known.filter((one) => value.includes(one));
    else if (key === 'examples' && Array.isArray(known) && Array.isArray(value)) target[key] = [...known, ...value];
    else if (key === 'readOnly' || key === 'writeOnly') target[key] = known === true || value === true;
    else target[key] = value;
  }
}

function mergeInto(target: FlatSchema, other: FlatSchema): void {
  const constrained = other.types.length > 0;
  target.nullable = target.nullable && other.nullable;
  if (constrained) target.types = bothTypes(target.types, other.types);
  for (const [name, schema] of Object.entries(other.properties)) {
    const known = Object.hasOwn(target.properties, name) ? target.properties[name] : undefined;
    target.properties[name] = known === undefined || known === schema ? schema : { allOf: [known, schema] };
  }
  target.required = [...new Set([...target.required, ...other.required])];
  target.items ??= other.items;
  target.additional ??= other.additional;
  if (target.alternatives.length === 0) target.alternatives = other.alternatives;
  mergeKeywords(target.rest, other.rest);
  target.names.push(...other.names);
  target.kind ??= other.kind;
}

function isNullOnly(schema: Json): boolean {
  return isObject(schema) && (schema['type'] === 'null' || schema['const'] === null);
}

/** All schemas of one document by `$defs` name, normalised when first asked for and never expanded: cycles stay references. */
export class SchemaStore {
  readonly #document: JsonObject;
  readonly #pointers = new Map<string, string>();
  readonly #normalised = new Map<string, JsonSchema>();
  readonly #flat = new WeakMap<object, FlatSchema>();
  /** Names whose every reference is known to resolve, and names that reach one which does not. */
  readonly #sound = new Set<string>();
  readonly #broken = new Map<string, SpecError>();
  readonly #checking = new Set<string>();

  constructor(document: JsonObject) {
    this.#document = document;
  }

  readonly #nameOf = (pointer: string): string => {
    const last = pointer.startsWith('/components/schemas/') ? pointer.slice('/components/schemas/'.length) : pointer;
    const plain = /^[A-Za-z0-9._-]+$/.test(last);
    const readable = last.replaceAll(/[^A-Za-z0-9._-]+/g, '_');
    const name = plain ? last : `${readable}_${createHash('sha256').update(pointer).digest('hex').slice(0, 8)}`;
    this.#pointers.set(name, pointer);
    return name;
  };

  /** Normalises a schema of the document found at `at`; throws SpecError where it reaches a reference that does not resolve. */
  normalise(raw: Json, at: string): JsonSchema {
    const schema = normaliseSchema(raw, at, this.#nameOf);
    for (const name of referencesIn(schema)) this.#checkReachable(name, at);
    this.flatten(schema);
    return schema;
  }

  /** The schema behind a `$defs` name. */
  definition(name: string, at = `${PREFIX}${name}`): JsonSchema {
    const known = this.#normalised.get(name);
    if (known !== undefined) return known;
    const pointer = this.#pointers.get(name) ?? '';
    const schema = normaliseSchema(valueAt(this.#document, pointer, at), pointer, this.#nameOf);
    this.#normalised.set(name, schema);
    return schema;
  }

  /** Every `$defs` name that a schema reaches. */
  reachable(schema: JsonSchema, found = new Set<string>()): Set<string> {
    const open = referencesIn(schema);
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (found.has(name)) continue;
      found.add(name);
      open.push(...referencesIn(this.definition(name)));
    }
    return found;
  }

  /** See FlatSchema. Throws SpecError where a schema is only ever a reference to itself. */
  flatten(schema: JsonSchema): FlatSchema {
    if (typeof schema === 'boolean') return emptySchema();
    const known = this.#flat.get(schema);
    if (known) return known;
    const flat = this.#flatten(schema, new Set(), false);
    this.#flat.set(schema, flat);
    this.#applyKind(flat);
    return flat;
  }

  /** Without recursion: a chain of references may be as long as the document. */
  #checkReachable(root: string, at: string): void {
    const known = this.#broken.get(root);
    if (known) throw known;
    const seen = new Set<string>();
    const open = [{ name: root, at }];
    try {
      for (let next = open.pop(); next; next = open.pop()) {
        const { name } = next;
        if (seen.has(name) || this.#sound.has(name)) continue;
        seen.add(name);
        const schema = this.definition(name, next.at);
        this.flatten(schema);
        const from = this.#pointers.get(name) ?? '';
        open.push(...referencesIn(schema).map((inner) => ({ name: inner, at: from })));
      }
    } catch (error) {
      if (error instanceof SpecError) this.#broken.set(root, error);
      throw error;
    }
    for (const name of seen) this.#sound.add(name);
  }

  #flatten(schema: JsonObject, following: Set<string>, isPart: boolean): FlatSchema {
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
          this.#pointers.get(name),
        );
      if (following.size >= MAX_CHAIN)
        throw new SpecError(
          'SPEC_TOO_COMPLEX',
          `The schema ${name} is reached through more than ${MAX_CHAIN} references in a row.`,
          'Refer to the last schema of the chain.',
          this.#pointers.get(name),
        );
      flat.names.push(name);
      const target = this.definition(name);
      if (isObject(target)) mergeInto(flat, this.#flatten(target, new Set([...following, name]), isPart));
    }
    for (const part of parts) if (isObject(part)) mergeInto(flat, this.#flatten(part, following, true));
    const choices = (schema['oneOf'] ?? schema['anyOf']) as JsonSchema[] | undefined;
    if (choices) this.#mergeChoices(flat, choices, following, isPart);
    const discriminator = schema['discriminator'];
    if (discriminator !== undefined) this.#mergeDiscriminator(flat, schema, discriminator, following, isPart);
    return flat;
  }

  /**
   * Each branch is told what the discriminator must hold; a base whose mapping names its children is a choice of them, unless it is
   * itself a part of one (`allOf`), which then is told its own kind.
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

  /** None where the base is mapped to itself: then it is no mere base. */
  #childrenOf(base: string | undefined, discriminator: Json): JsonSchema[] {
    const names = mappedNames(discriminator);
    if (base === undefined || names.includes(base)) return [];
    return names
      .filter((name) => this.#isChild(name, base))
      .map((name) => markBranch({ $ref: PREFIX + name }, discriminator));
  }

  /** Whether a schema that perhaps only a mapping names extends the base, and resolves; what does neither is no choice, and no error. */
  #isChild(name: string, base: string): boolean {
    if (this.#checking.has(name)) return false;
    this.#checking.add(name);
    try {
      if (!this.#extends(name, base)) return false;
      this.#checkReachable(name, `${PREFIX}${name}`);
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
    const open: Json[] = [this.definition(name)];
    for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
      const reference = member(schema, '$ref');
      const parent = typeof reference === 'string' ? reference.slice(PREFIX.length) : undefined;
      if (parent === base) return true;
      if (parent !== undefined && !seen.has(parent)) open.push(this.definition(parent));
      if (parent !== undefined) seen.add(parent);
      const parts = member(schema, 'allOf');
      if (Array.isArray(parts)) open.push(...parts);
    }
    return false;
  }

  /** Unless the schema says itself what the member holds. */
  #applyKind(flat: FlatSchema): void {
    if (!flat.kind) return;
    const { property, hint } = flat.kind;
    const known = flat.properties[property] ?? true;
    const { const: constant, enum: members } = this.flatten(known).rest;
    const values = hint['enum'];
    const shares = Array.isArray(values) && Array.isArray(members) && values.some((value) => members.includes(value));
    if (constant !== undefined || (Array.isArray(members) && !shares)) return;
    flat.properties[property] = { allOf: [known, hint] };
    if (!flat.required.includes(property)) flat.required.push(property);
  }

  #mergeChoices(flat: FlatSchema, choices: JsonSchema[], following: Set<string>, isPart: boolean): void {
    const real = choices.filter((choice) => !isNullOnly(choice));
    const [only] = real;
    if (real.length === 1 && isObject(only)) {
      const chosen = this.#flatten(only, following, isPart);
      mergeInto(flat, { ...chosen, nullable: chosen.nullable || real.length < choices.length });
    } else flat.alternatives = real;
  }
}

function ownKeywords(schema: JsonObject): FlatSchema {
  const { type, properties, required, items, additionalProperties, $ref: _r, allOf: _a, ...others } = schema;
  const { oneOf: _o, anyOf: _n, discriminator: _d, ...rest } = others;
  const types = (Array.isArray(type) ? type : type === undefined ? [] : [type]) as string[];
  const enumeration = rest['enum'];
  const flat = emptySchema();
  flat.types = types.filter((name) => name !== 'null');
  flat.nullable =
    (types.length === 0 || types.includes('null')) && (!Array.isArray(enumeration) || enumeration.includes(null));
  flat.properties = { ...(properties as Record<string, JsonSchema> | undefined) };
  flat.required = (required as string[] | undefined)?.filter((name) => typeof name === 'string') ?? [];
  flat.items = items as JsonSchema | undefined;
  if (additionalProperties !== undefined && additionalProperties !== true)
    flat.additional = additionalProperties as JsonSchema;
  if (flat.types.length === 0 && (properties !== undefined || flat.required.length > 0)) flat.types = ['object'];
  if (flat.types.length === 0 && items !== undefined) flat.types = ['array'];
  flat.rest = rest;
  return flat;
}

/** The `$defs` names that a schema refers to directly; example and default values are data, not schemas. */
function referencesIn(schema: Json): string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn);
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === '$ref' && typeof value === 'string') return [value.slice(PREFIX.length)];
    return ['examples', 'default', 'const', 'enum'].includes(key) ? [] : referencesIn(value);
  });
}
