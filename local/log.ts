import type { RequestLog } from '#http/operation.ts';

/** One line a request on stderr; what failed on our side with its stack. */
export const logRequest = ({ operationId, status, durationMs, code, error }: RequestLog): void => {
  console.error(`${operationId} ${status}${code ? ` ${code}` : ''} ${durationMs} ms`);
  if (error !== undefined) console.error(error);
};

/** Something outside of a request failed. */
export const logFailure = (what: string, error: unknown): void => {
  console.error(`${what} failed:`, error);
};

/** Something happened that whoever runs the service should know. */
export const logNotice = (line: string): void => {
  console.error(line);
};
