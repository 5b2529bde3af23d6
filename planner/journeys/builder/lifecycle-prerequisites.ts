import type { Resource } from '../../resources/model/resource.ts';
import { transitionOf } from '../../resources/actions/transition-of.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Transition } from '../../resources/model/transition.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import { membersOf, shownItem } from '../../resources/responses/shown-item.ts';
import { decidesWith, isOnCourse, undoesDelete, verbsBefore, verbToReach } from '../../vocabulary/lifecycle-verbs.ts';

/** Place in the course of states: the enum is usually written in the order in which an item goes through it. */
function placeOf(members: string[], { reached }: Transition): number {
  return members.findIndex((member) => reached.includes(member));
}

/** An action that nobody listed is called by its own name: place, where a state is "placed". */
function wordOf({ verb, name }: ItemAction): string {
  return verb ?? name;
}

/** The actions that an item goes through, by the order of their states, before it comes to where an action leads. */
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
 * The actions on the usual course, each with the field of states and the place in it that it leads to, in the order of
 * these places.
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

/**
 * Actions that end an item or close it. They do not come before another action, even where the lifecycle leads to them.
 */
const ENDS_IT = new Set(
  'close complete deactivate decline expire finalize finish hide lock reject resolve retire return revoke unpublish withdraw'.split(
    ' ',
  ),
);

/** The actions by which an item goes through its states, in their order, from the one that it begins in. */
export function lifecycleOf(schemas: SchemaStore, resource: Resource): ItemAction[] {
  const shown = shownItem(schemas, resource);
  const course = shown ? onCourse(schemas, resource, shown) : [];
  return course.map(({ action }) => action).filter((action) => !ENDS_IT.has(wordOf(action)));
}

/**
 * The action that this one undoes; `isFlag`: that action raises a flag. If a special action exists for it (unarchive),
 * restore does not undo it.
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
 * The actions that bring a new item where this one can be done, in order: what it undoes, or the earlier steps of the
 * item's course. An order is paid before it is shipped, a document published before it is archived; a cancellation
 * comes from anywhere.
 */
export function lifecyclePrerequisites(schemas: SchemaStore, resource: Resource, action: ItemAction): ItemAction[] {
  const shown = shownItem(schemas, resource);
  const isFlag = shown !== undefined && transitionOf(schemas, action, shown)?.kind === 'flag';
  const undone = actionUndoneBy(resource, action, isFlag);
  // The creator of an item may be among its watchers already: unwatch it before watch.
  if (undone && actionUndoneBy(resource, undone, isFlag) === action)
    return actionUndoneBy(resource, action) ? [action, undone] : [undone];
  if (undone) return [...lifecyclePrerequisites(schemas, resource, undone), undone];
  return courseBefore(schemas, resource, wordOf(action));
}

/**
 * Actions that may be needed before an action outside the lifecycle that documents 409: a cancellation may be allowed
 * in every state, or only after publishing.
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
