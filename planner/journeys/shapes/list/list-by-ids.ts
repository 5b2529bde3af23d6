import { idsParamOf } from '../../../resources/lists/ids-param-of.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { noValue } from '../../../outcome/dropped-plan.ts';
import { filteredList, matchInList } from '../../builder/show-item.ts';
import { defineShape } from '../../model/define-shape.ts';
import type { Planning } from '../../model/planning.ts';
import type { Proposal } from '../../model/sketch.ts';

export const listByIds = defineShape({
  id: 'list/by-ids',
  kind: 'list-filter',
  finds: ['ids-ignored'],
  title: 'A list asked for two ids in one parameter shows these two items and not a third',
  terms: ['filter (AIP-160)', 'style form, explode false (OpenAPI)', 'batch get (AIP-231)'],
  example: 'POST /tasks → 201 {"id":1}, then 2 and 3, GET /tasks?ids=1,2 → 200 [{"id":1},{"id":2}]',
  test: 'planner/journeys/shapes/list/list-by-ids',
  testTitle: 'is planned with the fault that it finds, for ids of the right type by commas alone',
  propose,
});

function propose({ model: { schemas } }: Planning, resource: Resource): Proposal[] {
  const { list, create, noun } = resource;
  const param = list && idsParamOf(schemas, resource, list.operation);
  if (!list || !create || !param) return [];
  return [
    {
      name: `The list filtered by two ids in ${param.name} shows these two and no other ${noun}`,
      subject: list.operation,
      personas: [],
      variant: `ids ${param.name}`,
      build: (journey) => {
        const [first, second, third] = [
          journey.item(resource),
          journey.another(resource, 1),
          journey.another(resource, 2),
        ];
        if (!first.id || !second.id) throw noValue(param.pointer, `parameter "${param.name}"`);
        const [one, two, other] = [first, second, third].map((item) => matchInList(journey, item));
        const query = { [param.name]: { array: [first.id.reference, second.id.reference] } };
        const at = list.place.list;
        filteredList(journey, list, { item: first, query }, () => [
          { op: 'listContains', list: at, match: one ?? [] },
          { op: 'listContains', list: at, match: two ?? [] },
          { op: 'listLacks', list: at, match: other ?? [] },
        ]);
        const step = journey.steps.at(-1);
        if (step) step.joined = [param.name];
      },
    },
  ];
}
