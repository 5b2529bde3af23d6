import type { Rule } from '#verifier/plan/rule.ts';

import { otherEnd } from './carried-fields.ts';
import { embeddedObject } from './embedded-object.ts';
import { embeddedPartId } from './embedded-part-id.ts';
import { existingReference } from './existing-reference.ts';
import { foreignKeyValue } from './foreign-key-value.ts';
import { GIVEN_REFERENCES } from './given-references.ts';
import { namedByPath } from './named-by-path.ts';
import { ownerReference } from './owner-reference.ts';
import { repeatedQueryParams } from './repeated-query-params.ts';

/**
 * A rule that finds the value of a request member that refers to another item. `resolve` is the function that does so.
 */
export type Reference = Rule & { resolve: (...given: never[]) => unknown };

/** All rules that find the value of a reference. */
export const REFERENCES: readonly Reference[] = [
  ...GIVEN_REFERENCES,
  {
    id: 'reference/foreign-key',
    title: 'A member that is called after a resource gets the id of an item that the journey makes',
    terms: ['foreign key', 'resource reference (AIP-124)'],
    example: 'POST /projects → 201 {"id":1}, POST /tasks {"projectId":1} → 201',
    test: 'planner/journeys/requests/references/foreign-key-value',
    testTitle: 'names one that was made before, also where its path knows it by another name',
    resolve: foreignKeyValue,
  },
  {
    id: 'reference/other-end',
    title: 'A body that names both ends of one thing gets two different items',
    terms: ['source and target', 'transfer'],
    example: 'POST /transfers {"fromAccountId":1,"toAccountId":2} → 201',
    test: 'planner/journeys/requests/references/transfer-ends',
    testTitle: 'goes between two things, and takes from one that holds something',
    resolve: otherEnd,
  },
  {
    id: 'reference/owner',
    title: 'A member that is called after the owner of the item gets the id of that owner',
    terms: ['owner', 'foreign key'],
    example: 'POST /projects → 201 {"id":1}, POST /boards/7/attach {"projectId":1} → 200',
    test: 'planner/journeys/requests/references/owner-reference',
    testTitle: 'is called once that was made, with its id',
    resolve: ownerReference,
  },
  {
    id: 'reference/existing',
    title: 'A member that names reference data gets the first entry that a list of the service shows',
    terms: ['reference data', 'lookup'],
    example: 'GET /currencies → 200 [{"code":"EUR"}], POST /prices {"currency":"EUR"} → 201',
    test: 'planner/resources/relations/find-reference-data',
    testTitle: 'takes it of the first thing that is listed',
    resolve: existingReference,
  },
  {
    id: 'reference/embedded-object',
    title: 'A nested object that is a whole resource is filled with the item that the journey made',
    terms: ['embedded object', 'Swagger 2 models'],
    example: 'POST /categories → 201 {"id":1}, POST /pets {"category":{"id":1,"name":"a"}} → 201',
    test: 'planner/journeys/requests/references/embedded-object',
    testTitle: 'stands for one that the journey made before, in an object and in a list',
    resolve: embeddedObject,
  },
  {
    id: 'reference/embedded-part',
    title: 'A member that names a part of another item gets the id that the item shows for its part',
    terms: ['embedded part', 'line item'],
    example: 'GET /products/7 → 200 {"variants":[{"id":3}]}, POST /cart {"variantId":3} → 201',
    test: 'planner/journeys/requests/references/embedded-part-id',
    testTitle: 'pass on a sound server: neither goes by the ids of an example',
    resolve: embeddedPartId,
  },
  {
    id: 'reference/named-by-path',
    title: 'A member that the path names already is sent with the same value where a refusal asks for it',
    terms: ['path parameter', 'redundant member'],
    example: 'POST /projects/1/tasks {"title":"a"} → 422, POST /projects/1/tasks {"title":"a","projectId":1} → 201',
    test: 'planner/journeys/requests/references/named-by-path',
    testTitle: 'is sent with what the path names where a create or an update asks for it',
    resolve: namedByPath,
  },
  {
    id: 'reference/repeated-query',
    title: 'A value that the list must be asked for is sent with each create',
    terms: ['required query parameter', 'scope'],
    example: 'POST /events {"region":"eu"} → 201, GET /events?region=eu → 200',
    test: 'planner/journeys/requests/references/repeated-query-params',
    testTitle: 'what later calls must name in their query is sent when the thing is made, and named as it was sent',
    resolve: repeatedQueryParams,
  },
];
