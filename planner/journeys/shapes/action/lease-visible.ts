import type { Resource } from '../../../resources/model/resource.ts';
import { readSameItem } from '../../builder/act-on-item.ts';
import { leaseOn, acquireLease } from '../../builder/acquire-lease.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import { canShow, showItem } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import { assertChanged, captureActionField, type KnownAction } from '../../builder/assert-action-fields.ts';
import { defineShape } from '../../model/define-shape.ts';

function build(journey: Journey, resource: Resource, known: KnownAction | undefined): void {
  const claim = leaseOn(journey.planning, resource);
  if (!claim) return;
  const item = journey.item(resource);
  const { read } = resource;
  if (!known && canShow(item)) showItem(journey, item, '', item.createdBy);
  if (known && read) readSameItem(journey, item, item.createdBy);
  const before = known && read && captureActionField(journey, item, read.place, known.transition);
  const step = acquireLease(journey, item, claim);
  if (known && read) readSameItem(journey, item, step, assertChanged(journey, read.place, known, before));
}

export const leaseVisible = defineShape({
  id: 'action/lease-visible',
  kind: 'action-read-back',
  title: 'An item that was leased from a queue is in another state than while it waited',
  terms: ['queue lease', 'worker pull'],
  example:
    'POST /jobs → 201 {"id":7,"status":"queued"}, POST /jobs/lease → 200 {"id":7}, GET /jobs/7 → 200 {"status":"leased"}',
  test: 'planner/resources/actions/queue-leases',
  testTitle: 'a job is made in a queue of its own, taken, and then done what only its holder may do',
  propose,
});

function propose(planning: Planning, resource: Resource): Proposal[] {
  const claim = leaseOn(planning, resource);
  if (!claim?.transition || !resource.read) return [];
  const { operation, transition } = claim;
  const action = { operation, name: 'take', verb: undefined };
  const known = { action, transition, unchanged: [], settled: [], isLater: false, answer: undefined };
  return [
    {
      name: `The effect of ${operation.key} is seen on the ${resource.noun}`,
      subject: operation,
      personas: [],
      variant: '',
      build: (journey) => build(journey, resource, known),
    },
  ];
}

/** Proposes a journey that leases an item and asserts the response alone, not a change of the item's state. */
export function leaseAnswered(planning: Planning, resource: Resource): Proposal[] {
  const claim = leaseOn(planning, resource);
  if (!claim) return [];
  const { operation } = claim;
  return [
    {
      name: `${operation.key} answers as documented for ${withArticle(resource.noun)}`,
      subject: operation,
      personas: [],
      variant: '',
      build: (journey) => build(journey, resource, undefined),
    },
  ];
}
