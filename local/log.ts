import type { RequestLog } from '#http/operation.ts';

const write = (text: string): void => console.error(`${new Date().toISOString()} ${text}`);

/**
 * One line a request on stderr: `2026-03-02T08:00:00.000Z 0192f0a0… getProject 404 NOT_FOUND 1.2 ms`. What failed on our side follows with
 * its stack.
 */
export const logRequest = ({ requestId, operationId, status, durationMs, code, error }: RequestLog): void => {
  write(`${requestId} ${operationId} ${status}${code ? ` ${code}` : ''} ${durationMs} ms`);
  if (error !== undefined) console.error(error);
};

/** Something outside of a request failed. */
export const logFailure = (what: string, error: unknown): void => {
  write(`${what} failed:`);
  console.error(error);
};

/** Something happened that whoever runs the service should know. */
export const logNotice = (line: string): void => {
  write(line);
};
