import { expect, test } from 'vitest';
import { failingStep } from '#verifier/reporters/describe-journey.ts';
import { runOne } from '#test/run-in-memory.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { create, list, plan } from '#test/things-plans.ts';

test('a passed journey has no failing step, though the create beside its read was refused', async () => {
  const refused = thingsApi(({ method }) => (method === 'POST' ? json(403, { error: 'forbidden' }) : undefined));
  const { effectOf: _effectOf, ...listing } = list({ assert: [] });
  const beside = plan('read-beside', [listing, create()], { kind: 'read-beside' });
  const journey = await runOne(beside, refused.handler);
  expect([journey.status, journey.steps.map(({ passed }) => passed)]).toEqual(['pass', [true, false]]);
  expect(failingStep(journey)).toBeUndefined();
});
