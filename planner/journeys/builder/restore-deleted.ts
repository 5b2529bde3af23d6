import type { Resource } from '../../resources/model/resource.ts';
import { deletionMark } from '../../resources/actions/transition-of.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import { actionUndoneBy } from './lifecycle-prerequisites.ts';
import { actOnItem } from './act-on-item.ts';
import { deleteItem } from './delete-item.ts';
import type { Journey } from '../model/journey.ts';
import { showItem } from './show-item.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import { assertChanged, captureActionField } from './assert-action-fields.ts';
import { undoesDelete } from '../../vocabulary/lifecycle-verbs.ts';

/**
 * True if the action restores deleted items: `POST /notes/{id}/restore`. Its words or operationId must mention
 * deletion, trash or an archive, or the read must show a deletion mark, because backups are restored too. False if it
 * undoes another action such as archive, or if the resource has no DELETE.
 */
export function restoresDeleted(schemas: SchemaStore, resource: Resource, action: ItemAction): boolean {
  const { remove, read } = resource;
  const { verb, operation } = action;
  if (!remove || verb === undefined || !undoesDelete(verb)) return false;
  const isSaid = /delet|trash|\bbin\b|archiv/i.test(`${verb} ${operation.words} ${operation.id}`);
  if (!isSaid && !(read && deletionMark(schemas, read.place.flat))) return false;
  return actionUndoneBy(resource, action) === undefined;
}

/**
 * Adds steps that delete the item, restore it and read it. The read must show its values again and, if it has a
 * deletion mark (`deletedAt`), another value of the mark. Throws CannotPlan.
 */
export function restoreDeleted(journey: Journey, resource: Resource, action: ItemAction): void {
  const item = journey.item(resource);
  deleteItem(journey, item);
  const { read } = resource;
  const { schemas } = journey.planning.model;
  const transition = read && deletionMark(schemas, read.place.flat);
  const before = read && transition && captureActionField(journey, item, read.place, transition);
  const { step } = actOnItem(journey, item, action);
  showItem(journey, item, '', step);
  const shown = journey.steps.at(-1);
  if (read && shown)
    shown.assert.push(
      ...assertChanged(
        journey,
        read.place,
        { action, transition, unchanged: [], settled: [], isLater: false, answer: undefined },
        before,
      ),
    );
}
