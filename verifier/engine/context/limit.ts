/**
 * Good responses that are needed before the limit grows again after a fall or after slow responses. Each further fall
 * multiplies the number by four.
 */
const GOOD_AFTER_FALL = 32;

/** A concurrency limit from 1 to `most`, at first 1. Good responses raise it; slow ones and signs of load lower it. */
export type Limit = {
  value: () => number;
  good: () => void;
  slow: () => void;
  /** Sets the limit to 1. */
  fall: () => void;
  /** Restores the limit from before its last fall, because the cause was not load. */
  recover: () => void;
  /**
   * FALLEN if a sign of load has lowered the limit, until `recover`. SLOW if slow responses have lowered it and it is
   * at most half of `most`.
   */
  held: () => 'FALLEN' | 'SLOW' | undefined;
};

export function createLimit(most: number, onChange: () => void): Limit {
  let limit = 1;
  let before = 1;
  let falls = 0;
  let isSlow = false;
  let goods = 0;
  let slows = 0;
  let needed = 1;
  const set = (to: number): void => {
    limit = Math.max(1, Math.min(most, to));
    goods = slows = 0;
    onChange();
  };
  return {
    value: () => limit,
    good: () => {
      slows = 0;
      goods += 1;
      if (goods < needed || limit >= most) return;
      set(falls === 0 && !isSlow ? limit * 2 : limit + 1);
      needed = limit;
    },
    slow: () => {
      goods = 0;
      slows += 1;
      if (slows < limit) return;
      isSlow = true;
      needed = GOOD_AFTER_FALL;
      set(limit - 1);
    },
    fall: () => {
      if (limit > 1) {
        before = limit;
        needed = GOOD_AFTER_FALL * 4 ** falls;
        falls += 1;
      }
      set(1);
    },
    recover: () => {
      if (falls === 0) return;
      falls = 0;
      needed = before;
      set(before);
    },
    held: () => (falls > 0 ? 'FALLEN' : isSlow && limit <= most / 2 ? 'SLOW' : undefined),
  };
}
