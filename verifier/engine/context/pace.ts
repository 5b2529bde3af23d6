import type { TransportFailure } from '../../transport/send.ts';
import type { Clock } from './clock.ts';
import { createGate, type Gate } from './gate.ts';
import { createLimit, type Limit } from './limit.ts';

/**
 * Limits parallel journeys and requests: begins with one, grows while responses are good, falls to one when they are
 * not.
 */
export type Pace = {
  /** So many at a time at most. */
  most: number;
  journeys: Gate;
  requests: Gate;
  /** When the next request may be sent, in ms from now: 0 without a rate. */
  delayMs: () => number;
  begin: (operation: string) => Turn;
  /** True if the response may be wrong because of parallel requests: send it again, alone. */
  end: (turn: Turn, answered: Answered) => boolean;
  /** The slowdown, for the result document; undefined where there was none. */
  slowed: () => Slowed | undefined;
};

/** A request in flight. `beside`: another one was in flight too. `limit`: the concurrency limit when it was sent. */
export type Turn = { operation: string; startedMs: number; beside: boolean; limit: number };

/** How one request ended. */
export type Answered = { status?: number; failure?: TransportFailure | 'BUDGET_SPENT' | 'STOPPED' };

/** `atOnce`: journeys at a time from then on. `after`: why, in words like `3 × 500`. */
export type Slowed = { atOnce: number; after: string[] };

export type PaceLimits = {
  /** Journeys and requests at a time, at most; default 8. */
  concurrency?: number;
  /** Requests a second, at most; default as many as there are. */
  ratePerSecond?: number;
};

export const DEFAULT_CONCURRENCY = 8;
/**
 * An answer is slow that takes more than twice as long as the quickest one of its operation, and this longer, in ms.
 */
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
      // A rate limit counts what came before, too.
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

/** Reports to `limit` whether a success was as quick as the quickest of its operation. */
function createMeasure(limit: Limit, now: () => number): (turn: Turn) => void {
  const quickest = new Map<string, number>();
  return ({ operation, startedMs, limit: limitThen }) => {
    const tookMs = now() - startedMs;
    const known = quickest.get(operation);
    const best = Math.min(tookMs, known ?? tookMs);
    quickest.set(operation, best);
    // A response this quick shows no load, whatever ran beside it.
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

/** Signs that a target has too much to do, by operation. What an operation answers alone as well is none. */
function createSigns() {
  const seen = new Map<string, { sign: string; times: number }>();
  const own = new Set<string>();
  return {
    /** Notes a sign of load; false if the operation is known to answer so without load. */
    note: (operation: string, sign: string): boolean => {
      const key = `${operation} ${sign}`;
      if (own.has(key)) return false;
      seen.set(key, { sign, times: (seen.get(key)?.times ?? 0) + 1 });
      return true;
    },
    /** Notes that an operation answers so without load; true if that explains the only sign of load. */
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
