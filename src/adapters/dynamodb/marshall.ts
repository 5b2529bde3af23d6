import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** What an attribute may hold. `undefined` members of a map are left out; sets are not used. */
export type Value =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly Value[]
  | { readonly [name: string]: Value | undefined };

export type Attributes = Readonly<Record<string, Value | undefined>>;

/** JavaScript to DynamoDB. Throws a TypeError that names the attribute for a value that the table cannot hold. */
export function marshall(attributes: Attributes): Record<string, AttributeValue> {
  return marshallMap(attributes, '');
}

export function marshallValue(value: Value, path = 'value'): AttributeValue {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'boolean':
      return { BOOL: value };
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${path} is ${value}; a table holds finite numbers only`);
      return { N: String(value) };
    case 'object':
      return marshallObject(value, path);
    default:
      throw new TypeError(`${path} is a ${typeof value}, which a table cannot hold`);
  }
}

function marshallObject(value: Exclude<Value, string | number | boolean>, path: string): AttributeValue {
  if (value === null) return { NULL: true };
  if (value instanceof Uint8Array) return { B: value };
  if (isList(value)) return { L: value.map((member, index) => marshallValue(member, `${path}[${index}]`)) };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`${path} is not a plain object; a table cannot hold it`);
  }
  return { M: marshallMap(value, `${path}.`) };
}

function isList(value: object): value is readonly Value[] {
  return Array.isArray(value);
}

function marshallMap(map: Attributes, prefix: string): Record<string, AttributeValue> {
  const entries: [string, AttributeValue][] = [];
  for (const [name, value] of Object.entries(map)) {
    // Clients and engines lose it on the way, each in its own manner.
    if (name === '__proto__') throw new TypeError(`${prefix}${name} is a name that a table cannot hold`);
    if (value !== undefined) entries.push([name, marshallValue(value, prefix + name)]);
  }
  return Object.fromEntries(entries);
}

/** An attribute value as an SDK client answers it, or as a stream record carries it (binary as base64 text). */
type AnyAttributeValue = AttributeValue | Readonly<Record<string, unknown>>;

/** DynamoDB to JavaScript. Throws a TypeError for a set or a number beyond a double: this service writes neither. */
export function unmarshall(item: Readonly<Record<string, AnyAttributeValue>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, unmarshallValue(value)]));
}

function unmarshallValue(value: AnyAttributeValue): Value {
  const [type, held] = Object.entries(value)[0] ?? [];
  switch (type) {
    case 'S':
    case 'BOOL':
      return held as string | boolean;
    case 'N':
      return Number(held);
    case 'NULL':
      return null;
    case 'B':
      return typeof held === 'string' ? new Uint8Array(Buffer.from(held, 'base64')) : (held as Uint8Array);
    case 'L':
      return (held as AnyAttributeValue[]).map(unmarshallValue);
    case 'M':
      return unmarshall(held as Record<string, AnyAttributeValue>);
    default:
      throw new TypeError(`The table answered a value of type ${type}, which this service never writes`);
  }
}
