import type { Template } from '#verifier/plan/plan.ts';
import type { Rule } from '#verifier/plan/rule.ts';

import type { Operation } from '../../../intake/model/operation.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { actionOutputs } from './action-outputs.ts';
import { heldByLease, routeToQueue } from './held-by-lease.ts';
import { pickFromList } from './pick-from-list.ts';

/**
 * A rule that fills members of a request body before other values are chosen, mostly from earlier steps. `resolve`
 * returns their values by member name.
 */
export type GivenReference = Rule & {
  resolve: (journey: Journey, operation: Operation, item: Item | undefined) => Record<string, Template>;
};

/**
 * The rules that fill members before other values are chosen. If two give a value for one member, the later rule wins.
 */
export const GIVEN_REFERENCES: readonly GivenReference[] = [
  {
    id: 'reference/action-output',
    title: 'A member is filled with what an earlier custom method answered under the same name',
    terms: ['output of a custom method', 'one-time token'],
    example: 'POST /uploads/7/ticket → 200 {"ticket":"t1"}, POST /uploads/7/complete {"ticket":"t1"} → 200',
    test: 'planner/journeys/requests/references/action-outputs',
    testTitle: 'a sound server passes, and one that does not complete is found',
    resolve: actionOutputs,
  },
  {
    id: 'reference/queue-route',
    title: 'A member by which a queue is chosen gets the value that the lease asks for',
    terms: ['queue lease', 'routing key'],
    example: 'POST /jobs {"queue":"q1"} → 201 {"id":7}, POST /jobs/lease {"queue":"q1"} → 200 {"id":7}',
    test: 'planner/resources/actions/queue-leases',
    testTitle: 'where every job must say its route, and every claim, that is a place of its own',
    resolve: routeToQueue,
  },
  {
    id: 'reference/lease-token',
    title: 'A member is filled with the token that the lease of the item answered',
    terms: ['lease token', 'queue lease'],
    example: 'POST /jobs/lease → 200 {"leaseToken":"t1"}, POST /jobs/7/complete {"leaseToken":"t1"} → 200',
    test: 'planner/resources/actions/queue-leases',
    testTitle: 'a sound server passes, nobody else loses a job, and nothing stays behind',
    resolve: heldByLease,
  },
  {
    id: 'reference/picked-from-list',
    title: 'A member is filled with an entry of the list that stands at the same path',
    terms: ['pick list', 'transition'],
    example: 'GET /issues/7/transitions → 200 [{"id":3}], POST /issues/7/transitions {"id":3} → 204',
    test: 'planner/journeys/requests/references/pick-from-list',
    testTitle: 'is what the list shows',
    resolve: pickFromList,
  },
];
