import type { Rule } from '#verifier/plan/rule.ts';

import { repeatAction } from '../builder/act-on-item.ts';
import { assertChoices } from '../builder/assert-choices.ts';
import { assertDefaults } from '../builder/assert-defaults.ts';
import { assertLocated } from '../builder/assert-located.ts';
import { countBefore } from '../builder/count-before.ts';
import { createAgain, createBare } from '../builder/create-item.ts';
import { createKinds } from './create/create-kinds.ts';
import { createWithUnknownParent } from './create/create-with-unknown-parent.ts';
import { updateWithEmptyPatch, updateWithStaleVersion } from './update/update-with-empty-patch.ts';

/**
 * A rule that adds steps or assertions to the journeys of the shape with the id `within`. `adds` is the
 * function that does so.
 */
export type FurtherStep = Rule & { within: string; adds: (...given: never[]) => unknown };

/** All rules that add steps or assertions. */
export const FURTHER_STEPS: readonly FurtherStep[] = [
  {
    id: 'step/create-again',
    within: 'create/echo',
    title: 'A create that documents 409 is sent twice: taken or refused, it is answered as documented',
    terms: ['409 Conflict', 'duplicate'],
    example: 'POST /users {"email":"a@b"} → 201, POST /users {"email":"a@b"} → 409',
    test: 'planner/journeys/shapes/read/not-found',
    testTitle: 'a server that breaks on %s is found',
    adds: createAgain,
  },
  {
    id: 'step/create-with-unknown-parent',
    within: 'create/echo',
    title: 'A create below an unknown parent is refused',
    terms: ['404 Not Found', 'foreign key'],
    example: 'POST /projects/4711/tasks {"title":"a"} → 404',
    test: 'planner/journeys/shapes/create/create-with-unknown-parent',
    testTitle: 'what is made is found, and so is a fault of its own',
    adds: createWithUnknownParent,
  },
  {
    id: 'step/create-bare',
    within: 'create/echo',
    title: 'A create with the required members alone is answered as documented',
    terms: ['required', 'optional member'],
    example: 'POST /tasks {"title":"a"} → 201, without the optional note',
    test: 'planner/journeys/shapes/create/required-members-only',
    testTitle: 'a create is called once more with what is required alone, where it was sent more',
    adds: createBare,
  },
  {
    id: 'step/default-shown',
    within: 'create/echo',
    title: 'A member that was not sent is answered with its documented default',
    terms: ['default'],
    example: 'POST /tasks {"title":"a"} → 201 {"priority":"low"} where the default is "low"',
    test: 'planner/journeys/builder/assert-defaults',
    testTitle: 'another value is found: %j',
    adds: assertDefaults,
  },
  {
    id: 'step/choice-shown',
    within: 'create/echo',
    title: 'A choice that was sent is answered as the same choice',
    terms: ['enum'],
    example: 'POST /tasks {"priority":"high"} → 201 {"priority":"high"}',
    test: 'planner/journeys/shapes/create/required-members-only',
    testTitle:
      'a choice that is required is found where it is kept as one and the same, and not where the server settles it',
    adds: assertChoices,
  },
  {
    id: 'step/located',
    within: 'create/read-back',
    title: 'The Location header of a create leads to the item that was made',
    terms: ['Location (RFC 9110 §10.2.2)', '201 Created'],
    example: 'POST /tasks → 201 Location: /tasks/7, GET /tasks/7 → 200',
    test: 'planner/journeys/builder/assert-located',
    testTitle: 'the Location of what was made',
    adds: assertLocated,
  },
  {
    id: 'step/create-kinds',
    within: 'create/read-back',
    title: 'One item of each further kind of a discriminated body is created',
    terms: ['discriminator', 'oneOf'],
    example: 'POST /shapes {"type":"circle","radius":1} → 201, POST /shapes {"type":"square","side":1} → 201',
    test: 'planner/journeys/shapes/create/create-kinds',
    testTitle: 'one of each kind is made, where the document says how they are told apart',
    adds: createKinds,
  },
  {
    id: 'step/child-counted',
    within: 'create/child-below-parent',
    title: 'The count of children that a parent shows rises with each child',
    terms: ['count', 'parent'],
    example:
      'GET /projects/1 → 200 {"taskCount":0}, POST /projects/1/tasks → 201, GET /projects/1 → 200 {"taskCount":1}',
    test: 'planner/resources/responses/child-count',
    testTitle: 'is found where it stays',
    adds: countBefore,
  },
  {
    id: 'step/empty-patch',
    within: 'update/read-back',
    title: 'A PATCH that names no member is answered as documented, or refused',
    terms: ['PATCH (RFC 5789)'],
    example: 'PATCH /tasks/7 {} → 200',
    test: 'planner/journeys/shapes/create/create-with-unknown-parent',
    testTitle: 'is found where the server fails',
    adds: updateWithEmptyPatch,
  },
  {
    id: 'step/stale-version',
    within: 'update/read-back',
    title: 'An update of an outdated version leaves the item as it is',
    terms: ['If-Match (RFC 9110 §13.1.1)', 'ETag', 'AIP-154'],
    example: 'PUT /tasks/7 If-Match: "old" {"title":"c"} → 412, GET /tasks/7 → 200 {"title":"b"}',
    test: 'planner/journeys/shapes/create/create-with-unknown-parent',
    testTitle: 'is found where it is made all the same',
    adds: updateWithStaleVersion,
  },
  {
    id: 'step/repeat-action',
    within: 'action/returns-change',
    title: 'A custom method that documents 409 is called twice: done or refused, it is answered as documented',
    terms: ['409 Conflict', 'custom method (AIP-136)'],
    example: 'POST /orders/7/cancel → 200, POST /orders/7/cancel → 409',
    test: 'planner/journeys/builder/lifecycle-prerequisites',
    testTitle: 'an action that knows conflicts is done twice',
    adds: repeatAction,
  },
];
