import { isObject } from '../plan/json-object.ts';
import type { Json, JsonSchema } from '../plan/plan.ts';

type Definitions = Record<string, JsonSchema>;

/** Keywords whose schemas hold together with the schema that contains them. */
const TOGETHER = ['allOf', 'anyOf', 'oneOf'] as const;

const nameIn = (schema: { [key: string]: Json }): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/$defs/', '') : undefined;

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/**
 * The definitions as they hold for responses: writeOnly members are not required (OpenAPI 3.0 Schema Object). A
 * referenced definition that requires such a member is copied without that requirement.
 */
export function withoutWriteOnly($defs: Definitions): Definitions {
  if (!JSON.stringify($defs).includes('"writeOnly":true')) return $defs;
  const entries = Object.entries($defs).map(([name, schema]) => [name, new Reader($defs).read(schema, new Set())]);
  return Object.fromEntries(entries) as Definitions;
}

class Reader {
  readonly #defs: Definitions;
  readonly #met = new Set<string>();

  constructor(defs: Definitions) {
    this.#defs = defs;
  }

  /**
   * The schema without writeOnly members in `required`. `above`: writeOnly members of the enclosing schemas of the same
   * object.
   */
  read(schema: Json, above: ReadonlySet<string>): Json {
    if (Array.isArray(schema)) return schema.map((one) => this.read(one, new Set()));
    if (!isObject(schema)) return schema;
    const own = this.#writeOnlyIn(schema, new Set());
    const names = own.every((name) => above.has(name)) ? above : new Set([...above, ...own]);
    const entries = Object.entries(schema).map(([key, value]): [string, Json] => {
      if (key === 'required' && Array.isArray(value)) return [key, value.filter((name) => !names.has(String(name)))];
      if (Array.isArray(value) && (TOGETHER as readonly string[]).includes(key))
        return [key, value.map((one) => this.read(one, names))];
      return [key, this.read(value, new Set())];
    });
    return this.#writtenOut(Object.fromEntries(entries), names);
  }

  /**
   * The schema; if its `$ref` leads to a definition that requires one of `names`, with a copy of that in place of the
   * `$ref`.
   */
  #writtenOut(schema: { [key: string]: Json }, names: ReadonlySet<string>): Json {
    const name = nameIn(schema);
    const target = this.#defs[name ?? ''];
    if (name === undefined || target === undefined || names.size === 0 || this.#met.has(name)) return schema;
    if (!this.#requiredIn(target, new Set()).some((one) => names.has(one))) return schema;
    const { $ref: _written, allOf, ...rest } = schema;
    this.#met.add(name);
    const written = this.read(target, names);
    this.#met.delete(name);
    return { ...rest, allOf: [...listOf(allOf), written] };
  }

  #partsOf(schema: { [key: string]: Json }, met: Set<string>): Json[] {
    const name = nameIn(schema);
    const isNew = name !== undefined && !met.has(name);
    if (isNew) met.add(name);
    return [...(isNew ? [this.#defs[name] ?? true] : []), ...TOGETHER.flatMap((key) => listOf(schema[key]))];
  }

  #writeOnlyIn(schema: Json, met: Set<string>): string[] {
    if (!isObject(schema)) return [];
    const { properties } = schema;
    const own = Object.entries(isObject(properties) ? properties : {});
    return [
      ...own.filter(([, one]) => this.#isWriteOnly(one)).map(([name]) => name),
      ...this.#partsOf(schema, met).flatMap((part) => this.#writeOnlyIn(part, met)),
    ];
  }

  #requiredIn(schema: Json, met: Set<string>): string[] {
    if (!isObject(schema)) return [];
    const own = listOf(schema['required']).map(String);
    return [...own, ...this.#partsOf(schema, met).flatMap((part) => this.#requiredIn(part, met))];
  }

  #isWriteOnly(schema: Json): boolean {
    if (!isObject(schema)) return false;
    const target = this.#defs[nameIn(schema) ?? ''];
    return schema['writeOnly'] === true || (isObject(target) && target['writeOnly'] === true);
  }
}
