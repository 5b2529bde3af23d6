import type { FurtherOn, RequestTemplate, Step } from '#verifier/plan/plan.ts';

import { paramsOf } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { sentResource } from '../../resources/model/body-wrapper.ts';
import { CannotPlan } from '../../outcome/dropped-plan.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { prerequisitesBesideLifecycle, lifecycleOf } from './lifecycle-prerequisites.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import { undo } from './undo.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';

/**
 * Returns the lifecycle actions of the items that the request names, in their order: activate a driver before
 * `POST /trips`. Actions that need a further item are left out.
 */
export function lifecycleOfReferences(
  journey: Journey,
  request: Pick<RequestTemplate, 'params' | 'body'>,
): RequestTemplate[] {
  return namedIn(journey, request).flatMap((item) =>
    lifecycleOf(journey.planning.model.schemas, item.resource).flatMap(
      ({ operation }) => journey.attempt(() => withoutSteps(journey, operation, item)) ?? [],
    ),
  );
}

/**
 * Returns the creates of associations between items that the step names: the assignment of a driver to a vehicle before
 * `POST /trips`. Teardown deletes what they create.
 */
export function associationsOfReferences(journey: Journey, step: Step): FurtherOn[] {
  return joinsFor(journey, step)
    .filter(({ create }) => create?.operation.id !== step.operationId)
    .flatMap((resource) => journey.attempt(() => join(journey, resource, step)) ?? []);
}

function joinsFor(journey: Journey, request: Pick<RequestTemplate, 'params' | 'body'>): Resource[] {
  const named = namedIn(journey, request);
  if (named.length < 2) return [];
  const { graph } = journey.planning;
  return graph.resources.filter((one) => !journey.isMaking(one) && isJoin(journey, one, named));
}

/** Returns, as requests, the lifecycle actions of the item that a 409 of `action` may ask for. */
export function lifecycleOfItem(journey: Journey, item: Item, action: ItemAction): RequestTemplate[] {
  return prerequisitesBesideLifecycle(journey.planning.model.schemas, item.resource, action).flatMap(
    ({ operation }) => journey.attempt(() => withoutSteps(journey, operation, item)) ?? [],
  );
}

function namedIn(journey: Journey, { params, body }: Pick<RequestTemplate, 'params' | 'body'>): Item[] {
  const said = JSON.stringify([params.path, body?.value ?? null]);
  return journey.items().filter(({ id }) => id && said.includes(JSON.stringify(id.template)));
}

/**
 * True if the create makes an association: its path and required members are ids of at least two of the named
 * resources, and nothing else. It must return an id and have a DELETE.
 */
function isJoin({ planning }: Journey, { create, remove }: Resource, named: Item[]): boolean {
  if (!remove || create?.id.from !== 'body' || planning.graph.rpc.has(create.operation)) return false;
  const { graph, model } = planning;
  const { operation } = create;
  const asked = [
    ...paramsOf(operation.path).map((param) => graph.producerOf(operation.path, param)),
    ...sentResource(model.schemas, operation).required.map((field) => graph.producerOfField(field)),
  ];
  const kinds = new Set(asked.map((kind) => named.find(({ resource }) => resource === kind)?.resource));
  return kinds.size > 1 && !kinds.has(undefined);
}

/**
 * Returns the create of an association for use after a refusal, and adds its deletion. Throws CannotPlan if it needs a
 * further item.
 */
function join(journey: Journey, resource: Resource, step: Step): FurtherOn[] {
  const { create, noun } = resource;
  if (create?.id.from !== 'body') return [];
  const request = withoutSteps(journey, create.operation, undefined);
  const made = `${noun}-before-${step.id}`;
  const capture = made.replaceAll(/[^A-Za-z0-9]+/g, '_');
  const id = { template: { capture }, reference: { capture }, fromHeader: false };
  undo(journey, { resource, createdBy: undefined, id, held: new Map() }, made);
  return [{ ...request, makes: { step: made, capture, pointer: create.id.field.pointer } }];
}

/**
 * Returns the request of an operation. Throws CannotPlan if that adds a step, because the request needs a further item.
 */
function withoutSteps(journey: Journey, operation: Operation, item: Item | undefined): RequestTemplate {
  const { length } = journey.steps;
  const request = journey.request(operation, item, undefined, journey.body(operation, 0, item));
  if (journey.steps.length > length)
    throw new CannotPlan({
      reason: 'NOT_CREATABLE',
      detail: `${operation.key} names something else that would have to be made.`,
      edit: `Offer ${operation.key} without it.`,
    });
  return request;
}
