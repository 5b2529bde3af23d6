import type { Resource } from '../../../resources/model/resource.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { deleteItem } from '../../builder/delete-item.ts';
import { deleteLeavesSiblings } from '../update/update-leaves-siblings.ts';
import type { Planning } from '../../model/planning.ts';
import { listItem } from '../../builder/show-item.ts';
import type { Sketch } from '../../model/sketch.ts';

/**
 * What was deleted is there before and gone after, by itself and in the list: where its own read says that it is gone, a list that still shows it
 * is wrong.
 */
export function deleteGone(planning: Planning, resource: Resource): Sketch[] {
  const { remove, noun, read, list, create } = resource;
  if (!remove) return [];
  const isListed = read !== undefined && list !== undefined && create !== undefined;
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
    ...(isListed ? [goneFromList(resource, remove)] : []),
    ...deleteLeavesSiblings(planning, resource, remove),
  ];
}

function goneFromList(resource: Resource, remove: Operation): Sketch {
  return {
    kind: 'delete-gone',
    name: `A deleted ${resource.noun} is not in the list`,
    subject: remove,
    personas: [],
    variant: 'list',
    build: (journey) => {
      const item = journey.item(resource);
      const look = () => void listItem(journey, item, 'listContains', undefined, item.createdBy);
      listItem(journey, item, 'listLacks', undefined, deleteItem(journey, item, look));
    },
  };
}
