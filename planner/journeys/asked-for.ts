import type { Template } from '#verifier/plan/plan.ts';

import { filtersOf } from '../resources/filters-of.ts';
import type { Operation } from '../spec/spec-model.ts';
import { isWhose } from '../values/field-names.ts';
import type { Item } from './item.ts';
import type { Journey } from './journey.ts';

/**
 * What a list of an item's kind is asked for, so that the item is in it: what it was made for, where the list takes that thing's id. Not asked,
 * a server may show those of the caller's own choice (the project that is current). Where no parameter must be sent, it is one: the thing that was
 * made first, in which the others are, or the person whose the item is: not asked for one, a server shows the caller's own. Another may be asked for it already, and many a list takes one of several.
 */
export function askedFor(
  { planning: { model }, steps }: Pick<Journey, 'planning' | 'steps'>,
  operation: Operation,
  { resource, held }: Item,
): Record<string, Template> {
  const madeAt = new Map(steps.flatMap(({ captures }, at) => Object.keys(captures).map((name) => [name, at] as const)));
  const carried = new Map(
    [...held].flatMap(([pointer, { template }]) =>
      'capture' in template ? [[pointer, { template, at: madeAt.get(template.capture) ?? steps.length }] as const] : [],
    ),
  );
  if (carried.size === 0) return {};
  const asked = filtersOf(model.schemas, resource, operation).flatMap(({ param, pointer, isMember }) => {
    const found = isMember ? undefined : carried.get(pointer);
    return found ? [{ ...found, param }] : [];
  });
  const required = asked.filter(({ param }) => param.required);
  const [outermost] = asked.toSorted((a, b) => a.at - b.at);
  const whose = asked.find(({ param }) => isWhose(param.name)) ?? outermost;
  const sent = required.length > 0 || !whose ? required : [whose];
  return Object.fromEntries(sent.map(({ param, template }) => [param.name, template]));
}
