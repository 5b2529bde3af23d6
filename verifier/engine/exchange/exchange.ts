import type { DocumentedResponse } from '../../plan/plan.ts';
import { TransportError, type TransportFailure, type WireRequest, type WireResponse } from '../../transport/send.ts';
import type { RedirectFacts, StepFacts } from '../../verdicts/facts.ts';
import { mediaTypeOf, isDocumentedType } from '../request/media-type-of.ts';
import { retryAfterMs } from './retry-after-ms.ts';
import type { RunContext } from '../context/run-context.ts';

/** The outcome of one request: a response, or the failure, and the resends before it. */
export type Exchange = {
  answer?: WireResponse;
  failure?: NonNullable<StepFacts['failure']>;
  /** The message of the failure. */
  message?: string;
  resends: NonNullable<StepFacts['resends']>;
  redirect?: RedirectFacts;
  /** Set if the request failed with a sign of load, such as 429, while other requests were in flight. */
  underLoad?: true;
};

export type OutgoingRequest = Omit<WireRequest, 'timeoutMs'>;

export type ExchangeOptions = {
  /** Documented responses of the operation: a documented 3xx is returned and not followed. */
  responses?: Record<string, DocumentedResponse>;
  /** Sends even after the run was stopped or its time is over. For teardown. */
  always?: boolean;
  /** "METHOD /template". Response times are compared within one operation. */
  operation: string;
};

const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
export const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const BUSY = new Set([429, 502, 503, 504, 408, 425]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BROKEN = new Set<TransportFailure>(['RESET', 'REFUSED', 'UNRESOLVED', 'TRUNCATED']);
const MAX_RESENDS = 2;
const MAX_WAIT_MS = 10_000;
const MAX_REDIRECTS = 5;
/**
 * The longest timeout in ms of a teardown request. Also how long an interrupted run waits for the response of a write.
 */
const TEARDOWN_TIMEOUT_MS = 10_000;

/**
 * Sends one request. Repeats idempotent methods after connection errors, waits for busy servers (verdict row 4) and
 * follows redirects of the same origin (row 8). Planner and verifier §5, §6.1.
 */
export async function exchange(run: RunContext, request: OutgoingRequest, options: ExchangeOptions): Promise<Exchange> {
  const resends: Exchange['resends'] = [];
  let current = request;
  let followed = 0;
  for (;;) {
    const one = await sendInTurn(run, current, resends, options);
    const { answer } = one;
    if (answer === undefined || answer.status < 300 || answer.status > 399) {
      return followed === 0 ? one : { ...one, redirect: redirectFacts(followed, request, current, one, options) };
    }
    if (options.responses !== undefined && Object.hasOwn(options.responses, String(answer.status))) return one;
    const next = nextRequest(current, answer, followed);
    if ('stopped' in next) {
      return { ...one, redirect: { ...redirectFacts(followed, request, current, one, options), ...next } };
    }
    followed += 1;
    current = next;
  }
}

/** Waits for a place among the run's requests and keeps it during all resends. */
async function sendInTurn(
  run: RunContext,
  request: OutgoingRequest,
  resends: Exchange['resends'],
  options: ExchangeOptions,
): Promise<Exchange> {
  const waiting = run.pace.requests.enter();
  if (waiting) await waiting;
  try {
    return await sendPatiently(run, request, resends, options);
  } finally {
    run.pace.requests.leave();
  }
}

/**
 * Sends one request and repeats it as verdict rows 3 and 4 allow. `resends` collects the repeats, also across
 * redirects.
 */
async function sendPatiently(
  run: RunContext,
  request: OutgoingRequest,
  resends: Exchange['resends'],
  options: ExchangeOptions,
): Promise<Exchange> {
  const { always = false, operation } = options;
  const idempotent = IDEMPOTENT.has(request.method);
  for (;;) {
    const one = await sendAtPace(run, request, always, operation);
    if (one.answer) run.isHeard = true;
    const waited = resends.reduce((sum, { waitMs }) => sum + waitMs, 0);
    const waitMs = waitBeforeResend(run, one, idempotent, resends.length);
    if (waitMs === undefined || resends.length >= MAX_RESENDS || waited + waitMs > MAX_WAIT_MS) {
      return { ...one, resends };
    }
    resends.push({
      ...(one.answer ? { statusCode: one.answer.status } : { failure: one.failure as TransportFailure }),
      waitMs,
    });
    await run.clock.sleep(waitMs);
  }
}

/** True for a status that asks to come later: 408, 425, 429, 502, 503, 504 (verdict row 4). */
export function isBusy(status: number | undefined): boolean {
  return status !== undefined && BUSY.has(status);
}

/** The ms to wait before the request is sent again. Undefined if it must not be repeated. */
function waitBeforeResend(
  run: RunContext,
  { answer, failure }: Pick<Exchange, 'answer' | 'failure'>,
  idempotent: boolean,
  resent: number,
): number | undefined {
  if (answer === undefined) {
    // Nobody listens there, or not yet: to wait for that, there is `--wait`.
    if (failure === 'REFUSED' && !run.isHeard) return undefined;
    return idempotent && failure !== undefined && BROKEN.has(failure as TransportFailure)
      ? 250 * 2 ** resent
      : undefined;
  }
  const again = isBusy(answer.status) && (idempotent || answer.status === 429 || answer.status === 503);
  return again ? (retryAfterMs(run.clock, answer.headers['retry-after']) ?? 500 * 2 ** resent) : undefined;
}

async function sendAtPace(
  run: RunContext,
  request: OutgoingRequest,
  always: boolean,
  operation: string,
): Promise<Pick<Exchange, 'answer' | 'failure' | 'message' | 'underLoad'>> {
  const { pace, clock } = run;
  const delayMs = pace.delayMs();
  if (delayMs > 0) await clock.sleep(delayMs, always ? undefined : run.stop);
  const turn = pace.begin(operation);
  let one: Awaited<ReturnType<typeof sendOnce>> = {};
  try {
    one = await sendOnce(run, request, always);
  } finally {
    const { answer, failure } = one;
    if (pace.end(turn, { ...(answer && { status: answer.status }), ...(failure && { failure }) }))
      one = { ...one, underLoad: true };
  }
  return one;
}

async function sendOnce(
  run: RunContext,
  request: OutgoingRequest,
  always: boolean,
): Promise<Pick<Exchange, 'answer' | 'failure' | 'message' | 'underLoad'>> {
  const left = always ? TEARDOWN_TIMEOUT_MS : run.deadlineMs - run.clock.now();
  if (left <= 0) return { failure: 'BUDGET_SPENT', message: 'the time for the whole run is over' };
  if (run.stop?.aborted && !always) return { failure: 'STOPPED', message: 'the run was interrupted' };
  const sending = run.send({ ...request, timeoutMs: Math.min(run.stepTimeoutMs, left) });
  try {
    const answer = await (always || run.stop === undefined ? sending : unlessStopped(run, run.stop, request, sending));
    return answer === 'stopped' ? { failure: 'STOPPED', message: 'the run was interrupted' } : { answer };
  } catch (error) {
    if (error instanceof TransportError) return { failure: error.failure, message: error.message };
    throw error;
  }
}

/**
 * The response, or 'stopped' when the run is interrupted. A read ends at once. A write is awaited for up to 10 s,
 * because its response names what teardown must delete.
 */
function unlessStopped<T>(
  { clock }: RunContext,
  signal: AbortSignal,
  { method }: OutgoingRequest,
  sending: Promise<T>,
): Promise<T | 'stopped'> {
  return new Promise((resolve, reject) => {
    const answered = new AbortController();
    const stop = (): void => {
      const patience = READS.has(method) ? Promise.resolve() : clock.sleep(TEARDOWN_TIMEOUT_MS, answered.signal);
      void patience.then(() => resolve('stopped'));
    };
    signal.addEventListener('abort', stop, { once: true });
    sending.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
      answered.abort();
    });
  });
}

function nextRequest(
  request: OutgoingRequest,
  answer: WireResponse,
  followed: number,
): OutgoingRequest | { stopped: NonNullable<RedirectFacts['stopped']> } {
  if (!REDIRECTS.has(answer.status)) return { stopped: 'NOT_FOLLOWED' };
  const location = answer.headers['location'];
  if (location === undefined || !URL.canParse(location, request.url)) return { stopped: 'NO_TARGET' };
  const target = new URL(location, request.url);
  if (target.origin !== new URL(request.url).origin) return { stopped: 'CROSS_ORIGIN' };
  if (followed >= MAX_REDIRECTS) return { stopped: 'TOO_MANY' };
  const asGet =
    (answer.status === 303 && request.method !== 'HEAD') ||
    (request.method === 'POST' &&
      (answer.status === 302 || (answer.status === 301 && !samePath(request.url, target.href))));
  if (!asGet) return { ...request, url: target.href };
  const { 'content-type': _dropped, ...headers } = request.headers;
  return { method: 'GET', url: target.href, headers };
}

function redirectFacts(
  followed: number,
  asked: OutgoingRequest,
  ended: OutgoingRequest,
  { answer }: Exchange,
  { responses }: ExchangeOptions,
): RedirectFacts {
  const essence = mediaTypeOf(answer?.headers['content-type']);
  const documented = Object.values(responses ?? {}).flatMap(({ contentTypes }) => contentTypes);
  return {
    followed,
    leftPath: !samePath(asked.url, ended.url),
    endedOnPage: essence === 'text/html' && !isDocumentedType(essence, documented),
  };
}

/** True if two URLs have the same path, up to a trailing slash. */
function samePath(left: string, right: string): boolean {
  return new URL(left).pathname.replace(/\/+$/, '') === new URL(right).pathname.replace(/\/+$/, '');
}
