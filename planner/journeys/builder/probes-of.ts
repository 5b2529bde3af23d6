import type { Paging, Probe } from '#verifier/plan/plan.ts';

import type { Operation } from '../../intake/model/operation.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { pagingOf } from '../../resources/lists/paging-of.ts';
import { type Item, matchOf } from '../model/item.ts';
import { assumedOf, withQuery } from '../model/step-parts.ts';
import { listScopeParams } from '../requests/list-scope-params.ts';
import type { Journey } from '../model/journey.ts';

/**
 * Returns the GETs that show whether the item exists, other than `asking`, the step's own operation. `isFiltered`: the
 * step reads a filtered list, so the whole list is a probe too.
 */
export function probesOf(journey: Journey, item: Item, asking: Operation, isFiltered: boolean): Probe[] {
  const { read, list, isSingleton } = item.resource;
  const { schemas } = journey.planning.model;
  const persona = journey.actor;
  const probes: Probe[] = [];
  // A probe never changes anything, so only GET is used.
  const isProbe = (operation: Operation) => (isFiltered || operation !== asking) && operation.method === 'GET';
  if (read && isProbe(read.operation) && (item.id || isSingleton))
    probes.push({ kind: 'item', request: journey.request(read.operation, item, undefined, undefined), persona });
  const match = list && isProbe(list.operation) ? matchOf(schemas, item) : [];
  if (list && match.length > 0 && !assumedOf(list.operation).assumed)
    probes.push({
      kind: 'list',
      request: withQuery(
        journey.request(list.operation, undefined, journey.pathOf(list.operation, item), undefined),
        list.operation === asking ? {} : listScopeParams(journey, list.operation, item),
      ),
      persona,
      list: list.place.list,
      match,
      ...pagingIn(schemas, list.operation),
    });
  return probes;
}

/** Returns how the pages of a list are read, as a part of a step or probe; {} if the list has no pages. */
export function pagingIn(schemas: SchemaStore, operation: Operation): { paging?: Paging } {
  const paging = pagingOf(schemas, operation);
  return paging ? { paging } : {};
}
