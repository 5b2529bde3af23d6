import type { Resource } from '../../../resources/model/resource.ts';
import { deleteItem } from '../../builder/delete-item.ts';
import type { Planning } from '../../model/planning.ts';
import { listItem } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { defineShape } from '../../model/define-shape.ts';

export const deleteGone = defineShape({
  id: 'delete/gone',
  kind: 'delete-gone',
  title: 'A deleted item is there before and answers 404 or 410 after',
  terms: ['DELETE (RFC 9110 §9.3.5)', 'AIP-135'],
  example: 'GET /tasks/7 → 200, DELETE /tasks/7 → 204, GET /tasks/7 → 404',
  test: 'planner/journeys/shapes/shapes',
  testTitle: 'a resource with create, read, list, update and delete has a journey of each basic shape',
  propose,
});

function propose(_planning: Planning, resource: Resource): Proposal[] {
  const { remove, noun } = resource;
  if (!remove) return [];
  return [
    {
      name: `A deleted ${noun} is gone`,
      subject: remove,
      personas: [],
      variant: '',
      build: (journey) => {
        deleteItem(journey, journey.item(resource));
      },
    },
  ];
}

export const deleteGoneFromList = defineShape({
  id: 'delete/gone-from-list',
  kind: 'delete-gone',
  title: 'A deleted item is in the list before and not after',
  terms: ['DELETE (RFC 9110 §9.3.5)', 'stale list'],
  example: 'GET /tasks → 200 [{"id":7}], DELETE /tasks/7 → 204, GET /tasks → 200 []',
  test: 'planner/journeys/shapes/delete/gone-from-list',
  testTitle: 'is found in a list that still shows it, though its own read says that it is gone',
  propose: proposeInList,
});

/** Proposed only for items with a read. Without one, `deleteGone` itself looks in the list. */
function proposeInList(_planning: Planning, resource: Resource): Proposal[] {
  const { remove, noun, read, list, create } = resource;
  if (!remove || !read || !list || !create) return [];
  return [
    {
      name: `A deleted ${noun} is not in the list`,
      subject: remove,
      personas: [],
      variant: 'list',
      build: (journey) => {
        const item = journey.item(resource);
        const look = () => void listItem(journey, item, 'listContains', undefined, item.createdBy);
        listItem(journey, item, 'listLacks', undefined, deleteItem(journey, item, look));
      },
    },
  ];
}
