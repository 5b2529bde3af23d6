import { actionsOf } from '../../../resources/actions/actions-of.ts';
import { paramsOf } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import { isOwnersAction, limitOnOthersItems } from './is-refused-action.ts';
import { advanceLifecycle, refuse, refuseAction } from './refuse.ts';
import { samePath } from './refused-step.ts';
import { expectRefusal } from '../../model/documented-responses.ts';
import { type List, listItem, matchInList } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import type { Acted } from '../../model/acted-on.ts';
import { hidesFromList, limitCovers } from '../../../personas/grammar/limit-covers.ts';
import { defineShape } from '../../model/define-shape.ts';

export const crossPersona = defineShape({
  id: 'access/cross-persona',
  kind: 'cross-persona',
  title: 'Another persona cannot read, change, delete or list an item of the first',
  terms: ['BOLA (OWASP API1:2023)', 'tenant isolation'],
  example: 'POST /tasks as alice → 201 {"id":7}, GET /tasks/7 as bob → 404, GET /tasks/7 as alice → 200',
  test: 'planner/journeys/shapes/access/cross-persona',
  testTitle: 'where everybody has only their own things, the first acts and the second is the other',
  propose,
});

/**
 * Proposes journeys for each persona with credentials whose description denies it the items of others. It is refused a
 * read, an update, a DELETE or an action of the first persona's item. Its list must be refused or not show the item.
 */
function propose(planning: Planning, resource: Resource): Proposal[] {
  const { roles, graph } = planning;
  if (!roles.actor) return [];
  return roles.limited
    .filter(({ persona }) => persona.authType !== 'NONE')
    .flatMap(({ persona, limits }) => [
      ...actionsOf(resource)
        .filter(({ action }) =>
          limits.some((limit) =>
            action === 'list'
              ? hidesFromList(limit, resource, graph)
              : limit.scope === 'object' && limitCovers(limit, action, resource, graph),
          ),
        )
        .flatMap((target) => sketchOf(resource, target, persona.name) ?? []),
      ...resource.actions
        .map((action) => ({ resource, action }))
        .filter(({ action }) => limitOnOthersItems(planning, { persona, limits }, action.operation) !== undefined)
        .map((acted) => actSketchOf(acted, persona.name)),
    ]);
}

function sketch(other: string, subject: Operation, name: string, build: Proposal['build']): Proposal {
  return { kind: 'cross-persona', subject, personas: [other], variant: '', name: `${other} ${name}`, build };
}

/**
 * Proposes that another persona is refused an action on the first persona's item. The owner first brings the item to a
 * state in which the action is possible.
 */
function actSketchOf(acted: Acted, other: string): Proposal {
  const { operation } = acted.action;
  // Only for actions such as archive and publish does the owner read the item before and after. For others, the engine
  // may advance the item after a 409, so that it changes anyway.
  const checked = isOwnersAction(acted.action);
  return sketch(other, operation, `is refused another's ${acted.resource.noun} by ${operation.key}`, (journey) => {
    refuseAction(journey, acted, { other, refusal: 'cross-persona' }, checked);
    if (!checked) advanceLifecycle(journey, acted);
  });
}

function sketchOf(
  resource: Resource,
  { action, operation }: ReturnType<typeof actionsOf>[number],
  other: string,
): Proposal | undefined {
  const { noun, list } = resource;
  if (action === 'list' && list && operation.secured && (resource.create || paramsOf(operation.path).length === 0))
    return sketch(other, operation, `does not see another's ${noun} in the list`, (journey) =>
      checkHidden(journey, resource, list, other),
    );
  if (action === 'list' || action === 'create') return undefined;
  return sketch(other, operation, `is refused another's ${noun} by ${operation.key}`, (journey) => {
    // For a read, the item is created so that only its creator sees it. A write may be refused although
    // everybody may read.
    journey.making.hidden = action === 'read';
    refuse(journey, resource, { action, operation }, { other, refusal: 'cross-persona' }, true);
  });
}

/**
 * Adds the owner's list, which must show the item, and the other persona's, which must be refused or not show it. A
 * server may return an empty list below another persona's parent.
 */
function checkHidden(journey: Journey, resource: Resource, list: List, other: string): void {
  journey.making.hidden = true;
  const item = journey.item(resource);
  listItem(journey, item, 'listContains', undefined, item.createdBy);
  const match = matchInList(journey, item);
  journey.step({
    verb: 'list-as-other',
    noun: resource.noun,
    operation: list.operation,
    persona: other,
    path: samePath(journey, journey.pathOf(list.operation, item), other),
    expect: expectRefusal(list.operation, 'cross-persona', [404, 403, 401]),
    assert: [{ op: 'listLacks', list: list.place.list, match }],
  });
}
