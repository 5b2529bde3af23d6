import { instantClock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { Plan, PlanBundle } from '#verifier/plan/plan.ts';
import type { JourneyResult, ResultDocument } from '#verifier/result/result.ts';
import { memorySend, type MemoryHandler } from '#verifier/transport/memory.ts';
import { classifyJourney } from '#verifier/verdicts/classify-journey.ts';
import { expect } from 'vitest';
import { expectResultDocument } from './result-schema.ts';
import { bundle, ENV } from './things-plans.ts';
import type { RunPlansOptions } from '#verifier/engine/run/run-plans-options.ts';

type Options = Partial<Omit<RunPlansOptions, 'bundle'>> & { bundle?: Partial<PlanBundle> };

/** A whole run over a handler on an instant clock; the document is checked against its schema. */
export async function runInMemory(plans: Plan[], handler: MemoryHandler, more: Options = {}): Promise<ResultDocument> {
  const { bundle: extra, ...options } = more;
  const result = await runPlans({
    bundle: bundle(plans, extra),
    send: memorySend(handler),
    clock: instantClock(Date.parse('2026-01-01T00:00:00Z')),
    random: seededRandom(7),
    env: ENV,
    seed: 1,
    baseUrl: 'http://api.test',
    ...options,
  });
  expectResultDocument(result);
  expectSameVerdictsFromFacts(plans, result);
  return result;
}

/** The only journey of a run over one plan. */
export async function runOne(plan: Plan, handler: MemoryHandler, more: Options = {}): Promise<JourneyResult> {
  const { journeys } = await runInMemory([plan], handler, more);
  return journeys[0] as JourneyResult;
}

/** The service comes to the same verdicts from an upload's facts alone. */
function expectSameVerdictsFromFacts(plans: Plan[], result: ResultDocument): void {
  const uploaded = JSON.parse(JSON.stringify(result)) as ResultDocument;
  for (const { id, verdict, reasonCode, causedBy, facts } of uploaded.journeys) {
    const plan = plans.find(({ journeyId }) => journeyId === id) as Plan;
    const found = classifyJourney(plan, facts);
    if (causedBy === undefined) expect([found?.verdict, found?.reasonCode]).toEqual([verdict, reasonCode]);
    else expect(found?.verdict).toMatch(/^FAIL_DECISIVE_/);
  }
}
