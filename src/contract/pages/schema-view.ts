import type { JsonObject } from '../openapi-schemas.ts';
import { html, type Html, nothing } from './html.ts';

const nameOf = (reference: unknown): string => String(reference).replace('#/components/schemas/', '');

const list = (value: unknown): JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : []);

const joined = (parts: Html[], separator: Html): Html[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));

/** What kind of value a schema takes, in a few words; named ones link to their place. */
export const typeOf = (schema: JsonObject): Html => {
  if (schema['$ref'] !== undefined) {
    const name = nameOf(schema['$ref']);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (Array.isArray(schema['enum']))
    return html`${joined(
      schema['enum'].map((value) => html`<code>${String(value)}</code>`),
      html` · `,
    )}`;
  if (schema['const'] !== undefined) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  const choices = [...list(schema['anyOf']), ...list(schema['oneOf'])].filter(({ type }) => type !== undefined);
  if (choices.length > 0) return html`${joined(choices.map(typeOf), html` or `)}`;
  if (schema['type'] === 'array') return html`list of ${typeOf((schema['items'] ?? {}) as JsonObject)}`;
  const values = schema['additionalProperties'] as JsonObject | undefined;
  if (schema['type'] === 'object' && schema['properties'] === undefined && values !== undefined)
    return html`map of ${typeOf(values)}`;
  const type = schema['type'] ?? 'anything';
  const format = schema['format'] === undefined ? '' : ` (${String(schema['format'])})`;
  return html`${Array.isArray(type) ? type.join(' or ') : String(type)}${format}`;
};

const bounds: Record<string, (value: unknown) => string> = {
  minimum: (value) => `≥ ${String(value)}`,
  maximum: (value) => `≤ ${String(value)}`,
  minLength: (value) => `at least ${String(value)} characters`,
  maxLength: (value) => `at most ${String(value)} characters`,
  maxItems: (value) => `at most ${String(value)} items`,
  pattern: (value) => `matches ${String(value)}`,
  default: (value) => `default ${JSON.stringify(value)}`,
};

/** Its limits; those of the widest integers say nothing, nor does the pattern of a format. */
export const limitsOf = (schema: JsonObject): Html => {
  const own = Object.entries(bounds).flatMap(([keyword, words]) => {
    const value = schema[keyword];
    if (keyword === 'pattern' && schema['format'] !== undefined) return [];
    return value === undefined || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER ? [] : [words(value)];
  });
  return own.length === 0 ? nothing : html` <span class="limits">${own.join(', ')}</span>`;
};

/** The members of an object, each with type, limits and, where they have no name of their own, its members in turn. */
export const fieldsOf = (schema: JsonObject): Html => {
  const inner = objectIn(schema);
  if (inner === undefined) return nothing;
  const required = list(inner['required']) as unknown as string[];
  const fields = Object.entries(inner['properties'] as Record<string, JsonObject>).map(
    ([name, field]) =>
      html` <li>
        <code>${name}</code> <span class="type">${typeOf(field)}</span>
        ${required.includes(name) ? html`<b>required</b>` : nothing}${limitsOf(field)}${fieldsOf(field)}
      </li>`,
  );
  return html`<ul class="fields">
    ${fields}
  </ul>`;
};

/** The object that a schema is, or is a list or a map of, or null besides. */
const objectIn = (schema: JsonObject): JsonObject | undefined => {
  if (schema['properties'] !== undefined) return schema;
  const nested = [schema['items'], schema['additionalProperties'], ...list(schema['anyOf'])] as (
    | JsonObject
    | undefined
  )[];
  for (const each of nested) {
    const found = typeof each === 'object' ? objectIn(each) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};
