import { isObject } from '../../plan/json-object.ts';
import type { Json, RequestTemplate, Template } from '../../plan/plan.ts';
import type { FormEntry } from '../../transport/send.ts';
import { formOf } from './form-of.ts';
import { mediaTypeOf, isJson } from './media-type-of.ts';
import { idInResourceName } from './is-resource-name.ts';
import { resolveTemplate, type SentRequest, type Values } from './resolve-template.ts';

/** A request with each value filled in, before credentials and trace headers are added. */
export type BuiltRequest = {
  method: string;
  /** The path to append to the base URL, query included. */
  path: string;
  /** Header names are lower-case. */
  headers: Record<string, string>;
  body?: string;
  form?: FormEntry[];
  sent: SentRequest;
};

/** Fills a request template with values. Throws MissingInput or MissingValue. */
export function buildRequest(template: RequestTemplate, values: Values): BuiltRequest {
  const sent: SentRequest = {
    path: idsIn(template.path, resolveAll(template.params.path, values)),
    query: resolveAll(template.params.query, values),
    header: resolveAll(template.params.header, values),
    ...(template.body ? { body: resolveTemplate(template.body.value, values) } : {}),
  };
  const headers = Object.fromEntries(
    Object.entries(sent.header).map(([name, value]) => [name.toLowerCase(), textOf(value)]),
  );
  if (template.body) headers['content-type'] = template.body.contentType;
  return {
    method: template.method,
    path: withQuery(fillPath(template.path, sent.path), sent.query, template.joined),
    headers,
    ...(template.body ? encodeBody(template.body, sent.body as Json) : {}),
    sent,
  };
}

/** The path values, each resource name cut to the part that the path lacks: "abc" of "memos/abc" for `/memos/{id}`. */
function idsIn(template: string, values: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const above = template.slice(0, template.indexOf(`{${name}}`));
      return [name, typeof value === 'string' ? idInResourceName(above, value) : value];
    }),
  );
}

/**
 * The path template with non-ASCII characters and blanks percent-encoded (`/größen`). Existing escapes stay (RFC 3986
 * §2.1).
 */
export function encodedPath(template: string): string {
  return template.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent);
}

/** The template with each `{name}` replaced by its encoded value. A name without a value stays. */
export function fillPath(template: string, values: Record<string, Json>): string {
  const filled = template.replace(/\{([^}]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? encodeURIComponent(textOf(values[name] as Json)) : whole,
  );
  return encodedPath(filled);
}

/**
 * Adds query parameters to a path that may have some. An array repeats its name, or is joined by commas if `joined`
 * names it.
 */
export function withQuery(path: string, query: Record<string, Json>, joined: string[] = []): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const texts = (Array.isArray(value) ? value : [value]).map((one) => encodeURIComponent(textOf(one)));
    const values = joined.includes(name) ? [texts.join(',')] : texts;
    return values.map((one) => `${encodeURIComponent(name)}=${one}`);
  });
  return pairs.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

function resolveAll(templates: Record<string, Template>, values: Values): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, resolveTemplate(template, values)]),
  );
}

function encodeBody(
  { contentType, parts = {} }: NonNullable<RequestTemplate['body']>,
  value: Json,
): Pick<BuiltRequest, 'body' | 'form'> {
  if (/^multipart\/form-data/i.test(contentType)) return { form: formOf(asObject(value), parts) };
  if (/^application\/x-www-form-urlencoded/i.test(contentType))
    return { body: withQuery('', asObject(value)).slice(1) };
  return { body: typeof value === 'string' && !isJson(mediaTypeOf(contentType)) ? value : JSON.stringify(value) };
}

function asObject(value: Json): Record<string, Json> {
  return isObject(value) ? value : {};
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
