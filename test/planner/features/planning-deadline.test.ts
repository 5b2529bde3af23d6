import { expect, test } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';

import { text, thingSpec } from '#test/small-spec.ts';

test('a plan whose time ends keeps what is proved, and drops the rest with the reason', async () => {
  const spec = thingSpec({ title: text });
  const whole = await planFeature({ spec, personas: [] });
  let asked = 0;
  const cut = await planFeature({ spec, personas: [], isOutOfTime: () => (asked += 1) > 2 });
  expect(whole.bundle.plans.length).toBeGreaterThan(2);
  expect(cut.bundle.plans).toEqual(whole.bundle.plans.slice(0, 2));
  const late = cut.dropped.filter(({ reason }) => reason === 'OUT_OF_TIME');
  expect(late.map(({ name }) => name)).toEqual(
    expect.arrayContaining(whole.bundle.plans.slice(2).map(({ name }) => name)),
  );
  expect(late[0]?.edit).toBe('Publish the part of the API that this feature uses.');
});
