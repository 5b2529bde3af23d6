import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { isJsonType } from '../../intake/operations/read-content.ts';
import { singular } from '../../vocabulary/singular.ts';
import { isItemPath, nounSegment, paramsOf, shapeOf } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import { successBody, successResponses } from './response-shape.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';
import { fileContents } from '../../vocabulary/resources/item-nouns.ts';

/** A GET that returns an uploaded file unchanged. `write` is the upload, `member` the file's member in its form. */
export type FileRead = {
  read: Operation;
  write: Operation;
  member: string;
  /** The resource that the write creates. If `isPart`, the file belongs to an item of this resource. */
  resource: Resource;
  isPart: boolean;
};

/**
 * Returns the only file member of a form, or the only required one. Undefined if there are several,
 * or if it takes a list.
 */
export function onlyFile(schemas: SchemaStore, { body }: Operation): string | undefined {
  if (!body) return undefined;
  const { required, properties } = schemas.flatten(body.schema);
  const all = Object.keys(body.files ?? {});
  const [name, another] = all.length > 1 ? all.filter((one) => required.includes(one)) : all;
  if (name === undefined || another !== undefined) return undefined;
  const { types } = schemas.flatten(properties[name] ?? true);
  return types[0] === 'array' ? undefined : name;
}

/**
 * True for a GET whose success response is bytes: no schema or a binary text, in a media type other than JSON, HTML,
 * XML and event streams.
 */
export function servesBytes(schemas: SchemaStore, operation: Operation): boolean {
  const documented = successResponses(operation).filter(([status]) => status !== '204');
  const body = successBody(operation);
  const { types, rest } = schemas.flatten(body ?? true);
  const isBinary = body === undefined || (types[0] === 'string' && rest['format'] === 'binary');
  const types2xx = documented.flatMap(([, { contentTypes }]) => contentTypes);
  const isBytes = types2xx.some((type) => !isJsonType(type) && !/html|xml|event-stream/i.test(type));
  return operation.method === 'GET' && isBinary && isBytes;
}

/** Returns a media type of the bytes that a read returns. Its wildcards become `text` and `plain`. */
export function typeOfBytes(read: Operation): string {
  const types = successResponses(read).flatMap(([, { contentTypes }]) => contentTypes);
  const [kind = 'text', form = '*'] = (types.find((type) => !isJsonType(type)) ?? 'text/plain')
    .replace('*/', 'text/')
    .split('/');
  return form === '*' ? `${kind}/plain` : `${kind}/${form}`;
}

/**
 * Returns the GETs that return an uploaded file. The path is that of an item whose create uploads the file, or one
 * below it (`/photos/{id}/content`). Or a PUT or POST at the same path uploads it (`PUT /users/{id}/avatar`).
 */
export function fileReads(schemas: SchemaStore, graph: ResourceGraph, operations: Operation[]): FileRead[] {
  const writes = operations.filter(({ body }) => body?.files);
  if (writes.length === 0) return [];
  return operations
    .filter((operation) => servesBytes(schemas, operation))
    .flatMap((read): FileRead[] => {
      const last = paramsOf(read.path).at(-1);
      const resource = last === undefined ? undefined : graph.producerOf(read.path, last);
      if (!resource?.create) return [];
      const part = writes.find(({ path, method }) => path === read.path && (method === 'PUT' || method === 'POST'));
      if (part && !isItemPath(read.path)) {
        const member = onlyFile(schemas, part);
        // A POST to a list is an import, and a GET there an export: these files differ.
        const isOne = part.method === 'PUT' || (member !== undefined && isCalledSo(read, [member]));
        return member === undefined || !isOne ? [] : [{ read, write: part, member, resource, isPart: true }];
      }
      const write = resource.create.operation;
      const member = onlyFile(schemas, write);
      if (member === undefined || !isContentOf(read, resource, member)) return [];
      return [{ read, write, member, resource, isPart: false }];
    });
}

function isContentOf(read: Operation, { key, noun }: Resource, member: string): boolean {
  const { path } = read;
  const shape = shapeOf(path);
  if (shape === `${key}/{}`) return true;
  return shape === `${key}/{}/${nounSegment(path)}` && isCalledSo(read, [noun, member]);
}

/** True if the last segment of a path has one of the names, or consists of words for content. */
function isCalledSo({ path }: Operation, names: string[]): boolean {
  const end = wordsOf(nounSegment(path));
  const called = names.map((name) => wordsOf(name).map(singular).join(' '));
  return called.includes(end.map(singular).join(' ')) || end.every((word) => fileContents.has(singular(word)));
}
