import type { TransportFailure } from '../../transport/send.ts';
import type { Clock } from './clock.ts';
import { createGate, type Gate } from './gate.ts';
import { createLimit, type Limit } from './limit.ts';

/**
 * Limits the journeys and requests in flight. Starts with one and grows while responses are good. Falls to one at a
 * 429, and at a 5xx other than 501, a lost or refused connection or a timeout while other requests are in flight.
 */
export type Pace = {
  /** The most journeys or requests at a time. */
  most: number;
  journeys: Gate;
  requests: Gate;
  /** Books the next sending time under the rate limit and returns the ms until then. 0 without a rate limit. */
  delayMs: () => number;
  begin: (operation: string) => Turn;
  /**
   * Records how a request ended. True if that is a sign of load and other requests were in flight: alone, it may not
   * occur.
   */
  end: (turn: Turn, answered: Answered) => boolean;
  /** How far the run was slowed down, for the result document. Undefined if it was not. */
  slowed: () => Slowed | undefined;
};

/** A request in flight. `beside`: another one was in flight too. `limit`: the concurrency limit when it was sent. */
export type Turn = { operation: string; startedMs: number; beside: boolean; limit: number };

/** How one request ended. */
export type Answered = { status?: number; failure?: TransportFailure | 'BUDGET_SPENT' | 'STOPPED' };

/** `atOnce`: 1 after a fall, else the concurrency limit at the end. `after`: the reasons, such as `3 × 500`. */
export type Slowed = { atOnce: number; after: string[] };

export type PaceLimits = {
  /** The most journeys and requests at a time. Default 8. */
  concurrency?: number;
  /** The most requests per second. Default: no limit. */
  ratePerSecond?: number;
};

export const DEFAULT_CONCURRENCY = 8;
/** A response is slow if it takes over twice the quickest time of its operation plus this many ms. */
const SLACK_MS = 20;
const LOAD_FAILURES = new Set<Answered['failure']>(['RESET', 'TRUNCATED', 'TIMEOUT', 'REFUSED']);

export function createPace({ now }: Pick<Clock, 'now'>, limits: PaceLimits = {}): Pace {
  const { concurrency: most = DEFAULT_CONCURRENCY, ratePerSecond } = limits;
  const onTheWay = new Set<Turn>();
  const signs = createSigns();
  const limit = createLimit(most, () => {
    journeys.admit();
    requests.admit();
  });
  const journeys = createGate(limit.value);
  const requests = createGate(limit.value);
  const measure = createMeasure(limit, now);
  return {
    most,
    journeys,
    requests,
    delayMs: createDelay(now, ratePerSecond),
    begin: (operation) => {
      const turn = { operation, startedMs: now(), beside: onTheWay.size > 0, limit: limit.value() };
      if (turn.beside) for (const other of onTheWay) other.beside = true;
      onTheWay.add(turn);
      return turn;
    },
    end: (turn, answered) => {
      onTheWay.delete(turn);
      const sign = signOf(answered);
      if (sign === undefined) {
        if ((answered.status ?? 500) < 300) measure(turn);
        return false;
      }
      // A 429 may be about requests sent before, so it counts even for a request sent alone.
      if (!turn.beside && sign !== '429') {
        if (signs.isOwn(turn.operation, sign)) limit.recover();
        return false;
      }
      if (signs.note(turn.operation, sign)) limit.fall();
      return turn.beside;
    },
    slowed: () => {
      const after = signs.counts();
      if (limit.held() === 'FALLEN' && after.length > 0) return { atOnce: 1, after };
      return limit.held() === 'SLOW' ? { atOnce: limit.value(), after: ['slower answers'] } : undefined;
    },
  };
}

/**
 * Returns a function that reports a success to `limit` as good or slow, compared with the quickest one of its
 * operation. One within SLACK_MS is always good. Others are skipped if the limit has changed meanwhile or, at a limit
 * over 1, nothing can be compared.
 */
function createMeasure(limit: Limit, now: () => number): (turn: Turn) => void {
  const quickest = new Map<string, number>();
  return ({ operation, startedMs, limit: limitThen }) => {
    const tookMs = now() - startedMs;
    const known = quickest.get(operation);
    const best = Math.min(tookMs, known ?? tookMs);
    quickest.set(operation, best);
    // So quick a response shows no load.
    if (tookMs <= SLACK_MS) return limit.good();
    const isAlone = limit.value() === 1;
    if (limitThen !== limit.value() || (known === undefined && !isAlone)) return;
    if (!isAlone && tookMs > 2 * best + SLACK_MS) limit.slow();
    else limit.good();
  };
}

function createDelay(now: () => number, ratePerSecond: number | undefined): () => number {
  let nextAtMs = 0;
  return () => {
    if (ratePerSecond === undefined) return 0;
    const atMs = Math.max(now(), nextAtMs);
    nextAtMs = atMs + 1000 / ratePerSecond;
    return atMs - now();
  };
}

function signOf({ status, failure }: Answered): string | undefined {
  if (failure !== undefined) return LOAD_FAILURES.has(failure) ? failure : undefined;
  return status === 429 || (status !== undefined && status >= 500 && status !== 501) ? String(status) : undefined;
}

/** Counts signs of load by operation. A sign that an operation also gives when alone is not counted. */
function createSigns() {
  const seen = new Map<string, { sign: string; times: number }>();
  const own = new Set<string>();
  return {
    /** Counts a sign of load. False if the operation gave the same sign when it was alone. */
    note: (operation: string, sign: string): boolean => {
      const key = `${operation} ${sign}`;
      if (own.has(key)) return false;
      seen.set(key, { sign, times: (seen.get(key)?.times ?? 0) + 1 });
      return true;
    },
    /**
     * Records that an operation gave this sign when alone. True if the sign had been counted and no other one is left.
     */
    isOwn: (operation: string, sign: string): boolean => {
      const key = `${operation} ${sign}`;
      own.add(key);
      return seen.delete(key) && seen.size === 0;
    },
    counts: (): string[] =>
      [...Map.groupBy(seen.values(), ({ sign }) => sign)].map(
        ([sign, all]) => `${all.reduce((sum, { times }) => sum + times, 0)} × ${sign}`,
      ),
  };
}
