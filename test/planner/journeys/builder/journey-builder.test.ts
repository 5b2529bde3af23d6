import { beforeEach, describe, expect, it } from 'vitest';

import { undoIfMadeAtAll } from '#planner/journeys/builder/create-item.ts';
import { JourneyBuilder } from '#planner/journeys/builder/journey-builder.ts';
import type { Item } from '#planner/journeys/model/item.ts';
import { readSpec } from '#planner/intake/read-spec.ts';
import { CannotPlan } from '#planner/outcome/dropped-plan.ts';
import { personaRoles } from '#planner/personas/persona-roles.ts';
import { buildResourceGraph } from '#planner/resources/graph/build-resource-graph.ts';
import type { Resource } from '#planner/resources/model/resource.ts';

import { text, thingSpec } from '#test/small-spec.ts';

const impossible = () =>
  new CannotPlan({ reason: 'NOT_CREATABLE', detail: 'Nothing makes it.', edit: 'Offer its create.' });

describe('a journey in the making', () => {
  let journey: JourneyBuilder;
  let thing: Resource;

  beforeEach(async () => {
    const model = await readSpec(thingSpec({ title: text }));
    const graph = buildResourceGraph(model);
    [thing] = graph.resources as [Resource];
    journey = new JourneyBuilder({ model, graph, roles: personaRoles([]), envProvidedParams: [] }, null);
  });

  it('is after a failed attempt what it was before: it demands no input that nothing uses', () => {
    journey.item(thing);
    journey.given('shopId');
    const state = () => structuredClone([journey.inputs, journey.exclusive, journey.steps, journey.teardown]);
    const before = state();
    const tried = journey.attempt(() => {
      journey.given('tenantId');
      journey.exclusive = thing.key;
      const [made] = journey.steps;
      if (made) made.captures = { ...made.captures, title: { from: 'body', pointer: '/title' } };
      journey.another(thing, 1);
      throw impossible();
    });
    expect(tried).toBeUndefined();
    expect(state()).toEqual(before);
  });

  it('has the items after `within` that it had before', () => {
    const other: Item = { resource: thing, createdBy: undefined, id: undefined, held: new Map() };
    journey.within(other, () => expect(journey.items()).toEqual([other]));
    expect(journey.items()).toEqual([]);
    const own = journey.item(thing);
    journey.within(other, () => expect(journey.item(thing)).toBe(other));
    expect(journey.items()).toEqual([own]);
  });

  it('lets the step that may create nothing lack its id, and not the newest step', () => {
    const create = () =>
      journey.step({
        verb: 'create',
        noun: thing.noun,
        operation: thing.create!.operation,
        persona: null,
        body: journey.body(thing.create!.operation, 0),
        captures: { [journey.freeCapture(thing.noun)]: { from: 'body', pointer: '/id' } },
      });
    const [first] = [create(), create()];
    undoIfMadeAtAll(journey, thing, first);
    const lacking = journey.steps.map(({ captures }) => Object.values(captures).map(({ otherwise }) => otherwise));
    expect(lacking).toEqual([[null], [undefined]]);
  });
});
