import type { Json, Template } from '#verifier/plan/plan.ts';

import { noValue } from '../../outcome/dropped-plan.ts';
import { isObject, type JsonObject } from '../../intake/json/json-object.ts';
import type { Operation, Parameter } from '../../intake/model/operation.ts';
import { chooseValue } from '../../values/choose/choose-value.ts';
import { type Choice, isUnfit } from '../../values/model/choice.ts';
import { uniqueFor } from '../../values/text/unique-for.ts';
import type { Planning } from '../model/planning.ts';
import { isRequestKey } from '../../vocabulary/identifiers.ts';

const SEPARATORS: Record<string, string> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** Returns the JSON value of a template; undefined if the value is only known at run time. */
function literalOf(template: Template): Json | undefined {
  if ('literal' in template) return template.literal;
  if ('array' in template) {
    const items = template.array.map(literalOf);
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  if (!('object' in template)) return undefined;
  const members = Object.entries(template.object).map(([name, value]): [string, Json | undefined] => [
    name,
    literalOf(value),
  ]);
  return members.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(members) as JsonObject);
}

/**
 * Returns the query parameters that express a value in the documented style: one, or one for each member of an object
 * (`deepObject`, or `form` exploded). Undefined for an object with inner objects or lists.
 */
function written({ name, style, explode, json }: Parameter, value: Json): Record<string, Json> | undefined {
  if (json) return { [name]: JSON.stringify(value) };
  if (Array.isArray(value)) {
    if (style === 'form' && explode) return { [name]: value };
    return { [name]: value.map(String).join(SEPARATORS[style] ?? ',') };
  }
  if (!isObject(value)) return { [name]: value };
  const members = Object.entries(value);
  if (members.some(([, one]) => typeof one === 'object')) return undefined;
  if (style === 'deepObject') return Object.fromEntries(members.map(([key, one]) => [`${name}[${key}]`, one]));
  if (style === 'form' && explode) return value;
  const pairs = members.map(([key, one]) => (explode ? `${key}=${String(one)}` : `${key},${String(one)}`));
  return { [name]: pairs.join(SEPARATORS[style] ?? ',') };
}

function templatesOf(parameter: Parameter, template: Template): Record<string, Template> | undefined {
  if ('unique' in template || 'capture' in template || 'sent' in template || 'input' in template)
    return { [parameter.name]: template };
  const value = literalOf(template);
  const texts = value === undefined ? undefined : written(parameter, value);
  if (!texts) return undefined;
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { literal: text }]));
}

function cookieText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Returns the query parameters and headers with values for all required parameters outside the path, each in its
 * documented style. Cookies are joined into one header. Throws CannotPlan if a parameter has no value.
 */
export function requiredParams(planning: Planning, operation: Operation) {
  const query: Record<string, Template> = {};
  const header: Record<string, Template> = {};
  const cookies: string[] = [];
  for (const parameter of operation.parameters) {
    if (!parameter.required || parameter.in === 'path') continue;
    const { schemas } = planning.model;
    const choice: Choice = { schemas, turn: 0, carried: {}, conflicts: false };
    const key = isRequestKey(parameter.name)
      ? uniqueFor(schemas, schemas.flatten(parameter.schema), parameter.name, undefined, 0)
      : undefined;
    const chosen = key
      ? { template: key, fields: [] }
      : chooseValue(choice, parameter.schema, parameter.name, parameter.examples);
    const templates = isUnfit(chosen) ? undefined : templatesOf(parameter, chosen.template);
    if (!templates) throw noValue(parameter.pointer, `parameter "${parameter.name}"`);
    if (parameter.in !== 'cookie') {
      Object.assign(parameter.in === 'query' ? query : header, templates);
      continue;
    }
    for (const [name, template] of Object.entries(templates)) {
      if (!('literal' in template)) throw noValue(parameter.pointer, `cookie "${name}"`);
      cookies.push(`${name}=${encodeURIComponent(cookieText(template.literal))}`);
    }
  }
  if (cookies.length > 0) header['cookie'] = { literal: cookies.join('; ') };
  return { query, header };
}
