import type { Clock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import type { JourneyResult, ResultDocument } from '#verifier/result/result.ts';
import { classifyJourney } from '#verifier/verdicts/classify-journey.ts';
import { nodeTransport } from '#verifier/transport/node.ts';
import { startFaultProxy } from './proxy/fault-proxy.ts';
import type { Fault, FaultProxy, FaultProxyOptions, Identities, Label } from './proxy/fault-proxy.ts';
import { proxyOperations } from './proxy/operations.ts';
import type { Subject } from './subject.ts';

/** A clock that does not wait, so that journeys that wait take no time. */
const impatientClock: Clock = { now: Date.now, sleep: async () => undefined };
/** The most journeys per cell, because some operations are called by nearly all journeys. */
const MOST_JOURNEYS = 12;
const CELLS_AT_ONCE = 4;
let seed = 1;

/** Runs plans against the API at `baseUrl`, with the real engine over sockets. */
export async function verify(
  subject: Subject,
  baseUrl: string,
  {
    plans,
    env,
    clock = subject.clock ?? impatientClock,
  }: { plans?: Plan[]; env?: Record<string, string>; clock?: Clock } = {},
): Promise<ResultDocument> {
  const transport = nodeTransport();
  const { bundle } = subject;
  seed += 1;
  try {
    return await runPlans({
      bundle,
      plans: plans ?? bundle.plans,
      baseUrl,
      env: env ?? subject.env,
      clock,
      seed,
      send: transport.send,
      random: seededRandom(seed),
    });
  } finally {
    await transport.close();
  }
}

/** The result of one fault at one operation. */
export type Cell = {
  subject: string;
  fault: string;
  operation: string;
  /** Journeys over the operation with an expected verdict. */
  caught: JourneyResult[];
  /** Other decisive journeys: a wrong verdict, or one about something else. */
  stray: JourneyResult[];
  /** All journeys whose outcome depends on the operation. */
  journeys: JourneyResult[];
  /** Numbers of requests: received, received at the operation, and changed by the fault. */
  requests: number;
  reached: number;
  altered: number;
  /** Errors of the proxy itself. */
  proxyErrors: Error[];
};

/** Opens a new server behind a proxy, calls `use` with the environment for it, and closes both. */
export async function behindProxy<T>(
  subject: Subject,
  planted: Pick<FaultProxyOptions, 'planted' | 'now'>,
  use: (proxy: FaultProxy, env: Record<string, string>, identities: Identities | undefined) => Promise<T>,
): Promise<T> {
  const server = await subject.open();
  const identities = server.identities ?? subject.identities;
  const proxy = await startFaultProxy({
    target: server.url,
    spec: subject.spec,
    ...planted,
    ...(identities === undefined ? {} : { identities }),
  });
  try {
    return await use(proxy, { ...subject.env, ...server.env }, identities);
  } finally {
    await proxy.close();
    await server.close();
  }
}

/**
 * Runs, behind a proxy with the fault, the plans whose outcome depends on the operation, at most `journeys`. Other
 * plans cannot notice the fault.
 */
export async function runCell(
  subject: Subject,
  fault: Fault,
  operation: string,
  { journeys: most = MOST_JOURNEYS }: { journeys?: number } = {},
): Promise<Cell> {
  return behindProxy(subject, { planted: { fault, operation } }, async (proxy, env) => {
    const plans = plansOver(subject, operation).slice(0, most);
    const result = plans.length === 0 ? undefined : await verify(subject, proxy.url, { plans, env });
    const journeys = result?.journeys ?? [];
    const over = new Set(
      plans.filter((plan) => plan.steps.some((step) => keyOf(step) === operation)).map(({ journeyId }) => journeyId),
    );
    const decisive = journeys.filter((journey) => journey.status === 'fail' && !isDefect(subject, journey));
    const labels = labelsAt(subject, fault, operation);
    const caught = decisive.filter((journey) => over.has(journey.id) && isExpected(labels, journey));
    return {
      subject: subject.name,
      fault: fault.name,
      operation,
      caught,
      stray: decisive.filter((journey) => !caught.includes(journey)),
      journeys,
      requests: proxy.requests(),
      reached: proxy.requestsAt(operation),
      altered: proxy.altered(),
      proxyErrors: proxy.errors(),
    };
  });
}

/** The verdicts that name the fault rightly at this operation. */
function labelsAt({ spec }: Subject, fault: Fault, operation: string): Label[] {
  if (!fault.alsoNamed) return fault.expected;
  const all = proxyOperations(spec);
  const target = all.find(({ key }) => key === operation);
  return target ? [...fault.expected, ...fault.alsoNamed(target, all)] : fault.expected;
}

/**
 * The plans whose outcome depends on the operation. First those about it or about an effect on it, one of each kind.
 */
export function plansOver({ bundle }: Subject, operation: string): Plan[] {
  const isAbout = ({ steps, subject }: Plan) => {
    const own = steps.filter((step) => keyOf(step) === operation);
    const calls = new Set(own.map(({ id }) => id));
    return (
      subject === operation ||
      own.some(({ effectOf }) => effectOf !== undefined) ||
      steps.some(({ effectOf }) => effectOf !== undefined && calls.has(effectOf))
    );
  };
  const over = bundle.plans.filter((plan) => requestsOf(plan).includes(operation));
  const about = over.filter(isAbout);
  const oneOfEach = [...new Map(about.toReversed().map((plan) => [plan.kind, plan])).values()];
  const own = oneOfEach.filter(({ subject }) => subject === operation);
  return [...new Set([...own, ...oneOfEach, ...about, ...over])];
}

/**
 * Runs cells of a subject in parallel. Cells of page faults run last and one by one if the server's lists are shared.
 */
export async function inCells<T extends { fault: Fault }, R>(
  { isLent, sharesLists }: Subject,
  cells: T[],
  run: (cell: T) => Promise<R>,
): Promise<R[]> {
  const isApart = ({ fault }: T): boolean => sharesLists === true && fault.isOfPages === true;
  const others = cells.filter((cell) => !isApart(cell));
  const beside = await inParallel(others, isLent ? 1 : CELLS_AT_ONCE, run);
  return [...beside, ...(await inParallel(cells.filter(isApart), 1, run))];
}

/** Runs tasks, at most `limit` at a time. Results are in the order of the tasks. */
export async function inParallel<T, R>(items: T[], limit: number, run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await run(items[index] as T);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}

/** One line per journey that did not pass, for messages of assertions. */
export function describeCell({ fault, operation, journeys }: Pick<Cell, 'fault' | 'operation' | 'journeys'>): string {
  const lines = journeys
    .filter(({ verdict }) => verdict !== undefined)
    .map(
      ({ name, verdict, reasonCode, details }) =>
        `    ${verdict} ${reasonCode}: ${name}${details ? ` (${details})` : ''}`,
    );
  return [`  ${fault} at ${operation}:`, ...(lines.length > 0 ? lines : ['    every journey passed'])].join('\n');
}

/** True if the verdict is one of the labels. */
export function isExpected(expected: Label[], { verdict, reasonCode }: JourneyResult): boolean {
  return expected.some(
    (label) => label.verdict === verdict && reasonCode !== undefined && label.reasonCodes.includes(reasonCode),
  );
}

/** True if a decisive verdict is about a known defect of the unchanged server (`Subject.defects`). */
export function isDefect(subject: Subject, journey: JourneyResult): boolean {
  const operation = failingOperation(subject, journey);
  return (subject.defects ?? []).some(
    (one) =>
      one.operation === operation &&
      one.reasonCode === journey.reasonCode &&
      journey.details?.includes(one.says) === true,
  );
}

/** "METHOD /template" of the step that the verdict is about. An earlier step may have failed too. */
export function failingOperation({ bundle }: Subject, { id, facts }: JourneyResult): string | undefined {
  const plan = bundle.plans.find(({ journeyId }) => journeyId === id);
  const found = plan && classifyJourney(plan, facts);
  const failing = plan?.steps.find((step) => step.id === found?.stepId);
  return failing && keyOf(failing);
}

/** "METHOD /template" of all requests that decide a plan's outcome: steps and probes, not teardown. */
function requestsOf(plan: Plan): string[] {
  return [...plan.steps, ...plan.steps.flatMap(({ probes }) => probes.map(({ request }) => request))].map(keyOf);
}

function keyOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}
