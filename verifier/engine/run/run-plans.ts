import type { Plan } from '../../plan/plan.ts';
import type { JourneyResult, Residue, ResultDocument } from '../../result/result.ts';
import { isRefusal } from '../../plan/is-refusal.ts';
import { exitCodeOf, provesValue, summaryOf } from '../../verdicts/exit-code.ts';
import { failuresOf, mainOf } from '../../verdicts/classify-journey.ts';
import { groupCauses } from '../../verdicts/group-causes.ts';
import { journeyResult, type EndedJourney } from './journey-result.ts';
import { markServedTemplates, openRun } from './open-run.ts';
import { runAttempt } from './run-attempt.ts';
import type { RunContext } from '../context/run-context.ts';
import { DEFAULT_CONCURRENCY } from '../context/pace.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { confirm, needsConfirmation, needsQuiet, needsSettling, settleAlone } from './settle-alone.ts';
import { watchRun } from './watch-run.ts';
import { watchBaseUrl } from './watch-base-url.ts';
import { removeAtLast } from './tear-down.ts';
import { nonceFor } from '../request/unique-value.ts';
import type { RunPlansOptions } from './run-plans-options.ts';

/**
 * Runs all plans and returns the result document. Journeys run in parallel as far as the target allows. Decisive
 * failures run a second time; doubtful ones run again alone. Failures are grouped by cause. Planner and verifier §5,
 * §6, §8.1. Throws InvalidBaseUrl, and WrongBaseUrl if the base URL serves no operation.
 */
export async function runPlans(options: RunPlansOptions): Promise<ResultDocument> {
  const { bundle, clock, seed, failOn, provedBefore, plans = bundle.plans } = options;
  const startedAtMs = clock.now();
  const concurrency = Math.min(options.concurrency ?? DEFAULT_CONCURRENCY, plans.length);
  const halt = new AbortController();
  const stop = AbortSignal.any([...(options.stop ? [options.stop] : []), halt.signal]);
  const run = openRun({ ...options, concurrency, stop });
  const baseUrl = watchBaseUrl(run);
  const watch = watchRun(run, options, plans.length);
  const journeys = await mapConcurrently(plans, run.pace.journeys, async (plan, onlyWaits) => {
    const journey = await startJourney(run, plan, seed);
    if (await baseUrl.isWrongAfter(journey)) halt.abort();
    if (halt.signal.aborted) return journey;
    if (needsConfirmation(journey) && !needsQuiet(journey))
      await watch.confirming(confirm(run, journey, seed, { onlyWaits }));
    if (!needsSettling(run, journey)) watch.ended(journey);
    return journey;
  });
  await baseUrl.throwIfWrong();
  await settleAlone(run, journeys, seed, watch.ended);
  const results = judge(run, journeys);
  const left = journeys.flatMap(({ attempts }) => attempts.flatMap((attempt) => attempt.residue));
  const residue = distinct(await removeAtLast(run, left));
  const unproved = provedBefore || provesValue(results) ? [] : [nothingProved(plans)];
  const slowed = run.pace.slowed();
  const unserved = baseUrl.takesWrites() ? [] : answersLikeNoRoute(results, run);
  const notes = [...unserved, ...unproved, ...mayHaveMade(run)];
  return {
    metadata: { specHash: bundle.specHash, flowVersion: bundle.flowVersion, jepVersion: bundle.jepVersion },
    journeys: results,
    startedAt: new Date(startedAtMs).toISOString(),
    endedAt: new Date(clock.now()).toISOString(),
    baseUrl: run.baseUrl,
    seed,
    exitCode: unserved.length > 0 ? 3 : exitCodeOf(results, failOn, provedBefore),
    summary: summaryOf(results),
    residue,
    ...(slowed ? { slowed } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

async function startJourney(run: RunContext, plan: Plan, seed: number): Promise<EndedJourney> {
  const startedAtMs = run.clock.now();
  const attempts = [await runAttempt(run, plan, nonceFor(seed, plan.journeyId, 1))];
  return { plan, attempts, made: 1, startedAtMs, endedAtMs: run.clock.now() };
}

function judge(run: RunContext, journeys: EndedJourney[]): JourneyResult[] {
  const classified = journeys.map((journey) => {
    const { plan, attempts } = journey;
    for (const { facts } of attempts) markServedTemplates(run, plan, facts.steps);
    const failures = failuresOf(plan, { attempts: attempts.map(({ facts }) => facts) });
    const classification = mainOf(plan, failures);
    return classification === undefined ? { plan } : { plan, classification, failures };
  });
  return groupCauses(classified).map((one, index) => journeyResult(run, journeys[index] as EndedJourney, one));
}

/**
 * A note that the base URL may be wrong, if each decisive failure is a missing route, no status proves a route, and no
 * value was seen again. Planner and verifier §6.1.
 */
function answersLikeNoRoute(journeys: JourneyResult[], run: RunContext): string[] {
  const decisive = journeys.filter(({ status }) => status === 'fail');
  const allMissing = decisive.length > 0 && decisive.every(({ verdict }) => verdict === 'FAIL_DECISIVE_ROUTE_MISSING');
  // A 2xx is no proof here, because a catch-all answers 200 to each path.
  const isServed = journeys.some(({ steps }) => steps.some(({ statusCode }) => tellsOfRoute(statusCode)));
  return allMissing && !isServed && journeys.every(({ status, ground }) => status !== 'pass' || ground !== 'VALUE')
    ? [`All operations answer like a route that does not exist: is --base-url right? Tried ${run.baseUrl}`]
    : [];
}

/** The note for a run in which no value was seen again. Such a run does not exit with 0. */
function nothingProved(plans: readonly Plan[]): string {
  return plans.every(isRefusal)
    ? 'Nothing is proved: only refusals ran, and a server that refuses everything passes them. Run a journey that asserts a value with them.'
    : 'Nothing is proved: no journey that asserts a value passed, and a server that refuses everything passes the others.';
}

/** Notes on items that may exist after a create with 5xx, and cannot be deleted without an id. */
function mayHaveMade({ brokenCreates }: RunContext): string[] {
  return [...brokenCreates].map(
    ([create, times]) =>
      `${create} ended in a server error ${times === 1 ? 'once' : `${times} times`}: an item that it created nevertheless is not deleted`,
  );
}

/** True for a 4xx other than 404, 405 and 410: a missing path seldom gets it. */
function tellsOfRoute(status: number): boolean {
  return status >= 400 && status < 500 && ![404, 405, 410].includes(status);
}

function distinct(residue: Residue[]): Residue[] {
  return [...new Map(residue.map((one) => [JSON.stringify(one), one])).values()];
}
