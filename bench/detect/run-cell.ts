import type { Clock } from '#verifier/engine/clock.ts';
import { runPlans } from '#verifier/engine/run-plans.ts';
import { seededRandom } from '#verifier/engine/seeded-random.ts';
import type { Plan } from '#verifier/plan/plan.ts';
import type { JourneyResult } from '#verifier/result/result.ts';
import { nodeTransport } from '#verifier/transport/node.ts';
import { proxyOperations } from './proxy/operations.ts';
import type { ProxyOperation } from './proxy/operations.ts';
import { startFaultProxy } from './proxy/fault-proxy.ts';
import type { Fault } from './proxy/fault-proxy.ts';
import type { Subject } from './subject.ts';

/** Waiting takes no time, and journeys that wait do not use up the time limits of those beside them. */
const impatientClock: Clock = { now: Date.now, sleep: async () => undefined };
/** In one cell. Of an operation that nearly every journey needs to make its things, some stand for all. */
const MOST_JOURNEYS = 8;
let seed = 1;

/** Runs plans against the API at `baseUrl` with the real engine over real sockets. */
export async function verify(
  subject: Subject,
  baseUrl: string,
  plans: Plan[],
  clock: Clock = impatientClock,
): Promise<JourneyResult[]> {
  const transport = nodeTransport();
  const { bundle, env } = subject;
  seed += 1;
  const result = await runPlans({
    bundle,
    plans,
    baseUrl,
    env,
    clock,
    seed,
    send: transport.send,
    random: seededRandom(seed),
  });
  await transport.close();
  return result.journeys;
}

/** What one fault at one operation led to. */
export type Cell = {
  subject: string;
  fault: string;
  operation: string;
  /** Journeys over the operation with an expected verdict. */
  caught: JourneyResult[];
  /** Every other decisive journey: a wrong verdict, or a journey that the fault does not concern. */
  stray: JourneyResult[];
  /** All journeys whose outcome the operation can decide. */
  journeys: JourneyResult[];
  /** What broke in the proxy itself. */
  proxyErrors: Error[];
};

/** Every fault of the catalogue at every operation of the subject where it is mechanically possible. */
export function cellsOf(subject: Subject, faults: Fault[]): { fault: Fault; operation: ProxyOperation }[] {
  const all = proxyOperations(subject.spec);
  return faults.flatMap((fault) =>
    all.filter((operation) => fault.appliesTo(operation, all)).map((operation) => ({ fault, operation })),
  );
}

/**
 * Runs, through a proxy with the fault planted, every plan whose outcome a request to the operation can decide.
 * The other plans cannot notice the fault.
 */
export async function runCell(
  subject: Subject,
  fault: Fault,
  operation: string,
  { clock, journeys: most = MOST_JOURNEYS }: { clock?: Clock; journeys?: number } = {},
): Promise<Cell> {
  const server = await subject.open();
  const identities = server.identities ?? subject.identities;
  const proxy = await startFaultProxy({
    target: server.url,
    spec: subject.spec,
    planted: { fault, operation },
    ...(identities && { identities }),
  });
  try {
    const plans = plansOver(subject, operation).slice(0, most);
    const opened = { ...subject, env: { ...subject.env, ...server.env } };
    const journeys = plans.length === 0 ? [] : await verify(opened, proxy.url, plans, clock);
    const over = new Set(
      plans.filter((plan) => plan.steps.some((step) => keyOf(step) === operation)).map(({ journeyId }) => journeyId),
    );
    const decisive = journeys.filter(({ verdict }) => verdict?.startsWith('FAIL_DECISIVE_'));
    const caught = decisive.filter((journey) => over.has(journey.id) && isExpected(fault, journey));
    return {
      subject: subject.name,
      fault: fault.name,
      operation,
      caught,
      stray: decisive.filter((journey) => !caught.includes(journey)),
      journeys,
      proxyErrors: proxy.errors(),
    };
  } finally {
    await proxy.close();
    await server.close();
  }
}

/** The plans whose outcome a request to the operation can decide; first, one of each kind, those that are about it or check its effect. */
function plansOver({ bundle }: Subject, operation: string): Plan[] {
  const isAbout = ({ steps, subject }: Plan) => {
    const calls = new Set(steps.filter((step) => keyOf(step) === operation).map(({ id }) => id));
    return subject === operation || steps.some(({ effectOf }) => effectOf !== undefined && calls.has(effectOf));
  };
  const over = bundle.plans.filter((plan) => requestsOf(plan).includes(operation));
  const about = over.filter(isAbout);
  const oneOfEach = [...new Map(about.toReversed().map((plan) => [plan.kind, plan])).values()];
  return [...new Set([...oneOfEach, ...about, ...over])];
}

/** Runs tasks with at most `limit` at a time; answers in the order of the tasks. */
export async function inParallel<T, R>(items: T[], limit: number, run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await run(items[index] as T);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}

/** One line for each decisive journey and each that gave up, for a failing assertion's message. */
export function describeCell({ fault, operation, journeys }: Cell): string {
  const lines = journeys
    .filter(({ verdict }) => verdict !== undefined)
    .map(
      ({ name, verdict, reasonCode, details }) =>
        `    ${verdict} ${reasonCode}: ${name}${details ? ` (${details})` : ''}`,
    );
  return [`  ${fault} at ${operation}:`, ...(lines.length > 0 ? lines : ['    every journey passed'])].join('\n');
}

const COLUMNS = 5;
const SHORT = { ROUTE_MISSING: 'ROUTE', CONTRACT: 'CONTRACT', PERSISTENCE: 'STATE' };

/** The matrix as text: faults down, operations across; "—" does not fit, "gap" fits and was not caught; ×2: two causes were named. */
export function printMatrix(subject: Subject, faults: Fault[], cells: Cell[]): string {
  const operations = proxyOperations(subject.spec).map(({ key }, index) => ({ key, number: `(${index + 1})` }));
  const legend = operations.map(({ key, number }) => `${number.padStart(4)} ${key}`);
  const blocks = [[`${subject.name}: faults × operations`, ...legend].join('\n')];
  for (let start = 0; start < operations.length; start += COLUMNS) {
    const columns = operations.slice(start, start + COLUMNS);
    const rows = faults.map(({ name }) => [name, ...columns.map(({ key }) => cellText(cells, name, key))]);
    blocks.push(table([['', ...columns.map(({ number }) => number)], ...rows]));
  }
  const caught = cells.filter((cell) => cell.caught.length > 0).length;
  return [...blocks, `${caught} of ${cells.length} cells are caught`].join('\n\n');
}

function cellText(cells: Cell[], fault: string, operation: string): string {
  const cell = cells.find((one) => one.fault === fault && one.operation === operation);
  if (cell === undefined) return '—';
  const [first] = cell.caught;
  if (first?.verdict === undefined) return 'gap';
  const kind = first.verdict.replace('FAIL_DECISIVE_', '');
  const more = cell.caught.length > 1 ? ` ×${cell.caught.length}` : '';
  return `${SHORT[kind as keyof typeof SHORT]} ${first.reasonCode}${more}`;
}

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ');
  const [head = [], ...body] = rows.map(line);
  return [head, widths.map((width) => '-'.repeat(width)).join('-+-'), ...body].join('\n');
}

/** Whether the verdict is one that the fault (or disturbance) may lead to. */
export function isExpected(fault: Fault, { verdict, reasonCode }: JourneyResult): boolean {
  return fault.expected.some(
    (expected) => expected.verdict === verdict && reasonCode !== undefined && expected.reasonCodes.includes(reasonCode),
  );
}

/** "METHOD /template" of every request that can decide a plan's outcome: steps and probes (teardown never changes it). */
function requestsOf(plan: Plan): string[] {
  return [...plan.steps, ...plan.steps.flatMap(({ probes }) => probes.map(({ request }) => request))].map(keyOf);
}

function keyOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}
