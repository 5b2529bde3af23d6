import type { Endpoint } from '#contract/define-endpoint.ts';
import { ServiceError, type FieldError } from '#contract/errors.ts';
import * as z from '#contract/schemas/zod.ts';
import { jsonBreaksAt } from './json-breaks-at.ts';

/** A document inside a body may itself be 64 levels deep. */
const maximumDepth = 66;
const wholeNumber = /^(0|-?[1-9]\d{0,15})$/;

type Issue = z.core.$ZodIssue;

/** The path parameters, decoded and valid; a malformed one is 400 INVALID_PARAMETER. */
export const parsePath = (endpoint: Endpoint, raw: Record<string, string>): Record<string, string> =>
  parseParameters(endpoint.request.pathFields, raw, 'path') as Record<string, string>;

/** The query parameters with defaults; unknown ones are ignored, repeated ones refused where the schema is no list, numbers and booleans only in their plain form. */
export const parseQuery = (endpoint: Endpoint, rawQuery: string): unknown => {
  const found = new URLSearchParams(rawQuery);
  const values: Record<string, unknown> = {};
  const repeated: FieldError[] = [];
  for (const [name, schema] of Object.entries(endpoint.request.query.shape)) {
    const all = found.getAll(name);
    if (innermost(schema)._zod.def.type === 'array') {
      if (all.length > 0) values[name] = all;
      continue;
    }
    if (all.length > 1) repeated.push({ in: 'query', name, code: 'INVALID', message: 'must be given once' });
    if (all[0] !== undefined) values[name] = fromText(schema, all[0]);
  }
  if (repeated.length > 0)
    throw new ServiceError('INVALID_PARAMETER', 'A query parameter is given more than once.', repeated);
  return parseParameters(endpoint.request.query, values, 'query');
};

/** The headers that the endpoint reads, by their canonical names. */
export const parseHeaders = (endpoint: Endpoint, headers: Record<string, string>): Record<string, string> => {
  const { headerFields } = endpoint.request;
  const raw = Object.keys(headerFields.shape).flatMap((name) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? [] : [[name, value] as const];
  });
  return parseParameters(headerFields, Object.fromEntries(raw), 'header') as Record<string, string>;
};

/** Size, media type and syntax of the body, before anything looks inside it. Endpoints without a body ignore what is sent. */
export const readJson = (endpoint: Endpoint, headers: Record<string, string>, body: string | undefined): unknown => {
  if (!endpoint.request.body || body === undefined || body === '') return undefined;
  if (Buffer.byteLength(body) > endpoint.request.maxBodyBytes) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', `The body may be at most ${endpoint.request.maxBodyBytes} bytes.`);
  }
  const mediaType = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (mediaType !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(mediaType)) {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Send the body with Content-Type: application/json, not '${mediaType}'.`,
    );
  }
  if (isTooDeep(body))
    throw new ServiceError('TOO_DEEP', `The body may be nested at most ${maximumDepth} levels deep.`);
  try {
    return JSON.parse(withoutLoneSurrogates(body)) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const at = jsonBreaksAt(body);
    const where = at === undefined ? '' : ` at character ${at + 1}`;
    throw new ServiceError('MALFORMED_JSON', `The body is not valid JSON${where}.`);
  }
};

/** Half a character, escaped, is valid JSON that no store can hold: it becomes the replacement character. */
const withoutLoneSurrogates = (text: string): string =>
  text.replaceAll(/\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}/gi, (escape) =>
    escape.length === 6 ? '\\ufffd' : escape,
  );

/** The body through the endpoint's schema; all findings at once. No body is fine where the schema has a default. */
export const parseBody = (endpoint: Endpoint, json: unknown): unknown => {
  if (!endpoint.request.body) return undefined;
  const parsed = z.safeParse(endpoint.request.body, json);
  if (parsed.success) return parsed.data;
  if (json === undefined) {
    throw new ServiceError('VALIDATION_FAILED', 'A JSON body is needed.', [
      { in: 'body', pointer: '#', code: 'REQUIRED', message: 'is required' },
    ]);
  }
  const errors = parsed.error.issues.map((issue) => ({
    in: 'body' as const,
    pointer: pointerOf(issue.path),
    ...findingOf(issue, json),
  }));
  throw new ServiceError('VALIDATION_FAILED', summaryOf(errors), errors);
};

const parseParameters = (
  schema: z.ZodMiniObject,
  raw: Record<string, unknown>,
  place: 'path' | 'query' | 'header',
): unknown => {
  const parsed = z.safeParse(schema, raw);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({
    in: place,
    name: String(issue.path[0]),
    ...findingOf(issue, raw),
  }));
  throw new ServiceError('INVALID_PARAMETER', summaryOf(errors), errors);
};

/** Query values are text; a number or boolean is read only in its plain form, so `1.0`, `+1` and `TRUE` stay text and are refused. */
const fromText = (schema: z.core.$ZodType, text: string): unknown => {
  const kind = innermost(schema)._zod.def.type;
  if (kind === 'number' && wholeNumber.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
};

const innermost = (schema: z.core.$ZodType): z.core.$ZodType => {
  const inner = (schema._zod.def as { innerType?: z.core.$ZodType }).innerType;
  return inner ? innermost(inner) : schema;
};

/** Counted over the text, since a recursive walk of a hostile document overflows the stack. */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      if (++depth > maximumDepth) return true;
    } else if (character === '}' || character === ']') depth--;
  }
  return false;
};

const pointerOf = (path: readonly PropertyKey[]): string =>
  `#${path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;

const valueAt = (json: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], json);

const findingOf = (issue: Issue, json: unknown): Pick<FieldError, 'code' | 'message'> => {
  if (valueAt(json, issue.path) === undefined) return { code: 'REQUIRED', message: 'is required' };
  if (issue.code === 'invalid_type') return { code: 'INVALID_TYPE', message: `must be of type ${issue.expected}` };
  if (issue.code === 'too_big') {
    const unit = issue.origin === 'string' ? ' characters' : '';
    return {
      code: issue.origin === 'string' ? 'TOO_LONG' : 'TOO_LARGE',
      message: `must be at most ${issue.maximum}${unit}`,
    };
  }
  if (issue.code === 'too_small') return { code: 'TOO_SMALL', message: `must be at least ${issue.minimum}` };
  if (issue.code === 'invalid_value')
    return { code: 'NOT_IN_ENUM', message: `must be one of ${issue.values.join(', ')}` };
  if (issue.code === 'invalid_format') {
    if (issue.pattern === '/\\S/') return { code: 'BLANK', message: 'must not be blank' };
    // The mini build has no messages of its own: this one is ours.
    const told = issue.message !== 'Invalid input';
    return {
      code: 'INVALID_FORMAT',
      message: told ? issue.message : `must have the format ${issue.format === 'guid' ? 'uuid' : issue.format}`,
    };
  }
  return { code: 'INVALID', message: issue.message };
};

const summaryOf = (errors: FieldError[]): string =>
  errors.map((error) => `${error.name ?? error.pointer} ${error.message}`).join('; ');
