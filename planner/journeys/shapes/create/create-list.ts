import type { Resource } from '../../../resources/model/resource.ts';
import { asJustMade } from '../../model/item.ts';
import type { Planning } from '../../model/planning.ts';
import { listItem } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { defineShape } from '../../model/define-shape.ts';

export const createList = defineShape({
  id: 'create/in-list',
  kind: 'create-list',
  title: 'A created item is in its list',
  terms: ['list', 'AIP-132'],
  example: 'GET /tasks → 200 [], POST /tasks → 201 {"id":7}, GET /tasks → 200 [{"id":7}]',
  test: 'planner/journeys/shapes/shapes',
  testTitle: 'a resource with create, read, list, update and delete has a journey of each basic shape',
  propose,
});

function propose(_planning: Planning, resource: Resource): Proposal[] {
  const { list, noun } = resource;
  if (!list) return [];
  return [
    {
      name: `A created ${noun} is in the list`,
      subject: list.operation,
      personas: [],
      variant: '',
      build: (journey) => {
        const path = journey.pathOf(list.operation, undefined);
        // The first read of a list below no item may answer 404, if the document has it: some servers do so
        // for an empty list.
        const mayBeAbsent =
          list.operation.responses['404'] && !list.operation.path.includes('{') ? (true as const) : undefined;
        journey.step({ verb: 'list', noun, operation: list.operation, persona: journey.actor, path, mayBeAbsent });
        const item = asJustMade(journey.item(resource));
        listItem(journey, item, 'listContains', { words: resource.create?.operation.words ?? '' }, item.createdBy);
      },
    },
  ];
}
