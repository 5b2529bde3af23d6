import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import { identityOf } from '../creation/create-of.ts';
import { isItemPath, nounSegment, paramsOf } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import { isSameThing, listIn, successBody } from '../responses/response-shape.ts';
import type { ListPlace } from '../model/item-place.ts';
import type { ResourceGraph } from '../model/resource-graph.ts';
import { shownItem } from '../responses/shown-item.ts';
import { sameName } from '../../vocabulary/words-of.ts';

/** A list below `parent`, whose items (`resource`) another collection creates. */
export type ListedChildren = { resource: Resource; parent: Resource; place: ListPlace };

/**
 * Recognises `GET /articles/{id}/comments` as a list of comments that `POST /comments` creates. Undefined
 * for other operations.
 */
export function listedChildren(
  graph: ResourceGraph,
  schemas: SchemaStore,
  operation: Operation,
): ListedChildren | undefined {
  const { method, path } = operation;
  const body = successBody(operation);
  const param = paramsOf(path).at(-1);
  if (method !== 'GET' || body === undefined || param === undefined || isItemPath(path)) return undefined;
  const noun = singular(nounSegment(path));
  const parent = graph.producerOf(path, param);
  const resource = graph.resources.find((one) => one.create && !one.isSingleton && sameName(one.noun, noun));
  if (!parent || !resource || resource === parent) return undefined;
  const place = listIn(schemas, body, resource, identityOf(schemas, resource.read?.operation, resource));
  const shown = shownItem(schemas, resource);
  return place?.item.id && shown && isSameThing(place.item.flat, shown) ? { resource, parent, place } : undefined;
}
