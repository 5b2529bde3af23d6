import type { SchemaStore } from '../spec/schema-store.ts';
import type { Operation } from '../spec/spec-model.ts';
import { singular } from '../values/singular.ts';
import { nounSegment, paramsOf, shapeOf } from './path-template.ts';
import type { Resource } from './resource.ts';
import { successBody } from './response-shape.ts';
import { textRead } from './text-items.ts';

/** A path with GET and PUT or PATCH whose GET answers one object, and which is no collection. */
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
  return {
    key: shapeOf(path),
    noun: singular(nounSegment(path)),
    param: '',
    paramSchema: true,
    isSingleton: true,
    create: undefined,
    blindCreate: undefined,
    otherCreate: undefined,
    list: undefined,
    read: text ?? { operation: get, place: { prefix: '', flat, id: undefined } },
    put: at('PUT'),
    patch: at('PATCH'),
    remove: undefined,
    actions: [],
  };
}
