/** A queue before as many places as `places` says at the moment. */
export type Gate = {
  /** Waits for a place; undefined where one was free at once. `first`: before all that wait. */
  enter: (first?: boolean) => Promise<void> | undefined;
  leave: () => void;
  /** Lets in whom there is room for, after there came to be more places. */
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
