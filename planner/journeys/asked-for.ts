import type { Template } from '#verifier/plan/plan.ts';

import { filtersOf } from '../resources/filters-of.ts';
import type { Operation } from '../spec/spec-model.ts';
import type { Item } from './item.ts';
import type { Planning } from './planning.ts';

/**
 * What a list of an item's kind is asked for, so that the item is in it: the things that it was made for, where the list takes their ids. Not
 * asked, a server may show those of the caller's own choice (the project that is current).
 */
export function askedFor(
  { model: { schemas } }: Planning,
  operation: Operation,
  { resource, held }: Item,
): Record<string, Template> {
  const carried = new Map(
    [...held].flatMap(([pointer, { template }]): [string, Template][] =>
      'capture' in template ? [[pointer, template]] : [],
    ),
  );
  if (carried.size === 0) return {};
  const filters = filtersOf(schemas, resource, operation);
  return Object.fromEntries(
    filters.flatMap(({ param, pointer, isMember }): [string, Template][] => {
      const template = isMember ? undefined : carried.get(pointer);
      return template ? [[param.name, template]] : [];
    }),
  );
}
