import { createHash } from 'node:crypto';

import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { Findings } from '../json/findings.ts';
import { emptySchema, type FlatSchema, neverSchema } from './flat-schema.ts';
import { applyKind, SchemaFlattener } from './schema-flattener.ts';
import type { JsonObject } from '../json/json-object.ts';
import { normaliseSchema } from './normalise-schema.ts';
import { openClosedParts } from '../document/open-closed-parts.ts';
import { localPointer, valueAt } from '../document/resolve-reference.ts';
import { type Keys, keysInside } from '../document/keys-inside.ts';
import { openDecimal } from '../dialects/open-decimal.ts';
import { openIdentifier } from '../dialects/open-identifier.ts';
import { openSort } from '../dialects/open-sort.ts';
import { addOpenMember, openClientMetadata } from './is-open-member.ts';
import { SpecError } from '../json/spec-error.ts';
import type { SchemaReader } from './schema-reader.ts';

const PREFIX = '#/$defs/';
/**
 * All schemas of one document, by `$defs` name. Each is normalised when first used. References are kept, because a
 * recursive schema written out would never end.
 */
export class SchemaStore {
  readonly #document: JsonObject;
  readonly #pointers = new Map<string, string>();
  /** The schemas before their closed `allOf` parts were opened. */
  readonly #written = new Map<string, JsonSchema>();
  readonly #normalised = new Map<string, JsonSchema>();
  readonly #flat = new WeakMap<object, FlatSchema>();
  /** Names of schemas whose references all resolve. `#broken` has those that reach one that does not. */
  readonly #sound = new Set<string>();
  readonly #broken = new Map<string, SpecError>();
  readonly #flattener: SchemaFlattener;
  readonly #reader: SchemaReader;

  /** Mended faults are reported to `findings`. */
  constructor(document: JsonObject, findings = new Findings()) {
    this.#document = document;
    this.#reader = {
      nameOf: (reference, at) => this.#nameOf(localPointer(reference, at)),
      tell: (at, wrong, edit) => findings.readOtherwise(at, wrong, edit),
    };
    this.#flattener = new SchemaFlattener({
      definition: (name) => this.definition(name),
      pointerOf: (name) => this.#pointers.get(name),
      checkReachable: (name) => this.#checkReachable(name, `${PREFIX}${name}`),
    });
  }

  readonly #nameOf = (pointer: string): string => {
    const last = pointer.startsWith('/components/schemas/') ? pointer.slice('/components/schemas/'.length) : pointer;
    const plain = /^[A-Za-z0-9._-]+$/.test(last);
    const readable = last.replaceAll(/[^A-Za-z0-9._-]+/g, '_');
    const name = plain ? last : `${readable}_${createHash('sha256').update(pointer).digest('hex').slice(0, 8)}`;
    this.#pointers.set(name, pointer);
    return name;
  };

  /**
   * Returns a schema of the document, normalised. `at` is its place. Throws SpecError if it reaches a reference that
   * does not resolve, or exceeds a limit.
   */
  normalise(raw: Json, at: string): JsonSchema {
    const written = openIdentifier(normaliseSchema(raw, at, this.#reader), this.#document);
    const schema = this.#open(written, at);
    for (const name of referencesIn(schema)) this.#checkReachable(name, at);
    this.flatten(schema);
    return schema;
  }

  /** Returns the normalised schema of a `$defs` name. Throws SpecError if the document has no such schema. */
  definition(name: string, at = `${PREFIX}${name}`): JsonSchema {
    const known = this.#normalised.get(name);
    if (known !== undefined) return known;
    const schema = this.#open(this.#asWritten(name, at), this.#pointers.get(name) ?? '');
    this.#normalised.set(name, schema);
    return schema;
  }

  #asWritten(name: string, at: string): JsonSchema {
    const known = this.#written.get(name);
    if (known !== undefined) return known;
    const pointer = this.#pointers.get(name) ?? '';
    const raw = normaliseSchema(valueAt(this.#document, pointer, at), pointer, this.#reader);
    const sorted = openSort(raw, (other) => valueAt(this.#document, this.#pointers.get(other) ?? '', pointer));
    const schema = openIdentifier(openDecimal(sorted, this.#document), this.#document);
    this.#written.set(name, schema);
    return schema;
  }

  #open(schema: JsonSchema, at: string): JsonSchema {
    return openClosedParts(schema, (name) => this.#asWritten(name, at), at, this.#reader.tell);
  }

  /** Returns the `$defs` names that a schema reaches, directly or through others, added to `found`. */
  reachable(schema: JsonSchema, found = new Set<string>()): Set<string> {
    const open = referencesIn(schema);
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (found.has(name)) continue;
      found.add(name);
      open.push(...referencesIn(this.definition(name)));
    }
    return found;
  }

  /**
   * Returns the flat form of a schema (see FlatSchema), cached. Throws SpecError if the schema consists only of
   * references to itself or exceeds a limit.
   */
  flatten(schema: JsonSchema): FlatSchema {
    if (typeof schema === 'boolean') return schema ? emptySchema() : neverSchema();
    const known = this.#flat.get(schema);
    if (known) return known;
    const flat = this.#flattener.flatten(schema);
    this.#flat.set(schema, flat);
    applyKind(flat, (inner) => this.flatten(inner));
    addOpenMember(flat);
    openClientMetadata(flat, (inner) => this.flatten(inner));
    return flat;
  }

  /**
   * Throws SpecError if the schema reaches a reference that does not resolve. It does not recurse: a chain of
   * references may be as long as the document.
   */
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
}

/** Returns the `$defs` names that a schema refers to directly, not those in data such as examples. */
function referencesIn(schema: Json, keys: Keys = 'keywords'): string[] {
  if (keys === 'data' || typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string'
      ? [value.slice(PREFIX.length)]
      : referencesIn(value, keysInside(keys, key)),
  );
}
