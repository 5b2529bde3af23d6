import type { RequestLog } from '#http/serve.ts';

/** One JSON line a request on stdout; a defect with its stack and causes. */
export const writeLog = ({ error, ...entry }: RequestLog): void => {
  const line = error === undefined ? entry : { ...entry, error: described(error) };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

const described = (error: unknown): object =>
  error instanceof Error
    ? {
        name: error.name,
        message: error.message,
        stack: error.stack,
        ...(error.cause === undefined ? {} : { cause: described(error.cause) }),
      }
    : { message: String(error) };
