/** Lets at most `places()` callers in at a time. The others wait in a queue. */
export type Gate = {
  /**
   * Takes a place: undefined if one is free at once, else a promise. `first` puts the caller at the head of the queue.
   */
  enter: (first?: boolean) => Promise<void> | undefined;
  leave: () => void;
  /** Lets in waiting callers after `places()` has grown. */
  admit: () => void;
};

export function createGate(places: () => number): Gate {
  const waiting: (() => void)[] = [];
  let inside = 0;
  const admit = (): void => {
    while (waiting.length > 0 && inside < places()) {
      inside += 1;
      waiting.shift()?.();
    }
  };
  return {
    enter: (first = false) => {
      if (waiting.length === 0 && inside < places()) {
        inside += 1;
        return undefined;
      }
      return new Promise((resolve) => (first ? waiting.unshift(resolve) : waiting.push(resolve)));
    },
    leave: () => {
      inside -= 1;
      admit();
    },
    admit,
  };
}
