import type { Resource } from '../../../resources/model/resource.ts';
import { asJustMade } from '../../model/item.ts';
import type { Planning } from '../../model/planning.ts';
import { listItem } from '../../builder/show-item.ts';
import type { Sketch } from '../../model/sketch.ts';

/** What was created is in its list; the list is read once before. */
export function createList(_planning: Planning, resource: Resource): Sketch[] {
  const { list, noun } = resource;
  if (!list) return [];
  return [
    {
      kind: 'create-list',
      name: `A created ${noun} is in the list`,
      subject: list.operation,
      personas: [],
      variant: '',
      build: (journey) => {
        const path = journey.pathOf(list.operation, undefined);
        // Some servers answer 404 where there is nothing to list.
        const mayBeAbsent =
          list.operation.responses['404'] && !list.operation.path.includes('{') ? (true as const) : undefined;
        journey.step({ verb: 'list', noun, operation: list.operation, persona: journey.actor, path, mayBeAbsent });
        const item = asJustMade(journey.item(resource));
        listItem(journey, item, 'listContains', { words: resource.create?.operation.words ?? '' }, item.createdBy);
      },
    },
  ];
}
