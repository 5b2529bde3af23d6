import type { Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';

export type Body = Record<string, unknown>;
type Refusal = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 415 | 422 | 428;

/** Ends the request with this status; the app's own form of errors carries the message. */
export function refuse(status: Refusal, message: string): never {
  throw new HTTPException(status, { message });
}

/** Every error of the app as `form` writes it. */
export function answerErrors(app: Hono, form: (status: number, message: string) => object): void {
  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : 500;
    return context.json(form(status, status === 500 ? 'Internal error' : error.message), status);
  });
}

/** The JSON object that was sent, or a refusal. */
export async function bodyOf(context: Context, status: 400 | 422 = 400): Promise<Body> {
  const body: unknown = await context.req.json().catch(() => refuse(400, 'The body is not JSON.'));
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as Body)
    : refuse(status, 'The body is not an object.');
}

/** Checks of one request body; each answers the checked value or refuses. */
export function checked(body: Body, status: 400 | 422 = 400) {
  const wrong = (field: string, what: string): never => refuse(status, `${field} ${what}`);
  return {
    text: (field: string, most: number, least = 1): string => {
      const value = body[field];
      return typeof value === 'string' && value.length >= least && value.length <= most
        ? value
        : wrong(field, `must be a text of ${least} to ${most} characters`);
    },
    oneOf: <T extends string>(field: string, options: readonly T[]): T => {
      const found = options.find((option) => option === body[field]);
      return found ?? wrong(field, `must be one of ${options.join(', ')}`);
    },
    matching: (field: string, pattern: RegExp): string => {
      const value = body[field];
      return typeof value === 'string' && pattern.test(value) ? value : wrong(field, `must match ${pattern.source}`);
    },
    number: (field: string, least: number, most: number, whole = true): number => {
      const value = body[field];
      return typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value))
        ? value
        : wrong(field, `must be a number from ${least} to ${most}`);
    },
    flag: (field: string): boolean => {
      const value = body[field];
      return typeof value === 'boolean' ? value : wrong(field, 'must be true or false');
    },
    texts: (field: string): string[] => {
      const value = body[field];
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
        ? value
        : wrong(field, 'must be a list of texts');
    },
    has: (field: string): boolean => body[field] !== undefined && body[field] !== null,
  };
}

/** A whole number out of the query. */
export function queryNumber(context: Context, name: string, usual: number, least: number, most: number): number {
  const value = Number(context.req.query(name) ?? usual);
  return Number.isInteger(value) && value >= least && value <= most
    ? value
    : refuse(400, `${name} must be a whole number from ${least} to ${most}`);
}
