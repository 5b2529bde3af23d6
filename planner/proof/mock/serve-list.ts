import type { Json } from '#verifier/plan/plan.ts';
import type { WireResponse } from '#verifier/transport/send.ts';

import { idsParamOf } from '../../resources/lists/ids-param-of.ts';
import type { ListPlace } from '../../resources/model/item-place.ts';
import type { Resource } from '../../resources/model/resource.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { answerList } from './answer-list.ts';
import { respond } from './answer.ts';
import { itemsOf } from './find-item.ts';
import { limitsOn } from './limits-on.ts';
import type { MockCall } from './mock-call.ts';
import type { MockState } from './mock-state.ts';
import { withListedName } from './item-maker.ts';
import { renderResponse } from './render-response.ts';
import type { Route } from './route.ts';
import { leavesIn, type ItemStore, type StoredItem } from './item-store.ts';

/**
 * Answers with the list of the items that the caller may see: its own alone, if it is a persona with a limit on the
 * list. The mutant's fault may change that.
 */
export function serveList(
  state: MockState,
  call: MockCall,
  resource: Resource,
  place: ListPlace | undefined,
): WireResponse {
  const { planning, stock } = state;
  const { schemas } = planning.model;
  const { route } = call;
  if (!place || !route.body) return respond(planning, call, {}, undefined);
  const all = state.hasFault('parent-ignored', [route])
    ? stock.everywhere(resource)
    : route.children
      ? childrenOf(stock, call, resource)
      : itemsOf(state, resource, call.path, route.shownMoves);
  const isLimited = !state.hasFault('other-user-allowed', [route]) && limitsOn(planning, call).length > 0;
  const visible = isLimited ? all.filter(({ owner }) => owner === call.identity) : all;
  const param = idsParamOf(schemas, resource, route.operation);
  const ids = param && !state.hasFault('ids-ignored', [route]) ? call.query.get(param.name)?.split(',') : undefined;
  const asked = ids ? visible.filter(({ id }) => ids.includes(String(id))) : visible;
  return answerList(schemas, call, place, asked, {
    filters: state.hasFault('filter-ignored', [route]),
    last: state.hasFault('last-item-lost', [route]),
    size: state.hasFault('page-size-ignored', [route]),
    place: state.hasFault('page-repeated', [route]),
    order: state.hasFault('order-ignored', [route]),
    total: state.hasFault('total-of-a-page', [route]),
    told: state.hasFault('page-mistold', [route]),
  });
}

/** Returns the items of another collection that hold the id of the parent in the path. */
function childrenOf(stock: ItemStore, { route, path }: MockCall, resource: Resource): StoredItem[] {
  const parent = path[route.params.at(-1) ?? ''];
  return stock.everywhere(resource).filter(({ fields }) => leavesIn(fields).some((leaf) => String(leaf) === parent));
}

/**
 * Returns, by pointer, the list in a response that belongs to no resource, with one item that no request created. Empty
 * unless the list is one of reference data or the whole response.
 */
export function listedByItself(schemas: SchemaStore, { body, stock, itemSchema }: Route): Record<string, Json> {
  if (stock) {
    const entry = renderResponse(schemas, itemSchema, {
      itemAt: stock.item.prefix,
      fields: withListedName(schemas, stock),
      at: {},
    });
    return { [stock.list]: stock.isMap ? { 'listed-1': entry } : [entry] };
  }
  const { types, items } = schemas.flatten(body?.schema ?? true);
  const one = { itemAt: '', fields: {}, at: {} };
  return types[0] === 'array' ? { '': [renderResponse(schemas, items ?? true, one)] } : {};
}
