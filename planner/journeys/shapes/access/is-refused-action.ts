import { documentsForbidden } from '../../../personas/with-refused-creates.ts';
import { namesNoKind, WRITES } from '../../../personas/grammar/limit-words.ts';
import { setsField, transitionOf } from '../../../resources/actions/transition-of.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { Planning } from '../../model/planning.ts';
import { holderOf } from '../../builder/association-membership.ts';
import type { ItemAction } from '../../../resources/model/item-action.ts';
import type { PersonaRoles } from '../../../personas/persona.ts';
import { type Acted, actedOn } from '../../model/acted-on.ts';
import { shownItem } from '../../../resources/responses/shown-item.ts';
import type { StatedLimit } from '../../../personas/grammar/stated-limit.ts';
import { isTotal, limitCovers } from '../../../personas/grammar/limit-covers.ts';
import { namesVerb } from '../../../personas/grammar/names-verb.ts';
import { ownersActions, runnersActions } from '../../../vocabulary/verb-groups.ts';

const known = new WeakMap<Operation, { changed: Acted | undefined }>();

/** Returns the verb without a leading "un": publish for unpublish. */
function doneVerb(verb = ''): string {
  return verb.replace(/^un/, '');
}

/**
 * True for an action that usually only an owner or editor may do: archive, lock, pin, publish, trash, and these with
 * "un".
 */
export function isOwnersAction({ verb }: ItemAction): boolean {
  return ownersActions.has(doneVerb(verb));
}

/**
 * Returns the action with its resource if it changes the item for everybody: its state, a time or, unless it is a POST,
 * the field that it names. Undefined otherwise.
 */
function findChanged(planning: Planning, operation: Operation): Acted | undefined {
  const acted = actedOn(planning, operation);
  const { schemas } = planning.model;
  const shown = acted && shownItem(schemas, acted.resource);
  if (!acted || !shown) return undefined;
  const { action } = acted;
  const kind = transitionOf(schemas, action, shown)?.kind;
  const isSet = operation.method !== 'POST' && Object.keys(shown.properties).some((name) => setsField(action, name));
  return kind === 'state' || kind === 'time' || isSet ? acted : undefined;
}

function changedBy(planning: Planning, operation: Operation): Acted | undefined {
  const { changed } = known.get(operation) ?? { changed: findChanged(planning, operation) };
  known.set(operation, { changed });
  return changed;
}

/**
 * True if the limit denies all writes, whoever owns the item, to the item that an action changes or that an
 * association adds to.
 */
export function isRefusedAction(planning: Planning, limit: StatedLimit, operation: Operation): boolean {
  if (limit.scope !== 'function' || !WRITES.every((action) => limit.actions.includes(action))) return false;
  const holder = namesNoKind(limit) ? holderOf(planning, operation)?.holder : undefined;
  const changed = changedBy(planning, operation)?.resource ?? holder;
  return changed !== undefined && limitCovers(limit, 'update', changed, planning.graph);
}

/**
 * Returns the limit that denies a persona the action on others' items. Undefined if the description names the
 * action (an editor who may publish) or denies everything at the path. Only actions of owners (archive) and of
 * those who run an item (cancel) count.
 */
export function limitOnOthersItems(
  planning: Planning,
  { persona, limits }: PersonaRoles['limited'][number],
  operation: Operation,
): StatedLimit | undefined {
  const { graph } = planning;
  const acted = actedOn(planning, operation);
  const verb = acted?.action.verb ?? '';
  if (!acted || !operation.secured) return undefined;
  const isOwners = isOwnersAction(acted.action);
  // Others than the owner may cancel an item, so a refusal of such an action is expected only if 403 is documented.
  const isRefused =
    runnersActions.has(doneVerb(verb)) &&
    documentsForbidden(planning.model, operation) &&
    changedBy(planning, operation) !== undefined;
  if (limits.some((limit) => isTotal(limit, operation.path, graph))) return undefined;
  if (namesVerb(persona.description, verb)) return undefined;
  return limits.find(
    (limit) =>
      limit.scope === 'object' &&
      (isOwners || (isRefused && limit.isOfRole)) &&
      limitCovers(limit, 'update', acted.resource, graph),
  );
}
