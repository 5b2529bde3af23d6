import type { Resource } from '../../resources/model/resource.ts';
import { transitionOf } from '../../resources/actions/transition-of.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Transition } from '../../resources/model/transition.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import { membersOf, shownItem } from '../../resources/responses/shown-item.ts';
import { decidesWith, isOnCourse, undoesDelete, verbsBefore, verbToReach } from '../../vocabulary/lifecycle-verbs.ts';
import { closing } from '../../vocabulary/verb-groups.ts';

/**
 * Returns the position in the enum of the state that the transition leads to; -1 if it is not in the enum. Enums mostly
 * list states in the order of the lifecycle.
 */
function placeOf(members: string[], { reached }: Transition): number {
  return members.findIndex((member) => reached.includes(member));
}

/** Returns the verb of an action; its name if no table knows the verb. */
function wordOf({ verb, name }: ItemAction): string {
  return verb ?? name;
}

/** Returns the lifecycle actions between a new item's state and the state that `word` leads to: for ship, pay. */
function courseBefore(schemas: SchemaStore, resource: Resource, word: string): ItemAction[] {
  const shown = shownItem(schemas, resource);
  const leading = [verbToReach(word), ...decidesWith(word)]
    .map((wanted) => resource.actions.find((other) => wordOf(other) === wanted))
    .find((found) => found !== undefined);
  const transition = shown && leading && transitionOf(schemas, leading, shown);
  if (!shown || transition?.kind !== 'state') return [];
  const field = schemas.flatten(transition.schema);
  const members = membersOf(field);
  const first = Math.max(0, members.indexOf(String(field.rest['default'] ?? '')));
  const last = placeOf(members, transition);
  return onCourse(schemas, resource, shown)
    .filter(({ field: name, at }) => name === transition.name && at > first && at < last)
    .map(({ action }) => action);
}

/**
 * Returns the resource's lifecycle actions in the order of the states that they lead to. Each comes with its state
 * field and the position of that state in the enum.
 */
function onCourse(
  schemas: SchemaStore,
  resource: Resource,
  shown: FlatSchema,
): { action: ItemAction; field: string; at: number }[] {
  return resource.actions
    .flatMap((action) => {
      const word = wordOf(action);
      const isForward = isOnCourse(word) && !undoesDelete(word) && actionUndoneBy(resource, action) === undefined;
      const change = isForward ? transitionOf(schemas, action, shown) : undefined;
      if (change?.kind !== 'state') return [];
      return [{ action, field: change.name, at: placeOf(membersOf(schemas.flatten(change.schema)), change) }];
    })
    .toSorted((left, right) => left.at - right.at);
}

/** Returns the actions that lead a new item through its states, in their order, without those that close it. */
export function lifecycleOf(schemas: SchemaStore, resource: Resource): ItemAction[] {
  const shown = shownItem(schemas, resource);
  const course = shown ? onCourse(schemas, resource, shown) : [];
  return course.map(({ action }) => action).filter((action) => !closing.has(wordOf(action)));
}

/**
 * Returns the action that `action` undoes: archive for unarchive. With `isFlag`, `action` sets a flag, and the
 * action that clears the flag counts too: unwatch for watch. Restore does not undo archive if unarchive
 * exists. Undefined if there is none.
 */
export function actionUndoneBy({ actions }: Resource, action: ItemAction, isFlag = false): ItemAction | undefined {
  const hasOwn = (wanted: string) =>
    actions.some((other) => other !== action && other.verb !== undefined && undoesOnly(other.verb, wanted));
  return verbsBefore(wordOf(action), isFlag)
    .filter((wanted) => !hasOwn(wanted))
    .map((wanted) => actions.find((other) => other.verb === wanted))
    .find((found) => found !== undefined);
}

function undoesOnly(verb: string, wanted: string): boolean {
  const [first, ...more] = verbsBefore(verb);
  return first === wanted && more.length === 0;
}

/**
 * Returns the actions that must come before `action` on a new item, in their order: publish before unpublish, pay
 * before ship. [] for an action that is possible in every state, such as cancel.
 */
export function lifecyclePrerequisites(schemas: SchemaStore, resource: Resource, action: ItemAction): ItemAction[] {
  const shown = shownItem(schemas, resource);
  const isFlag = shown !== undefined && transitionOf(schemas, action, shown)?.kind === 'flag';
  const undone = actionUndoneBy(resource, action, isFlag);
  // Watch and unwatch undo each other, and the creator may be watching already: unwatch comes first.
  if (undone && actionUndoneBy(resource, undone, isFlag) === action)
    return actionUndoneBy(resource, action) ? [action, undone] : [undone];
  if (undone) return [...lifecyclePrerequisites(schemas, resource, undone), undone];
  return courseBefore(schemas, resource, wordOf(action));
}

/**
 * Returns the lifecycle actions that a 409 of this action may ask for: cancel may be possible only after publish. [] if
 * the action documents no 409, belongs to the lifecycle, or has prerequisites by its name.
 */
export function prerequisitesBesideLifecycle(
  schemas: SchemaStore,
  resource: Resource,
  action: ItemAction,
): ItemAction[] {
  if (!action.operation.responses['409'] || lifecyclePrerequisites(schemas, resource, action).length > 0) return [];
  const course = lifecycleOf(schemas, resource);
  return course.includes(action) ? [] : course;
}
