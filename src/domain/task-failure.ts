/** Ends a step for good with a closed error name, which `Catch` and `Retry` of the state machine match. */
export class TaskError extends Error {
  override readonly name: string;
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** What a task that failed said. Lambda wraps an error's message in a JSON document; the local interpreter gives it plain. */
export const causeMessage = (cause: string): string => {
  try {
    const wrapped = JSON.parse(cause) as { errorMessage?: unknown };
    return typeof wrapped.errorMessage === 'string' ? wrapped.errorMessage : cause;
  } catch {
    return cause;
  }
};
