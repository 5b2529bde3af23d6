import { expect } from 'vitest';
import { type openRoad, publish, record } from './road.ts';
import { runWidgets } from './widgets.ts';

export type CoverageJourney = { journeyId: string; name: string; waiver?: Record<string, unknown> };
export type CoverageBody = {
  decisiveFailures: CoverageJourney[];
  observedButInconclusive: CoverageJourney[];
  waivedManual: CoverageJourney[];
  lifecycleBlocking: boolean;
};

/** A feature whose API forgets deletes: every journey is observed; some fail decisively, and others cannot be told because of it. */
export const aFailingFeature = async ({ tenant, aFeature }: Awaited<ReturnType<typeof openRoad>>) => {
  const feature = await aFeature();
  await publish(tenant, feature.path);
  const results = await runWidgets('forgets deletes');
  const recordAgain = async () => expect((await record(tenant.owner, feature.path, results)).status).toBe(201);
  await recordAgain();
  const coverage = async () => (await tenant.owner.get<CoverageBody>(`${feature.path}/coverage`)).body;
  const { decisiveFailures, observedButInconclusive } = await coverage();
  const failing = decisiveFailures.map(({ journeyId }) => journeyId);
  const blocking = [...failing, ...observedButInconclusive.map(({ journeyId }) => journeyId)];
  expect(failing.length).toBeGreaterThan(0);
  return { ...feature, failing, blocking, coverage, recordAgain, waivers: `${feature.path}/coverage/waivers` };
};
