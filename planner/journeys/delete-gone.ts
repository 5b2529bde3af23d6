import type { Resource } from '../resources/resource-graph.ts';
import type { Item } from './item.ts';
import type { Journey } from './journey.ts';
import type { Planning } from './planning.ts';
import { expectRefusal } from './response-schemas.ts';
import { listItem, showItem } from './show-item.ts';
import type { Sketch } from './sketch.ts';

/** Deletes an item that is there, and looks whether it is gone. Throws CannotPlan. */
export function deleteItem(journey: Journey, item: Item): void {
  const { remove, noun, read } = item.resource;
  if (!remove) return;
  const { actor: persona } = journey;
  showItem(journey, item, '', item.createdBy);
  const body = journey.deleteBody(remove, item);
  const deleted = journey.step({ verb: 'delete', noun, operation: remove, persona, item, body });
  if (!read) {
    listItem(journey, item, 'listLacks', undefined, deleted);
    return;
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
}

/** What was deleted is there before and gone after. */
export function deleteGone(_planning: Planning, resource: Resource): Sketch[] {
  const { remove, noun } = resource;
  if (!remove) return [];
  return [
    {
      kind: 'delete-gone',
      name: `A deleted ${noun} is gone`,
      subject: remove,
      personas: [],
      variant: '',
      build: (journey) => deleteItem(journey, journey.item(resource)),
    },
  ];
}
