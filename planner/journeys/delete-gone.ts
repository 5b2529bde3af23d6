import type { Resource } from '../resources/resource-graph.ts';
import type { Planning } from './planning.ts';
import { expectRefusal } from './response-schemas.ts';
import { listItem, showItem } from './show-item.ts';
import type { Sketch } from './sketch.ts';

/** What was deleted is there before and gone after. */
export function deleteGone(_planning: Planning, resource: Resource): Sketch[] {
  const { remove, noun, read } = resource;
  if (!remove) return [];
  return [
    {
      kind: 'delete-gone',
      name: `A deleted ${noun} is gone`,
      subject: remove,
      personas: [],
      variant: '',
      build: (journey) => {
        const item = journey.item(resource);
        showItem(journey, item, '', item.createdBy);
        const deleted = journey.step({ verb: 'delete', noun, operation: remove, persona: journey.actor, item });
        if (!read) {
          listItem(journey, item, 'listLacks', undefined, deleted);
          return;
        }
        journey.step({
          verb: 'read-deleted',
          noun,
          operation: read.operation,
          persona: journey.actor,
          item,
          expect: expectRefusal(read.operation, 'gone', [404, 410]),
          effectOf: deleted,
          assert: [{ op: 'status' }],
        });
      },
    },
  ];
}
