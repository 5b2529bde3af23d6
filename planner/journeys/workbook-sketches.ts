import { type Action, actionsOf } from '../resources/actions/actions-of.ts';
import type { ItemAction } from '../resources/model/item-action.ts';
import type { Resource } from '../resources/model/resource.ts';
import { itemIn, successBody } from '../resources/responses/response-shape.ts';
import type { Operation } from '../intake/model/operation.ts';
import { CannotPlan } from '../outcome/dropped-plan.ts';
import { actAsSubject, knownAction, readBeforeAction, readSameItem } from './builder/act-on-item.ts';
import { assertActionFields, assertChanged } from './builder/assert-action-fields.ts';
import { deleteItem } from './builder/delete-item.ts';
import { listItem, showItem } from './builder/show-item.ts';
import { changedBody, updateItem } from './builder/update-item.ts';
import { actedOn } from './model/acted-on.ts';
import { assertHeld, type Item } from './model/item.ts';
import type { Journey } from './model/journey.ts';
import type { Planning } from './model/planning.ts';
import type { Sketch } from './model/sketch.ts';
import type { WorkbookJourney } from './model/workbook-journey.ts';

/**
 * Returns the journeys of the workbook as sketches: their operations in their order, each with its effect shown. Left
 * out: journeys with an operation that the spec does not have. A journey that the spec does not allow throws CannotPlan
 * when it is built.
 */
export function workbookSketches(planning: Planning, journeys: readonly WorkbookJourney[]): Sketch[] {
  return journeys.flatMap((own) => {
    const operations = own.operations.flatMap((id) => planning.model.operations.find((one) => one.id === id) ?? []);
    const [first] = operations;
    if (first === undefined || operations.length < own.operations.length) return [];
    return [
      {
        kind: 'workflow',
        name: own.name,
        subject: operations.findLast(({ method }) => method !== 'GET') ?? first,
        personas: own.persona === null ? [] : [own.persona],
        variant: own.id,
        workbook: own,
        build: (journey) => {
          const walk = new Walk(journey);
          for (const [at, operation] of operations.entries()) walk.step(operation, operations[at + 1]);
        },
      },
    ];
  });
}

/** One walk through the operations of a workbook journey: what it has done to which item so far. */
class Walk {
  readonly #journey: Journey;
  /** Resources whose create stood in an earlier step. */
  readonly #created = new Set<Resource>();
  /** Resources whose item is deleted. */
  readonly #deleted = new Set<Resource>();
  /** Operations of earlier steps: they are not repeated to prepare a later one. */
  readonly #done = new Set<Operation>();
  /** By resource: the step whose effect a read would show. */
  readonly #last = new Map<Resource, string>();

  constructor(journey: Journey) {
    this.#journey = journey;
  }

  /** Adds the step of an operation. `next`: the operation behind it. Throws CannotPlan. */
  step(operation: Operation, next: Operation | undefined): void {
    const { planning } = this.#journey;
    const { resources } = planning.graph;
    const own = resources.find((one) => actionsOf(one).some((each) => each.operation === operation));
    const acted = actedOn(planning, operation);
    if (own) this.#standard(own, actionFor(own, operation), operation, next);
    else if (acted) this.#act(acted.resource, acted.action);
    else throw cannot(operation, 'is neither a standard method nor an action of an item', 'Remove the step.');
    this.#done.add(operation);
  }

  #standard(resource: Resource, action: Action, operation: Operation, next: Operation | undefined): void {
    if (action === 'create') return this.#create(resource, operation);
    const isGone = this.#deleted.has(resource);
    if (isGone && action === 'read') return;
    if (isGone && action !== 'list')
      throw cannot(operation, 'comes after the item was deleted', 'Put the step before the delete.');
    const item = this.#journey.item(resource);
    const effectOf = this.#last.get(resource) ?? item.createdBy;
    if (action === 'read') showItem(this.#journey, item, operation.words, effectOf);
    else if (action === 'list')
      listItem(this.#journey, item, isGone ? 'listLacks' : 'listContains', undefined, effectOf);
    else if (action === 'update') this.#update(resource, item, operation, next);
    else this.#delete(resource, item, effectOf);
  }

  #create(resource: Resource, operation: Operation): void {
    const { schemas } = this.#journey.planning.model;
    if (this.#created.has(resource) || this.#journey.items().some((item) => item.resource === resource))
      throw cannot(
        operation,
        'creates a second item, or one that an earlier step needs',
        'Create each item once, first.',
      );
    const schema = successBody(operation);
    const place = schema === undefined ? undefined : itemIn(schemas, schema, resource);
    const item = this.#journey.item(resource, (made) =>
      place ? assertHeld(schemas, made, place.flat, place.prefix, operation.words) : [],
    );
    this.#created.add(resource);
    if (item.createdBy !== undefined) this.#last.set(resource, item.createdBy);
  }

  #update(resource: Resource, item: Item, operation: Operation, next: Operation | undefined): void {
    const { body, changed } = changedBody(this.#journey, item, operation);
    if (changed.length === 0) throw cannot(operation, 'takes no second value', 'Give a field a second example.');
    const updated = updateItem(this.#journey, item, operation, body);
    this.#last.set(resource, updated);
    const isReadNext = next !== undefined && next === resource.read?.operation;
    if (!isReadNext) showItem(this.#journey, item, operation.words, updated);
  }

  #delete(resource: Resource, item: Item, effectOf: string | undefined): void {
    const look = () => void showItem(this.#journey, item, '', effectOf);
    const deleted = deleteItem(this.#journey, item, look);
    this.#deleted.add(resource);
    if (deleted !== undefined) this.#last.set(resource, deleted);
  }

  #act(resource: Resource, action: ItemAction): void {
    const journey = this.#journey;
    const item = journey.item(resource);
    const known = knownAction(journey, resource, action);
    const before = readBeforeAction(journey, item, known, this.#done);
    const { step, sent } = actAsSubject(journey, item, action);
    const place = resource.read?.place;
    const seen = place
      ? [
          ...assertChanged(journey, place, known, before),
          ...assertActionFields(journey, item, known, sent, place, true),
        ]
      : [];
    if (seen.length === 0)
      throw cannot(
        action.operation,
        'changes nothing that a read shows',
        `Document the state of the ${resource.noun}.`,
      );
    readSameItem(journey, item, step, seen);
    this.#last.set(resource, step);
  }
}

function actionFor(resource: Resource, operation: Operation): Action {
  return actionsOf(resource).find((one) => one.operation === operation)?.action ?? 'read';
}

function cannot({ key, pointer }: Operation, why: string, edit: string): CannotPlan {
  return new CannotPlan({ reason: 'NOT_CREATABLE', pointer, detail: `${key} ${why}.`, edit });
}
