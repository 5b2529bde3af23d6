import type { Template } from '#verifier/plan/plan.ts';

import type { Action } from '../personas/stated-limit.ts';
import type { Resource } from '../resources/resource-graph.ts';
import type { Operation } from '../spec/spec-model.ts';
import type { Item, Journey } from './journey.ts';
import { expectRefusal } from './response-schemas.ts';
import { showItem } from './show-item.ts';
import { changedBody } from './update-item.ts';

export type Refusal = 'unauthenticated' | 'forbidden' | 'cross-persona';

/** The operations of a resource with the action that each performs. */
export function actionsOf(resource: Resource): { action: Action; operation: Operation }[] {
  const { list, create, read, put, patch, remove } = resource;
  const found: [Action, Operation | undefined][] = [
    ['list', list?.operation],
    ['create', create?.operation],
    ['read', read?.operation],
    ['update', put === create?.operation ? undefined : put],
    ['update', patch],
    ['delete', remove],
  ];
  return found.flatMap(([action, operation]) => (operation ? [{ action, operation }] : []));
}

/** Path values of an earlier step, so that the refused request goes to the same place whatever inputs the other identity has. */
function samePath(journey: Journey, path: Record<string, Template>, from: string): Record<string, Template> {
  const step = journey.steps.find(({ id }) => id === from);
  return Object.fromEntries(
    Object.entries(path).map(([name, value]) =>
      'input' in value && step?.params.path[name] ? [name, { sent: from, pointer: `/path/${name}` }] : [name, value],
    ),
  );
}

function likelyStatus(refusal: Refusal): number[] {
  return refusal === 'unauthenticated' ? [401, 403, 404] : refusal === 'forbidden' ? [403, 404, 401] : [404, 403, 401];
}

/**
 * The actor does it first or makes the item (so that a refusal means something), then the other identity tries and must be denied.
 * `checked` = the owner looks afterwards whether the item is unchanged. Throws CannotPlan.
 */
export function refuse(
  journey: Journey,
  resource: Resource,
  { action, operation }: { action: Action; operation: Operation },
  other: string | null,
  refusal: Refusal,
  checked: boolean,
): void {
  let item: Item | undefined;
  let before: string | undefined;
  if (action === 'list') {
    const path = journey.pathOf(operation, undefined);
    before = journey.step({ verb: `list-${resource.noun}`, operation, persona: journey.actor, path });
  } else {
    item = journey.item(resource);
    before = item.createdBy ?? showItem(journey, item, '');
  }
  const body =
    action === 'update' && item
      ? changedBody(journey, item, operation).body
      : action === 'create'
        ? journey.body(operation, 1)
        : undefined;
  const target = action === 'create' ? undefined : item;
  journey.step({
    verb: `refused-${action}-${resource.noun}`,
    operation,
    persona: other,
    item: target,
    body,
    path: samePath(journey, journey.pathOf(operation, target), before),
    expect: expectRefusal(operation, refusal, likelyStatus(refusal)),
    assert: [{ op: 'status' }],
  });
  if (checked && item) showItem(journey, item, '', journey.steps.at(-1)?.id);
}
