import * as z from './schemas/zod.ts';

export type JsonObject = { [name: string]: unknown };

const int32Bounds = { minimum: -2147483648, maximum: 2147483647 };
const largestExact = Number.MAX_SAFE_INTEGER;

/**
 * Collects the named schemas of a document under `components.schemas`. What a request may send (`input`) and what an answer holds
 * (`output`) can differ, so one name must mean one shape: a clash is an error.
 */
export class SchemaCollection {
  readonly components: JsonObject = {};

  /** The schema as it stands in the document, its named parts as references. */
  add(schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject {
    const { $schema: _dialect, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override: keepExamples });
    for (const [name, definition] of Object.entries($defs)) this.#name(name, published(definition) as JsonObject);
    return published(root) as JsonObject;
  }

  /** A reference to a schema that stands in the document once. */
  share(name: string, definition: JsonObject): JsonObject {
    this.#name(name, definition);
    return { $ref: `#/components/schemas/${name}` };
  }

  #name(name: string, definition: JsonObject): void {
    const known = this.components[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) {
      throw new Error(`The schema name ${name} stands for two shapes; give one of them another name.`);
    }
    this.components[name] = definition;
  }
}

/** zod leaves examples out where reading changes what was sent (an uuid in capitals), although they are what a client may send. */
const keepExamples = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonObject }): void => {
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples !== undefined) jsonSchema['examples'] = examples;
};

/**
 * As clients shall read it: references into components; no `additionalProperties: false`, since answers may grow; integer formats, and
 * bounds only where they are not those of the format.
 */
const published = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(published);
  if (typeof part !== 'object' || part === null) return part;
  const { additionalProperties, ...rest } = part as JsonObject;
  const open = additionalProperties === false || additionalProperties === undefined ? {} : { additionalProperties };
  const entries = Object.entries({ ...rest, ...open }).map(([name, value]) => [
    name,
    name === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : published(value),
  ]);
  return integerFormat(Object.fromEntries(entries) as JsonObject);
};

const integerFormat = (schema: JsonObject): JsonObject => {
  if (schema['type'] !== 'integer') return schema;
  // A number of JSON is exact to 2^53 only, so the bounds of an int64 are not those of its format.
  if (schema['maximum'] === largestExact) return { ...schema, format: 'int64' };
  const { minimum, maximum, ...rest } = schema;
  return {
    ...rest,
    format: 'int32',
    ...(minimum === int32Bounds.minimum ? {} : { minimum }),
    ...(maximum === int32Bounds.maximum ? {} : { maximum }),
  };
};
