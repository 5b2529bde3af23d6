import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { nounSegment, paramsOf, shapeOf } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import { itemIn, successBody } from '../responses/response-shape.ts';
import { textRead } from '../responses/text-item-in.ts';
import { sameName } from '../../vocabulary/words-of.ts';

/**
 * Returns the singleton at a path with GET and PUT or PATCH and without POST. GET must return one object, or one text
 * below a path parameter. Undefined for other paths.
 */
export function singletonResource(
  schemas: SchemaStore,
  byShape: Map<string, Operation[]>,
  path: string,
): Resource | undefined {
  const at = (method: string) => byShape.get(shapeOf(path))?.find((operation) => operation.method === method);
  const get = at('GET');
  if (!get || at('POST') || (!at('PUT') && !at('PATCH'))) return undefined;
  const text = paramsOf(path).length > 0 ? textRead(schemas, get, at('PUT')) : undefined;
  const flat = schemas.flatten(successBody(get) ?? true);
  if (!text && flat.types[0] !== 'object') return undefined;
  const noun = singular(nounSegment(path));
  const within = text ? undefined : shownWithin(schemas, flat, noun, [at('PUT'), at('PATCH')]);
  const name = { noun, param: '', paramSchema: true, ...(within !== undefined && { within }) };
  const place =
    within === undefined ? { prefix: '', flat, id: undefined } : itemIn(schemas, successBody(get) ?? true, name);
  return {
    ...name,
    key: shapeOf(path),
    isSingleton: true,
    create: undefined,
    blindCreate: undefined,
    otherCreate: undefined,
    list: undefined,
    read: text ?? { operation: get, place },
    put: at('PUT'),
    patch: at('PATCH'),
    remove: undefined,
    actions: [],
  };
}

/** Names of members in which a response repeats what was sent, unlike `effective` or `defaults`. */
const WRITTEN = [
  'desired',
  'spec',
  'data',
  'attributes',
  'settings',
  'preferences',
  'config',
  'configuration',
  'values',
];

/**
 * Returns the required member of a read's response that holds all members that the writes send: `desired` in `{desired:
 * {…}, effective: {…}}`. It is named after the resource or in `WRITTEN`. Undefined if none or several fit, or if the
 * response has a sent member at the top.
 */
function shownWithin(
  schemas: SchemaStore,
  { properties, required }: FlatSchema,
  noun: string,
  writes: (Operation | undefined)[],
): string | undefined {
  const sent = writes.flatMap((write) => (write ? Object.keys(sentResource(schemas, write).properties) : []));
  if (sent.length === 0 || sent.some((name) => Object.hasOwn(properties, name))) return undefined;
  const found = required.filter((name) => {
    const { types, properties: held, nullable } = schemas.flatten(properties[name] ?? true);
    const isNamed = [noun, ...WRITTEN].some((one) => sameName(one, name));
    return isNamed && types[0] === 'object' && !nullable && sent.every((one) => Object.hasOwn(held, one));
  });
  return found.length === 1 ? found[0] : undefined;
}
