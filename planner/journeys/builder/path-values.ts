import type { Template } from '#verifier/plan/plan.ts';
import { upperSnake } from '#verifier/plan/upper-snake.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { CannotPlan } from '../../outcome/dropped-plan.ts';
import { paramsOf } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import type { Turn } from '../../values/model/choice.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import { isItemOf, isOnItemPath } from '../model/step-parts.ts';
import { placeholderPathValue } from '../requests/placeholder-path-value.ts';
import { partNamed } from './association-membership.ts';
import { envProvidedParam } from '../model/env-provided-param.ts';

/** Implements `Journey.pathOf`. `making` holds the keys of resources that are being created. Throws CannotPlan. */
export function pathValues(
  journey: Journey,
  making: ReadonlySet<string>,
  operation: Operation,
  item: Item | undefined,
  chosen?: { param: string; thing?: Item | undefined; turn?: Turn },
): Record<string, Template> {
  const path: Record<string, Template> = {};
  const names = paramsOf(operation.path);
  for (const [at, name] of names.entries()) {
    const own = item && name === names.at(-1) && isItemOf(operation, item.resource) && isOnItemPath(operation, item);
    const free =
      name === chosen?.param
        ? (chosen.thing?.id?.template ??
          placeholderPathValue(journey.planning, operation, name, { turn: chosen.turn ?? 0 }))
        : undefined;
    const isBeside = item && (isItemOf(operation, item.resource) || item.resource.list?.operation === operation);
    const parent = isBeside ? item.parents?.[at] : undefined;
    const value = own ? item.id?.template : (free ?? parent ?? valueOfParam(journey, making, operation, name));
    if (value) path[name] = value;
  }
  return path;
}

/**
 * Returns the value of a path parameter: an env-provided value, a created item's id, an id that the response of a
 * create shows, the id of an item of another resource, or an enum value. Throws CannotPlan if there is none.
 */
function valueOfParam(journey: Journey, making: ReadonlySet<string>, operation: Operation, name: string): Template {
  const input = envProvidedParam(journey.planning, name);
  const producer = journey.planning.graph.producerOf(operation.path, name);
  // `{id}` may stand for several resources, so an env-provided "id" is used only if no operation creates the item.
  if (input !== undefined && !(isPlainId(name) && producer)) return journey.given(input);
  const carrier = journey.planning.graph.carrierOf(operation.path, name);
  // A resource further down the path may show the parameter's id in its create's response (`owner` of
  // `/repos/{owner}/{repo}`). Its item is then created, and the id taken from that response.
  const brings = carrier !== undefined && 'field' in (carrier.resource.create?.parents[carrier.at] ?? {});
  const make = (resource: Resource | undefined) =>
    resource && !making.has(resource.key) ? journey.item(resource) : undefined;
  const made = brings ? undefined : make(producer)?.id?.template;
  const carried = made ? undefined : make(carrier?.resource)?.parents?.[carrier?.at ?? 0];
  // If no operation creates the item, the parameter may name an item of another resource:
  // `/warehouses/{id}/stock/{productId}`.
  const named = producer?.create ? undefined : journey.thingNamedBy(operation, name)?.id?.template;
  const value =
    made ??
    carried ??
    named ??
    make(producer)?.id?.template ??
    make(partNamed(journey.planning, operation, name))?.id?.template ??
    placeholderPathValue(journey.planning, operation, name, { closed: true });
  if (value) return value;
  const parameter = operation.parameters.find((param) => param.in === 'path' && param.name === name);
  throw new CannotPlan({
    reason: 'NOT_CREATABLE',
    pointer: parameter?.pointer ?? operation.pointer,
    detail: `No operation of this spec creates what {${name}} of ${operation.path} names.`,
    edit: `Add the operation that creates it, or give "${name}" from outside: declare it as env-provided (APITEST_PARAM_${upperSnake(name)}).`,
  });
}
