import type { Clock } from '#verifier/engine/context/clock.ts';
import type { JourneyResult } from '#verifier/result/result.ts';
import type { Scenario } from './proxy/fault-proxy.ts';
import { behindProxy, isDefect, isExpected, verify } from './run-cell.ts';
import type { Subject } from './subject.ts';

/** The result of a disturbance of the sound server. */
export type ScenarioRun = {
  subject: string;
  scenario: string;
  journeys: JourneyResult[];
  /** Decisive journeys, all of them false alarms. */
  alarms: JourneyResult[];
  /** Inconclusive journeys that the scenario does not allow and that are not inconclusive without it. */
  unexpected: JourneyResult[];
  /** Number of requests that were disturbed. */
  altered: number;
  proxyErrors: Error[];
};

/** Runs all plans with a disturbance. `blocked`: journeys that do not pass without it either. */
export async function runScenario(subject: Subject, scenario: Scenario, blocked: Set<string>): Promise<ScenarioRun> {
  const { now, clock } = virtualTime(subject);
  return behindProxy(subject, { planted: { scenario }, now }, async (proxy, env) => {
    const { journeys } = await verify(subject, proxy.url, { clock, env });
    return {
      subject: subject.name,
      scenario: scenario.name,
      ...judged(subject, journeys, scenario.expected, blocked),
      altered: proxy.altered(),
      proxyErrors: proxy.errors(),
    };
  });
}

/** Runs all plans without the environment variables whose names match. */
export async function runWithout(subject: Subject, variable: RegExp, blocked: Set<string>): Promise<ScenarioRun> {
  return behindProxy(subject, {}, async (proxy, whole) => {
    const all = Object.entries(whole);
    const env = Object.fromEntries(all.filter(([name]) => !variable.test(name)));
    const { journeys } = await verify(subject, proxy.url, { env });
    return {
      subject: subject.name,
      scenario: `variables ${variable.source} not set`,
      ...judged(subject, journeys, UNSET, blocked),
      altered: all.length - Object.keys(env).length,
      proxyErrors: proxy.errors(),
    };
  });
}

const UNSET: Scenario['expected'] = [
  { verdict: 'INCONCLUSIVE_SETUP_REQUIRED', reasonCodes: ['PARAMETER_NOT_SET'] },
  { verdict: 'INCONCLUSIVE_AUTH_REQUIRED', reasonCodes: ['CREDENTIAL_UNAVAILABLE'] },
];

function judged(subject: Subject, journeys: JourneyResult[], expected: Scenario['expected'], blocked: Set<string>) {
  return {
    journeys,
    alarms: journeys.filter((journey) => journey.status === 'fail' && !isDefect(subject, journey)),
    unexpected: journeys.filter(
      (journey) => journey.status === 'skip' && !blocked.has(journey.id) && !isExpected(expected, journey),
    ),
  };
}

/** The longest real wait in ms, for a service that works on after its responses. */
const MOST_WAITED_MS = 100;

/** Returns a clock on which waiting moves the proxy's time. Waiting takes real time only if the subject has a clock. */
function virtualTime({ clock }: Subject): { now: () => number; clock: Clock } {
  let waitedMs = 0;
  const sleep: Clock['sleep'] = async (durationMs, cancelled) => {
    waitedMs += durationMs;
    await clock?.sleep(Math.min(durationMs, MOST_WAITED_MS), cancelled);
  };
  return { now: () => Date.now() + waitedMs, clock: { now: Date.now, sleep } };
}
