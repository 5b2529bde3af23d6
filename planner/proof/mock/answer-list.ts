import type { Json } from '#verifier/plan/plan.ts';
import type { WireResponse } from '#verifier/transport/send.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { answer } from './answer.ts';
import { nextPage, ordered, pageOf, passing, shownPageMetadata, unwrapped } from './list-page.ts';
import { type MockCall, shown } from './mock-call.ts';
import { renderResponse } from './render-response.ts';
import type { StoredItem } from './item-store.ts';
import type { ListPlace } from '../../resources/model/item-place.ts';

/**
 * Answers a list request with one page of the filtered and sorted items, in the list's wrapper. A true member of
 * `faulty` is a fault. `filters`, `order`, `size`, `place` (of the page): the parameter is ignored. `last`: the last
 * item is missing. `total`: the page alone is counted. `told`: the page's metadata are wrong.
 */
export function answerList(
  schemas: SchemaStore,
  call: MockCall,
  place: ListPlace,
  visible: StoredItem[],
  faulty: {
    filters: boolean;
    last: boolean;
    size: boolean;
    place: boolean;
    total: boolean;
    order: boolean;
    told: boolean;
  },
): WireResponse {
  const { route, query, url } = call;
  const rendered = visible.map((item) => ({
    item,
    shown:
      place.item.id?.pointer === ''
        ? item.id
        : renderResponse(schemas, route.itemSchema, {
            itemAt: place.item.prefix,
            fields: unwrapped(place.item.flat, shown(call, item, place.item.id, place.item.flat)),
            at: {},
          }),
  }));
  const left = faulty.filters ? rendered : passing(rendered, query, route, place.item.prefix);
  const found = faulty.order ? left : ordered(left, query, route.orders);
  const page = pageOf(faulty.last ? found.slice(0, -1) : found, query, route, faulty);
  const items = page.items.map((one) => one.shown);
  const map = page.items.map((one): [string, Json] => [String(one.item.id), one.shown]);
  const next = nextPage(schemas, route, url, page.next);
  const echoes = route.echoes.flatMap(({ pointer, param }): [string, Json][] => {
    const asked = query.get(param.name);
    return asked === null ? [] : [[pointer, Number(asked)]];
  });
  const links = route.ends.filter((pointer) => !route.moreFlags.includes(pointer));
  const at = {
    ...Object.fromEntries(shownPageMetadata(route, query, page, faulty.told)),
    ...Object.fromEntries(echoes),
    ...Object.fromEntries(route.moreFlags.map((pointer) => [pointer, page.next !== undefined])),
    ...Object.fromEntries(links.map((pointer) => [pointer, page.next === undefined ? null : url])),
    ...(route.count === undefined ? {} : { [route.count]: faulty.total ? 1 : page.count }),
    ...(route.total === undefined ? {} : { [route.total]: faulty.total ? items.length : found.length }),
    ...next.at,
    [place.list]: place.isMap ? Object.fromEntries(map) : items,
  };
  const shownBody = renderResponse(schemas, route.body?.schema ?? true, { itemAt: '-', fields: {}, at });
  return { ...answer(route.status, shownBody), headers: { 'content-type': 'application/json', ...next.headers } };
}
