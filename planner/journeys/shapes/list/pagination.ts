import type { Assertion, Template } from '#verifier/plan/plan.ts';

import { pageMetadataOf } from '../../../resources/lists/page-metadata-of.ts';
import {
  echoesOf,
  endsOf,
  firstPageOf,
  pageSizeOf,
  pagesOf,
  pagingOf,
  totalOf,
} from '../../../resources/lists/paging-of.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { itemIn, successBody } from '../../../resources/responses/response-shape.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import { listScopeParams } from '../../requests/list-scope-params.ts';
import { assertHeld } from '../../model/item.ts';
import type { Planning } from '../../model/planning.ts';
import { filteredList, matchInList } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { defineShape } from '../../model/define-shape.ts';

export const pagination = defineShape({
  id: 'list/pagination',
  kind: 'pagination',
  title: 'Pages hold no more items than were asked for, and together each item once',
  terms: ['pagination (AIP-158)', 'page size', 'RFC 8288'],
  example: 'GET /tasks?limit=2 → 200 [7,8], GET /tasks?limit=2&offset=2 → 200 [9]',
  test: 'planner/journeys/shapes/list/pagination',
  testTitle: 'pages that overlap, and a page size that is not the one that was asked for, are found',
  propose,
});

function propose(planning: Planning, resource: Resource): Proposal[] {
  const { schemas } = planning.model;
  const { list, create, noun } = resource;
  const size = list && pageSizeOf(schemas, list.operation);
  if (!list || !create || !size) return [];
  const paging = pagingOf(schemas, list.operation);
  const total = totalOf(schemas, list.operation);
  const count = pagesOf(schemas, list.operation);
  const ends = endsOf(schemas, list.operation);
  const told = pageMetadataOf(schemas, list.operation);
  return [
    {
      name: `The list shows each ${noun} on exactly one page of the requested size`,
      subject: list.operation,
      personas: [],
      variant: '',
      build: (journey) => {
        const shown = successBody(create.operation);
        const place = shown === undefined ? undefined : itemIn(schemas, shown, resource);
        const first = journey.item(resource, (item) =>
          place ? assertHeld(schemas, item, place.flat, place.prefix, create.operation.words) : [],
        );
        const items = [first, journey.another(resource, 1), journey.another(resource, 2)];
        // If the document does not say how to read the second page, only the first page is asserted.
        const each = paging ? items.map((item) => matchInList(journey, item)) : [];
        const query: Record<string, Template> = {
          [size.param.name]: { literal: size.value },
          ...firstPageOf(schemas, list.operation),
          ...listScopeParams(journey, list.operation, first),
        };
        const echoes = echoesOf(schemas, list.operation).filter((echo) => Object.hasOwn(query, echo.param.name));
        const effectOf = items.at(-1)?.createdBy;
        filteredList(journey, list, { query, effectOf }, (id): Assertion[] => {
          const sent = (name: string) => ({ sent: id, pointer: `/query${pointerToken(name)}` });
          const held = echoes.map((echo): Assertion => {
            return { op: 'equals', pointer: echo.pointer, value: sent(echo.param.name), compare: 'number' };
          });
          const pages = { op: 'listPages' as const, list: list.place.list, size: sent(size.param.name), each };
          const said = {
            ...(total === undefined ? {} : { total }),
            ...(count === undefined ? {} : { count }),
            ...(ends.length === 0 ? {} : { ends }),
            ...(told.length === 0 ? {} : { told }),
          };
          return [{ ...pages, ...said }, ...held];
        });
      },
    },
  ];
}
