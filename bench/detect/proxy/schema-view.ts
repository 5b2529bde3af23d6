import type { Json } from '#verifier/plan/plan.ts';

export type JsonObject = { [key: string]: Json };

/** The properties of an object schema, with references resolved. `closed`: further properties are not allowed. */
export type SchemaView = { properties: Record<string, JsonObject>; required: string[]; closed: boolean };

export function object(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

/** The properties of a schema and its `allOf` parts. Of `oneOf` and `anyOf`, those that each object branch has. */
export function viewOf(spec: JsonObject, schema: JsonObject, depth = 0): SchemaView {
  const view: SchemaView = { properties: {}, required: [], closed: false };
  if (depth > 4) return view;
  for (const [name, property] of Object.entries(object(schema.properties)))
    view.properties[name] = resolve(spec, object(property));
  if (Array.isArray(schema.required)) view.required.push(...schema.required.filter((name) => typeof name === 'string'));
  view.closed = schema.additionalProperties === false;
  for (const part of partsOf(spec, schema.allOf)) merge(view, viewOf(spec, part, depth + 1));
  const branches = [...partsOf(spec, schema.oneOf), ...partsOf(spec, schema.anyOf)]
    .map((part) => viewOf(spec, part, depth + 1))
    .filter(({ properties }) => Object.keys(properties).length > 0);
  const [first, ...others] = branches;
  if (first !== undefined) merge(view, others.reduce(common, first));
  return view;
}

function partsOf(spec: JsonObject, parts: Json | undefined): JsonObject[] {
  return Array.isArray(parts) ? parts.map((part) => resolve(spec, object(part))) : [];
}

function merge(view: SchemaView, other: SchemaView): void {
  Object.assign(view.properties, other.properties);
  view.required.push(...other.required);
  view.closed ||= other.closed;
}

function common(left: SchemaView, right: SchemaView): SchemaView {
  const names = Object.keys(left.properties).filter((name) => right.properties[name] !== undefined);
  return {
    properties: Object.fromEntries(names.map((name) => [name, left.properties[name] ?? {}])),
    required: left.required.filter((name) => right.required.includes(name)),
    closed: left.closed || right.closed,
  };
}

export function resolve(spec: JsonObject, value: JsonObject): JsonObject {
  let current = value;
  for (let depth = 0; typeof current.$ref === 'string' && depth < 16; depth += 1) {
    let target: Json | undefined = spec;
    for (const segment of current.$ref.replace('#/', '').split('/'))
      target = object(target)[decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')];
    current = object(target);
  }
  return current;
}

/**
 * The type of a scalar, perhaps nullable: `string`, `["string", "null"]`, or `anyOf` with null. Undefined for others.
 */
export function plainTypeOf(schema: JsonObject | undefined): string | undefined {
  const alternatives = schema?.anyOf ?? schema?.oneOf;
  const branches = Array.isArray(alternatives) ? alternatives.map(object) : [schema ?? {}];
  const types = branches.flatMap(({ type }) => (Array.isArray(type) ? type : [type ?? 'any']));
  const [only, ...others] = types.filter((type) => type !== 'null');
  return typeof only === 'string' && others.length === 0 && /^(string|number|integer|boolean)$/.test(only)
    ? only
    : undefined;
}

export function isNullable(schema: JsonObject | undefined): boolean {
  const branches = [
    schema ?? {},
    ...[schema?.anyOf, schema?.oneOf].flatMap((list) => (Array.isArray(list) ? list.map(object) : [])),
  ];
  return branches.some(
    ({ type, nullable, enum: members }) =>
      nullable === true ||
      type === 'null' ||
      (Array.isArray(type) && type.includes('null')) ||
      (Array.isArray(members) && members.includes(null)),
  );
}

/** True if each item has the same value there. */
export function isConstant(schema: JsonObject): boolean {
  return schema.const !== undefined || (Array.isArray(schema.enum) && schema.enum.length === 1);
}
