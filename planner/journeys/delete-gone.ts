import type { Resource } from '../resources/resource.ts';
import { deleteItem } from './delete-item.ts';
import { deleteLeavesOthers } from './others-untouched.ts';
import type { Planning } from './planning.ts';
import type { Sketch } from './sketch.ts';

/** What was deleted is there before and gone after. */
export function deleteGone(planning: Planning, resource: Resource): Sketch[] {
  const { remove, noun } = resource;
  if (!remove) return [];
  return [
    {
      kind: 'delete-gone',
      name: `A deleted ${noun} is gone`,
      subject: remove,
      personas: [],
      variant: '',
      build: (journey) => {
        deleteItem(journey, journey.item(resource));
      },
    },
    ...deleteLeavesOthers(planning, resource, remove),
  ];
}
