import { withArticle } from '../../../vocabulary/with-article.ts';
import type { Template } from '#verifier/plan/plan.ts';

import { type Exclusion, exclusionsOf } from '../../../resources/lists/exclusions-of.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { noValue } from '../../../outcome/dropped-plan.ts';
import { fits } from '../../../intake/schema/fits.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { createBare } from '../../builder/create-item.ts';
import type { Planning } from '../../model/planning.ts';
import { filteredList, listItem, matchInList } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { defineShape } from '../../model/define-shape.ts';

/** A search text that should match no item, not even by the text that makes values unique in a run. */
const NOWHERE = 'qzxjvkwq';

export const listLeavesOut = defineShape({
  id: 'list/leaves-out',
  kind: 'list-filter',
  title: 'A list asked for more than an item has, or for a text that it lacks, leaves the item out',
  terms: ['filter', 'search', 'range'],
  example: 'POST /products {"price":5} → 201 {"id":7}, GET /products?minPrice=6 → 200 []',
  test: 'planner/journeys/shapes/list/list-leaves-out',
  testTitle: 'is asked for what the item does not fit, and by nothing else',
  propose,
});

/**
 * Proposes a search that the item does not match (an unknown text, a greater minimum): the list must not contain it. If
 * a bound includes the item's own whole number, a second search with that number must list the item.
 */
function propose({ model: { schemas } }: Planning, resource: Resource): Proposal[] {
  const { list, create, noun } = resource;
  if (!list || !create) return [];
  return exclusionsOf(schemas, resource, list.operation).map((exclusion) => ({
    name: `The list filtered by ${exclusion.param.name} leaves out ${withArticle(noun)} that does not match`,
    subject: list.operation,
    personas: [],
    variant: `without ${exclusion.param.name}`,
    build: (journey) => {
      const item = journey.item(resource);
      listItem(journey, item, 'listContains', { words: create.operation.words }, item.createdBy);
      const query = { [exclusion.param.name]: { literal: notFitting(journey, item, exclusion) } };
      // A search may read members that an item does not have, so an item without optional members is created.
      if (exclusion.by === 'text') createBare(journey, item);
      const match = matchInList(journey, item);
      filteredList(journey, list, { item, query }, () => [{ op: 'listLacks', list: list.place.list, match }]);
      const within = justFitting(item, exclusion);
      if (within !== undefined && fits(schemas, exclusion.param.schema, within))
        filteredList(journey, list, { item, query: { [exclusion.param.name]: { literal: within } } }, () => [
          { op: 'listContains', list: list.place.list, match },
        ]);
    },
  }));
}

function notFitting({ planning }: Journey, { held }: Item, exclusion: Exclusion): string | number {
  if (exclusion.by === 'text') return NOWHERE;
  const { param, field } = exclusion;
  const { format } = planning.model.schemas.flatten(param.schema).rest;
  const value = valueOf(held, exclusion.pointer);
  const beyond =
    'isWithin' in exclusion
      ? numberBeyond(value, exclusion.by)
      : dayBeyond(exclusion.isMade ? TODAY : value, exclusion.by, format);
  if (beyond === undefined || !fits(planning.model.schemas, param.schema, beyond))
    throw noValue(param.pointer, `"${param.name}" beyond the "${field}" of an item`);
  return beyond;
}

function valueOf(held: Item['held'], pointer: string): unknown {
  const template: Template | undefined = held.get(pointer)?.template;
  return template && 'literal' in template ? template.literal : undefined;
}

/**
 * Returns the item's number if it is whole and the bound includes it; undefined otherwise. Fractions may be rounded.
 */
function justFitting({ held }: Item, exclusion: Exclusion): number | undefined {
  if (!('isWithin' in exclusion) || !exclusion.isWithin) return undefined;
  const value = valueOf(held, exclusion.pointer);
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

/**
 * Stands for the day on which the item is created. A fixed day keeps plans the same, and `dayBeyond` gives the same
 * result for any day from 2010 to 2040.
 */
const TODAY = '2025-01-01';

function numberBeyond(value: unknown, by: 'least' | 'most'): number | undefined {
  return typeof value === 'number' ? value + (by === 'least' ? 1 : -1) : undefined;
}

/**
 * For `first`: a day five years after the item's, but not before 2045. For `last`: five years before it, but not after
 * 2005.
 */
function dayBeyond(value: unknown, by: 'first' | 'last', format: unknown): string | undefined {
  const year = Number(/^\d{4}/.exec(String(value))?.[0]);
  if (Number.isNaN(year)) return undefined;
  const beyond = by === 'first' ? Math.max(year + 5, 2045) : Math.min(year - 5, 2005);
  return format === 'date' ? `${beyond}-06-15` : `${beyond}-06-15T12:00:00Z`;
}
