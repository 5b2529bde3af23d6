import { expect, test } from 'vitest';
import { earlierSteps } from '#verifier/plan/earlier-steps.ts';
import { create, plan, read, readUpdated, update } from '#test/things-plans.ts';

test('the steps before a step are those before it, also for a changed copy of it', () => {
  const changed = update();
  const journey = plan('update', [create(), read(), changed, readUpdated(), read({ id: 'again' })]);
  for (const one of [changed, { ...changed, body: undefined }])
    expect(earlierSteps(journey, one).map(({ id }) => id)).toEqual(['create', 'read']);
  expect(earlierSteps(journey, journey.steps[0]!)).toEqual([]);
});
