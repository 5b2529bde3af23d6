import type { Template } from '#verifier/plan/plan.ts';

import { sentResource } from '../../../resources/model/body-wrapper.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { successBody } from '../../../resources/responses/response-shape.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import type { ItemAction } from '../../../resources/model/item-action.ts';
import { shownItem } from '../../../resources/responses/shown-item.ts';
import { leaseTokens } from '../../../vocabulary/lease-words.ts';
import { lastWordOf } from '../../../vocabulary/words-of.ts';
import { isIdLike, isPlainId } from '../../../vocabulary/identifiers.ts';

/**
 * Returns the names of required body members that only an earlier response can give: the lease of a job, the token of a
 * lock. The spec has no value for such a member, and no resource creates what it names.
 */
function handlesOf({ graph, model: { schemas } }: Planning, operation: Operation): string[] {
  const { properties, required } = sentResource(schemas, operation);
  if ((operation.body?.examples.length ?? 0) > 0) return [];
  return required.filter((name) => {
    const { rest, types } = schemas.flatten(properties[name] ?? true);
    const isSaid = ['const', 'enum', 'examples', 'default'].some((key) => rest[key] !== undefined);
    const isHandle = isIdLike(name) ? !isPlainId(name) : leaseTokens.has(lastWordOf(name));
    return isHandle && !isSaid && types[0] !== 'array' && graph.producerOfField(name) === undefined;
  });
}

/**
 * True if the action's response requires the member. The action's own body must not require it, and the
 * item's schema must not have it.
 */
function gives({ model: { schemas } }: Planning, resource: Resource, { operation }: ItemAction, name: string): boolean {
  const answer = successBody(operation);
  const isAnswered = answer !== undefined && schemas.flatten(answer).required.includes(name);
  const isShown = Object.hasOwn(shownItem(schemas, resource)?.properties ?? {}, name);
  return isAnswered && !isShown && !sentResource(schemas, operation).required.includes(name);
}

/**
 * Returns the resource's actions that must come before the operation, because their responses hold members that it
 * requires: `POST /jobs/{id}/claim` before `POST /jobs/{id}/complete`.
 */
export function outputActionsFor({ planning }: Journey, resource: Resource, operation: Operation): ItemAction[] {
  const found = handlesOf(planning, operation).map((name) =>
    resource.actions.find((action) => action.operation !== operation && gives(planning, resource, action, name)),
  );
  return [...new Set(found)].filter((action) => action !== undefined);
}

/**
 * Returns, by member name, references to values that earlier actions of the journey returned and that the operation
 * requires. The steps of these actions capture them.
 */
export function actionOutputs(journey: Journey, operation: Operation): Record<string, Template> {
  const { planning, steps } = journey;
  const given: Record<string, Template> = {};
  for (const name of handlesOf(planning, operation)) {
    const givers = planning.graph.resources.flatMap((resource) =>
      resource.actions.filter((action) => gives(planning, resource, action, name)),
    );
    const step = steps.findLast(({ method, path }) =>
      givers.some(({ operation: { key } }) => key === `${method} ${path}`),
    );
    if (!step) continue;
    const pointer = pointerToken(name);
    const known = Object.entries(step.captures).find(([, one]) => one.from === 'body' && one.pointer === pointer);
    const capture = known?.[0] ?? journey.freeCapture(name);
    step.captures = { ...step.captures, [capture]: { from: 'body', pointer } };
    given[name] = { capture };
  }
  return given;
}
