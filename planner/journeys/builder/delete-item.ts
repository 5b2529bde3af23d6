import { actOnItem } from './act-on-item.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import { expectRefusal } from '../model/documented-responses.ts';
import { listItem, showItem } from './show-item.ts';
import { trashOf } from './undo.ts';

/**
 * Calls `look`, which reads the item, then sends DELETE, after the action that moves the item to the trash if `trashOf`
 * gives one. After it, the item's read must answer 404 or 410. If there is no read, its list must not contain the item.
 * Returns the id of the DELETE step; undefined if there is no DELETE. Throws CannotPlan.
 */
export function deleteItem(
  journey: Journey,
  item: Item,
  look: () => void = () => showItem(journey, item, '', item.createdBy),
): string | undefined {
  const { remove, noun, read } = item.resource;
  if (!remove) return undefined;
  const { actor: persona } = journey;
  look();
  const trash = trashOf(journey, item.resource);
  if (trash) actOnItem(journey, item, trash);
  const body = journey.deleteBody(remove, item);
  const deleted = journey.step({ verb: 'delete', noun, operation: remove, persona, item, body });
  if (!read) {
    listItem(journey, item, 'listLacks', undefined, deleted);
    return deleted;
  }
  journey.step({
    verb: 'read-deleted',
    noun,
    operation: read.operation,
    persona,
    item,
    expect: expectRefusal(read.operation, 'gone', [404, 410]),
    effectOf: deleted,
    assert: [{ op: 'status' }],
  });
  return deleted;
}
