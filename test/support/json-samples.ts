import * as z from '#contract/schemas/zod.ts';

/** The parts of JSON Schema that the contract makes. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  examples?: unknown[];
  default?: unknown;
  /** Not of JSON Schema: what would go on for ever. */
  isEndless?: true;
};
type Definitions = Record<string, Schema>;

/** A body that one thing is wrong with, or a body at a limit (`isFine`). */
export type Variant = { what: string; pointer: string; body: unknown; isFine?: true; hostile?: string };

/** The schema of what may be sent, its named parts written out. */
export const inputSchema = (schema: z.ZodMiniType): Schema => {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input' }) as Schema & { $defs?: Definitions };
  return resolved(root, $defs);
};

/** `type: [string, null]` as a choice of two. */
const apart = ({ type, ...schema }: Schema): Schema =>
  Array.isArray(type)
    ? { anyOf: (type as string[]).map((each) => (each === 'null' ? { type: each } : { ...schema, type: each })) }
    : { ...schema, ...(type !== undefined && { type }) };

/** A part that holds itself ends where it begins again. */
const resolved = (schema: Schema, definitions: Definitions, within: readonly string[] = []): Schema => {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined && within.includes(name)) return { isEndless: true };
  const own = apart(name === undefined ? schema : { ...definitions[name]!, ...schema });
  const inner = (each: Schema): Schema => resolved(each, definitions, name === undefined ? within : [...within, name]);
  const { properties, items, anyOf, additionalProperties: more } = own;
  return {
    ...own,
    ...(properties && { properties: mapped(properties, inner) }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(typeof more === 'object' && { additionalProperties: inner(more) }),
  };
};

const mapped = <T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

const withoutNull = (schema: Schema): Schema => {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return others.length === 1 ? { ...others[0]!, examples: schema.examples ?? others[0]!.examples ?? [] } : schema;
};

/** Something that fits the schema, with every property that it knows. */
export const sample = (given: Schema): unknown => {
  const schema = withoutNull(given);
  if (schema.isEndless) return undefined;
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0]!);
  switch (schema.type) {
    case 'object':
      return mapped(schema.properties ?? {}, sample);
    case 'array':
      return schema.items ? [sample(schema.items)].filter((item) => item !== undefined) : [];
    case 'integer':
    case 'number':
      return schema.minimum !== undefined && schema.minimum > 0 ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'string':
      return textFor(schema);
    default:
      return null;
  }
};

const textFor = ({ format, pattern }: Schema): string => {
  if (format === 'uuid' || format === 'guid' || /0-9a-fA-F\]\{8\}/.test(pattern ?? ''))
    return '00000000-0000-7000-8000-000000000001';
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z';
  if (format === 'email') return 'someone@example.test';
  if (pattern?.includes('sha256')) return `sha256:${'0'.repeat(64)}`;
  return 'Text';
};

/** Values of each JSON type. */
const ofType: Record<string, unknown> = {
  null: null,
  boolean: true,
  number: 42.5,
  string: 'Text',
  array: [1],
  object: { unknown: 1 },
};

const typesOf = (schema: Schema): Set<string> => {
  if (schema.anyOf) return new Set(schema.anyOf.flatMap((each) => [...typesOf(each)]));
  if (schema.enum) return new Set(schema.enum.map((each) => (each === null ? 'null' : typeof each)));
  if (schema.const !== undefined) return new Set([typeof schema.const]);
  if (schema.type === undefined) return new Set(Object.keys(ofType));
  return new Set([schema.type].flat());
};

/** Text that breaks what was not made with care. */
export const hostileTexts = [
  'a\u0000b',
  '\u202Eright to left',
  'e\u0301 and \u00e9',
  '👩‍👩‍👧‍👦'.repeat(3),
  '\u2028line\u2029',
  '__proto__',
  'constructor',
  "'; DROP TABLE runs; --",
  '${7*7}{{7*7}}<script>alert(1)</script>',
  '../../etc/passwd',
  '\uFEFFmark',
  'T#other#P#x',
];

const pointerOf = (path: readonly (string | number)[]): string =>
  `#${path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;

const placed = (body: unknown, path: readonly (string | number)[], value: unknown): unknown => {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(body))
    return body.map((each: unknown, index) => (index === first ? placed(each, rest, value) : each));
  const { [first]: old, ...others } = body as Record<string, unknown>;
  const next = placed(old, rest, value);
  return next === undefined ? others : { ...others, [first]: next };
};

/** Every way in which one value of the body can be wrong, or at its limit. */
export const variantsOf = (root: Schema): Variant[] => {
  const whole = sample(root);
  const variants: Variant[] = [];
  const visit = (given: Schema, path: readonly (string | number)[], isRequired: boolean): void => {
    if (given.isEndless) return;
    const pointer = pointerOf(path);
    const add = (what: string, value: unknown, more: Partial<Variant> = {}): void => {
      variants.push({ what, pointer, body: placed(whole, path, value), ...more });
    };
    const allowed = typesOf(given);
    if (path.length > 0 && isRequired) add('missing', undefined);
    for (const [type, value] of Object.entries(ofType)) if (!allowed.has(type)) add(`of type ${type}`, value);
    const schema = withoutNull(given);
    if (schema.enum) add('not among the values', 'SOMETHING_ELSE');
    else if (schema.type === 'string') visitText(schema, add);
    if (schema.type === 'integer') {
      const { minimum, maximum } = schema;
      if (maximum !== undefined) add('one over', maximum + 1);
      if (minimum !== undefined) add('one below', minimum - 1);
    }
    if (schema.type === 'array' && schema.items) {
      if (schema.maxItems !== undefined) {
        const item = sample(schema.items);
        add(
          'one item too many',
          Array.from({ length: schema.maxItems + 1 }, () => item),
        );
      }
      visit(schema.items, [...path, 0], false);
    }
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      visit(property, [...path, name], schema.required?.includes(name) === true);
  };
  visit(root, [], false);
  return variants;
};

type Add = (what: string, value: unknown, more?: Partial<Variant>) => void;

const visitText = ({ maxLength, format, pattern }: Schema, add: Add): void => {
  if (pattern === '\\S') {
    add('blank', ' \t\u00a0');
    add('empty', '');
  }
  const isFree = format === undefined && (pattern === undefined || pattern === '\\S');
  if (maxLength !== undefined) {
    add('one character too long', 'x'.repeat(maxLength + 1));
    if (isFree) add('as long as it may be', 'x'.repeat(maxLength), { isFine: true });
  }
  if (!isFree) add('of another form', '\u0000 no form at all');
  else for (const hostile of hostileTexts) add('hostile', hostile, { hostile });
};
