import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { inserting, searching } from '../../vocabulary/crud-verbs.ts';
import { singular } from '../../vocabulary/singular.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { isItemPath, nounSegment, shapeOf } from '../model/path-template.ts';
import { listIn, successBody } from '../responses/response-shape.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { wordsOf } from '../../vocabulary/words-of.ts';

/**
 * Returns the POSTs that search and create nothing: `POST /tasks {createdAfter, sorting}`. Each returns the same list
 * as GET on its path. Its operationId says "search", or its body has members that the items lack and no list of items.
 * A POST whose operationId says "add" creates.
 */
export function searchesByPost({ schemas, operations }: SpecModel): Operation[] {
  const reads = new Map(operations.flatMap((one) => (one.method === 'GET' ? [[shapeOf(one.path), one] as const] : [])));
  return operations.filter((operation) => {
    const list = operation.method === 'POST' ? reads.get(shapeOf(operation.path)) : undefined;
    return list !== undefined && !isItemPath(operation.path) && asksForList(schemas, operation, list);
  });
}

function asksForList(schemas: SchemaStore, post: Operation, list: Operation): boolean {
  const [answered, listed] = [successBody(post), successBody(list)];
  const isAccepting = ['201', '202'].some((status) => post.responses[status] !== undefined);
  if (isAccepting || answered === undefined || listed === undefined || post.body === undefined) return false;
  const item = { noun: singular(nounSegment(post.path)), param: 'id', paramSchema: true };
  const [made, there] = [answered, listed].map((schema: JsonSchema) => listIn(schemas, schema, item, []));
  if (!made || !there || made.list !== there.list || !isAlike(made.item.flat, there.item.flat)) return false;
  const words = post.id === post.key ? [] : wordsOf(post.id);
  if (words.some((word) => inserting.has(word))) return false;
  if (words.some((word) => searching.has(word))) return true;
  const sent = sentResource(schemas, post);
  const isForeign = Object.keys(sent.properties).some((name) => !Object.hasOwn(made.item.flat.properties, name));
  return isForeign && sent.types[0] === 'object' && !holdsItems(schemas, sent, made.item.flat);
}

/** True if the request has a list of items with the schema of the listed ones. */
function holdsItems(schemas: SchemaStore, sent: FlatSchema, item: FlatSchema): boolean {
  return Object.values(sent.properties).some((member) => {
    const { items } = schemas.flatten(member);
    return items !== undefined && schemas.flatten(items).names.some((name) => item.names.includes(name));
  });
}

function isAlike(left: FlatSchema, right: FlatSchema): boolean {
  if (left.names.length > 0 || right.names.length > 0) return left.names.some((name) => right.names.includes(name));
  return Object.keys(left.properties).sort().join() === Object.keys(right.properties).sort().join();
}
