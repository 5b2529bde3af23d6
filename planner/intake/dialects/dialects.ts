import type { Rule } from '#verifier/plan/rule.ts';

import { isFrameworkSearch } from './is-framework-search.ts';
import { isUnstatedStatus } from './is-unstated-status.ts';
import { openDecimal } from './open-decimal.ts';
import { openIdentifier } from './open-identifier.ts';
import { openSort } from './open-sort.ts';
import { tellQueryKeys } from './tell-query-keys.ts';
import { unquotedKey } from './unquoted-key.ts';
import { writeOutPath } from './write-out-path.ts';

/** A way in which one generator or standard writes a part of OpenAPI, with the function that reads it. */
export type Dialect = Rule & { reads: (...given: never[]) => unknown };

/** The registered dialects. */
export const DIALECTS: readonly Dialect[] = [
  {
    id: 'dialect/rest-framework-search',
    title: 'The search parameter of Django REST framework looks at fields that the spec does not name',
    terms: ['Django REST framework', 'drf-spectacular'],
    example: 'GET /tasks?search=a, described as "A search term.": no filter is asserted of it',
    test: 'planner/intake/dialects/generated-documents',
    testTitle: 'has a search that may look at nothing, and actions that may make something',
    reads: isFrameworkSearch,
  },
  {
    id: 'dialect/unstated-status',
    title: 'A status that a generator wrote without knowing it stands for any success',
    terms: ['springdoc', '@fastify/swagger', 'drf-spectacular'],
    example: 'POST /tasks documents only 200 "OK"; the server answers 201',
    test: 'planner/resources/responses/assume-answers',
    testTitle: 'where the status is a generator’s too',
    reads: isUnstatedStatus,
  },
  {
    id: 'dialect/decimal-text',
    title: 'A decimal that flask-smorest documents as a number may be sent as a text',
    terms: ['flask-smorest', 'marshmallow Decimal'],
    example: 'GET /items/7 → 200 {"price":"9.90"} where the schema says number',
    test: 'planner/intake/dialects/generated-documents',
    testTitle: 'calls a number what is written as a text',
    reads: openDecimal,
  },
  {
    id: 'dialect/json-api-id',
    title: 'An id of JSON:API that is documented as a number is a text',
    terms: ['JSON:API', 'resource identifier'],
    example: 'GET /articles/1 → 200 {"data":{"type":"articles","id":"1"}} where the schema says integer',
    test: 'planner/intake/dialects/json-api',
    testTitle: 'is made with what it must be linked to, and a text is an id where a number is documented',
    reads: openIdentifier,
  },
  {
    id: 'dialect/spring-sort',
    title: 'The member "sort" of a Spring page may be an object in place of the documented list',
    terms: ['Spring Data', 'springdoc'],
    example: 'GET /tasks → 200 {"sort":{"sorted":false}} where the schema says array',
    test: 'planner/intake/dialects/generated-documents',
    testTitle: 'knows no other success than 200: made is 201, deleted 204',
    reads: openSort,
  },
  {
    id: 'dialect/api-key-in-query',
    title: 'An API key that goes in the query is reported: no persona can carry it',
    terms: ['apiKey', 'security scheme'],
    example: 'securitySchemes: {key: {type: apiKey, in: query, name: api_key}}',
    test: 'planner/intake/dialects/tell-query-keys',
    testTitle: 'an API key in the query is reported with the place of its scheme',
    reads: tellQueryKeys,
  },
  {
    id: 'dialect/unquoted-odata-key',
    title: 'A text key in parentheses without quotes is left out, for OData quotes it',
    terms: ['OData'],
    example: "GET /People({name}), which the server reads as GET /People('russell')",
    test: 'planner/intake/dialects/odata-keys',
    testTitle: 'names no item where it is any text: OData writes that in quotes',
    reads: unquotedKey,
  },
  {
    id: 'dialect/path-pattern',
    title: 'A path parameter whose pattern is a whole resource name is written out as segments',
    terms: ['google.api.http', 'gRPC transcoding'],
    example: 'GET /v1/{name} with pattern projects/[^/]+ is read as GET /v1/projects/{project}',
    test: 'planner/resources/model/resource-names',
    testTitle: 'is asked alike where one parameter takes the whole place, as its pattern says',
    reads: writeOutPath,
  },
];
