import { classifyAttempt } from '../../verdicts/classify-journey.ts';
import { isReadWithoutItem } from '../../plan/is-read-without-item.ts';
import { isReading } from '../../plan/is-reading.ts';
import { isRefusal } from '../../plan/is-refusal.ts';
import type { Step } from '../../plan/plan.ts';
import { TransportError } from '../../transport/send.ts';
import { fingerprintOf } from '../responses/fingerprint-of.ts';
import type { EndedJourney } from './journey-result.ts';
import { randomHex } from '../context/random-hex.ts';
import type { RunContext } from '../context/run-context.ts';

/**
 * Thrown if the base URL serves none of the operations that were asked there. `fix` names a base URL that does, if one
 * was found.
 */
export class WrongBaseUrl extends Error {
  override readonly name = 'WrongBaseUrl';
  readonly fix: string;
  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}

/** The most operations requested at each base URL. */
const MOST_ASKED = 4;
/** The least number of missing reads after which a run is stopped without a better base URL. */
const LEAST_MISSING = 2;
const TIMEOUT_MS = 5_000;
const USUAL_PATHS = ['/api', '/v1', '/api/v1'];

/**
 * Watches for a wrong base URL until a response proves a route. The first journey with a missing route makes it request
 * other reads. If none is served, the run ends as soon as a write is missing too, or at once if the plans have no
 * writes.
 */
export function watchBaseUrl(run: RunContext) {
  const writes = run.bundle.plans.some((plan) => !isRefusal(plan) && plan.steps.some((step) => !isReading(step)));
  let suspected: Promise<WrongBaseUrl | undefined> | undefined;
  let wrong: WrongBaseUrl | undefined;
  let isServed = false;
  let isWritten = false;
  return {
    /** True if a write was seen to succeed below the base URL, and an unknown path not. */
    takesWrites: (): boolean => isWritten,
    /** True if the base URL is wrong and nothing more must be sent. */
    isWrongAfter: async (journey: EndedJourney): Promise<boolean> => {
      if (isServed) return false;
      const [first] = journey.attempts;
      const found = first && classifyAttempt(journey.plan, first.facts);
      const isMissing = found?.verdict === 'FAIL_DECISIVE_ROUTE_MISSING';
      isServed = tellsOfRoute(journey) || (found === undefined && !isRefusal(journey.plan));
      if (isServed || !isMissing) return false;
      isWritten ||= await isWriteServed(run, journey);
      isServed ||= isWritten;
      if (isServed) return false;
      const suspect = await (suspected ??= findWrong(run));
      isServed ||= suspect === undefined;
      const isWrite = journey.plan.steps.some((step) => step.id === found.stepId && !isReading(step));
      if (!isServed && (isWrite || !writes)) wrong = suspect;
      return wrong !== undefined;
    },
    throwIfWrong: async (): Promise<void> => {
      const error = wrong ?? (isServed ? undefined : await suspected);
      if (error) throw error;
    },
  };
}

/**
 * True if a response proves a route: a 4xx or 5xx that a missing path seldom gets. A success proves none, because a
 * page may answer all paths.
 */
function tellsOfRoute({ attempts }: EndedJourney): boolean {
  return attempts.some(({ facts }) =>
    facts.steps.some(({ statusCode }) => statusCode >= 400 && ![404, 405, 410, 501].includes(statusCode)),
  );
}

async function findWrong(run: RunContext): Promise<WrongBaseUrl | undefined> {
  const steps = run.bundle.plans.flatMap((plan) => plan.steps).filter(({ method }) => method === 'GET');
  const reads = firstOfPaths(steps.filter(isReadWithoutItem));
  const asked = reads.length > 0 ? reads : firstOfPaths(steps);
  const [first] = asked;
  if (first === undefined || (await servedBelow(run, run.baseUrl, asked))) return undefined;
  const message = `${run.baseUrl} serves no operation of this spec: GET ${first.path} is answered there like a path that does not exist.`;
  for (const candidate of candidatesFor(run, asked)) {
    const served = await servedBelow(run, candidate, asked);
    // `PUT /{id}` of the right base URL makes `GET /api` answer 405.
    if (served === undefined || served.status === 405) continue;
    const told = `GET ${served.step.path} answers ${served.status} there`;
    const twice = run.baseUrl.startsWith(candidate) ? beginning(run.baseUrl.slice(candidate.length), asked) : '';
    return new WrongBaseUrl(message, `Use --base-url ${candidate}: ${told}${twice}.`);
  }
  return reads.length < LEAST_MISSING ? undefined : new WrongBaseUrl(message, 'Is --base-url right?');
}

function firstOfPaths(steps: Step[]): Step[] {
  return [...new Map(steps.toReversed().map((step) => [step.path, step])).values()].toReversed().slice(0, MOST_ASKED);
}

function beginning(path: string, asked: readonly Step[]): string {
  return path !== '' && asked.every((step) => step.path.startsWith(`${path}/`))
    ? `, and the paths of the spec begin with ${path} already`
    : '';
}

/**
 * Other base URLs to try, likeliest first: without the last segments, with the base path of the spec, with a usual path
 * such as `/api`, or with the prefix of a requested path.
 */
function candidatesFor({ baseUrl, bundle: { basePath } }: RunContext, asked: readonly Step[]): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const above = segments.map((_, index) => `/${segments.slice(0, segments.length - 1 - index).join('/')}`);
  const own = `/${segments.join('/')}`;
  const prefix = /^\/[^{]*?(?=\/[^/{]+)/.exec(asked[0]?.path ?? '')?.[0] ?? '';
  const paths = [...above, basePath, own + basePath, ...USUAL_PATHS, own + prefix];
  const urls = paths.map((path) => origin + path.replace(/\/+/g, '/').replace(/\/$/, ''));
  return [...new Set(urls)].filter((url) => url !== baseUrl);
}

/** True if a write succeeded while an unknown path does not. */
async function isWriteServed(run: RunContext, { plan, attempts }: EndedJourney): Promise<boolean> {
  const writes = new Set(plan.steps.filter((step) => !isReading(step)).map(({ id }) => id));
  const isWritten = attempts.some(({ facts }) =>
    facts.steps.some(({ step, statusCode }) => writes.has(step) && statusCode >= 200 && statusCode < 300),
  );
  const nowhere = isWritten ? await answerToNowhere(run, run.baseUrl) : undefined;
  return nowhere !== undefined && nowhere.status >= 300;
}

/** The first step whose response differs from that of an unknown path, with its status. Undefined if there is none. */
async function servedBelow(run: RunContext, baseUrl: string, asked: readonly Step[]) {
  const nowhere = await answerToNowhere(run, baseUrl);
  if (nowhere === undefined) return undefined;
  for (const step of asked) {
    const path = step.path.replaceAll(/\{[^}]*\}/g, '0');
    const answer = await answerTo(run, baseUrl + path, step.persona);
    if (answer && answer.fingerprint !== nowhere.fingerprint) return { step, status: answer.status };
  }
  return undefined;
}

function answerToNowhere(run: RunContext, baseUrl: string) {
  return answerTo(run, `${baseUrl}/no-such-${randomHex(run.random, 8)}`, null);
}

async function answerTo(run: RunContext, url: string, persona: string | null) {
  const binding = run.bundle.personas.find(({ name }) => name === persona);
  const identity = binding === undefined ? undefined : await run.identify(binding);
  const headers = identity && 'headers' in identity ? identity.headers : {};
  try {
    const answer = await run.send({
      method: 'GET',
      url,
      headers: { accept: 'application/json', 'user-agent': 'dezycro-verify', ...headers },
      timeoutMs: Math.min(TIMEOUT_MS, run.stepTimeoutMs),
    });
    return { status: answer.status, fingerprint: fingerprintOf(answer, url) };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return undefined;
  }
}
