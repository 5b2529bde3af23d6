import type { Template } from '#verifier/plan/plan.ts';

import { documents } from '../../resources/model/item-members.ts';
import { itemIn, successBody } from '../../resources/responses/response-shape.ts';
import { filtersOf } from '../../resources/lists/filters-of.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { isWhose } from '../../vocabulary/people-and-access.ts';

/**
 * `GET /tasks?project_id=7`: returns the query parameters that name parents with which the item was created. Without
 * them a server may show the caller's current project (record 46). All required ones are sent; if none is required, one
 * is: the owner's, or the outermost parent's. Parameters that show hidden items are added.
 */
export function listScopeParams(
  { planning: { model }, steps }: Pick<Journey, 'planning' | 'steps'>,
  operation: Operation,
  item: Item,
): Record<string, Template> {
  const madeAt = new Map(steps.flatMap(({ captures }, at) => Object.keys(captures).map((name) => [name, at] as const)));
  const visible = askedWhereHidden(model, steps, operation, item);
  const { resource, held } = item;
  const carried = new Map(
    [...held].flatMap(([pointer, { template }]) =>
      'capture' in template ? [[pointer, { template, at: madeAt.get(template.capture) ?? steps.length }] as const] : [],
    ),
  );
  if (carried.size === 0) return visible;
  const asked = filtersOf(model.schemas, resource, operation).flatMap(({ param, pointer, isMember }) => {
    const found = isMember ? undefined : carried.get(pointer);
    return found ? [{ ...found, param }] : [];
  });
  const required = asked.filter(({ param }) => param.required);
  const [outermost] = asked.toSorted((a, b) => a.at - b.at);
  const whose = asked.find(({ param }) => isWhose(param.name)) ?? outermost;
  const sent = required.length > 0 || !whose ? required : [whose];
  return { ...visible, ...Object.fromEntries(sent.map(({ param, template }) => [param.name, template])) };
}

/**
 * `GET /articles?state=draft`: a parameter with an enum and a default (`published`) hides items with another value.
 * Returns it with the value that the newest write's response shows, or with its default if the response omits the
 * member. That write captures the value.
 */
function askedWhereHidden(
  model: SpecModel,
  steps: Journey['steps'],
  operation: Operation,
  { resource, createdBy }: Item,
): Record<string, Template> {
  const { schemas } = model;
  const hiding = filtersOf(schemas, resource, operation).filter(({ param, isMember }) => {
    const { rest } = schemas.flatten(param.schema);
    return !isMember && typeof rest['default'] === 'string' && Array.isArray(rest['enum']);
  });
  const from = steps.findIndex(({ id }) => id === createdBy);
  if (hiding.length === 0 || from < 0) return {};
  const written = steps.slice(from).findLast(({ method }) => !['GET', 'HEAD', 'DELETE'].includes(method));
  const write = written && model.byKey.get(`${written.method} ${written.path}`);
  const body = write && successBody(write);
  if (!written || body === undefined) return {};
  const { prefix, flat } = itemIn(schemas, body, resource);
  return Object.fromEntries(
    hiding
      .filter(({ pointer }) => documents(schemas, flat, pointer))
      .map(({ param, pointer }) => {
        const capture = `${written.id}${pointer}`.replaceAll(/[^A-Za-z0-9]+/g, '_');
        const otherwise = schemas.flatten(param.schema).rest['default'] as string;
        written.captures[capture] = { from: 'body', pointer: prefix + pointer, otherwise };
        return [param.name, { capture }];
      }),
  );
}
