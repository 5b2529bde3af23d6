import { expect, test } from 'vitest';
import * as examples from '#contract/schemas/notes-example.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { readSpec } from '#planner/intake/read-spec.ts';

const { notesRun, ...specs } = examples;

test.each(Object.entries(specs))('%s is a spec from which a verifier can be made', async (_, spec) => {
  const { bundle, dropped } = await planFeature({ spec, personas: [] });
  expect(bundle.plans.map(({ name }) => name)).toContain('A created note can be read back');
  expect(dropped.filter(({ reason }) => reason !== 'NO_PERSONAS')).toEqual([]);
});

test('the run that the interface shows belongs to the spec that it shows', async () => {
  const { bundle } = await planFeature({ spec: examples.notesSpec, personas: [] });
  expect(notesRun.metadata.specHash).toBe((await readSpec(examples.notesSpec)).specHash);
  const planned = bundle.plans.map(({ journeyId, name }) => ({ id: journeyId, name }));
  for (const { id, name } of notesRun.journeys) expect(planned).toContainEqual({ id, name });
});
