/** Does the work once, for whoever asks meanwhile and later; what failed is tried again at the next call. */
export const onceDone = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let done: Promise<T> | undefined;
  return async () => {
    done ??= work();
    try {
      return await done;
    } catch (error) {
      done = undefined;
      throw error;
    }
  };
};
