import { isIdentifierName, identifierParam } from '../proxy/answers.ts';
import { isNullable } from '../proxy/schema-view.ts';
import { comparableFields, plainTypeOf, readsOf } from '../proxy/operations.ts';
import type { JsonObject, ProxyOperation } from '../proxy/operations.ts';
import type { Json } from '#verifier/plan/plan.ts';

/** Names of the fields that an operation returns, first those that a client can compare. */
export function answeredFields(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  const single = Object.entries(operation.item.properties).filter(([, schema]) => plainTypeOf(schema) !== undefined);
  return [...new Set([...comparableFields(operation, all), ...single.map(([name]) => name)])];
}

/** Returned fields that must not be null. */
export function notNullable(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  return answeredFields(operation, all).filter((name) => !isNullable(operation.item.properties[name]));
}

/** Sent fields that a read shows, without those in the path. A wrong write is visible in them. */
export function shownSentFields(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  const shown = new Set([operation, ...readsOf(operation, all)].flatMap((read) => comparableFields(read, all)));
  const param = identifierParam(operation, all);
  const isInPath = (name: string) => operation.template.includes(`{${name}}`) || isIdentifierName(name, param);
  return Object.keys(operation.sent.properties).filter((name) => shown.has(name) && !isInPath(name));
}

/** Another valid value of the field. Undefined if the schema does not ensure that one is valid. */
export function otherValue(schema: JsonObject | undefined, value: Json | undefined): Json | undefined {
  const members = schema?.enum;
  if (Array.isArray(members)) return members.find((member) => member !== value && member !== null);
  if (typeof value === 'string') return otherText(schema, value);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'number') return undefined;
  const step = typeof schema?.multipleOf === 'number' ? schema.multipleOf : 1;
  const isAtTop = typeof schema?.maximum === 'number' && value + step > schema.maximum;
  return isAtTop ? value - step : value + step;
}

/** True if `otherValue` finds a value for some value of this schema. */
export function hasOtherValue(schema: JsonObject | undefined): boolean {
  if (Array.isArray(schema?.enum)) return schema.enum.length > 1;
  return plainTypeOf(schema) === 'string' ? isFreeText(schema) : plainTypeOf(schema) !== undefined;
}

/** The first of the fields that has a value. */
export function filledField(item: JsonObject, fields: string[]): string | undefined {
  return fields.find((name) => item[name] !== undefined && item[name] !== null);
}

export function without(item: JsonObject, name: string | undefined): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([key]) => key !== name));
}

/** The changed text, if the schema allows any text or its pattern matches. */
function otherText(schema: JsonObject | undefined, text: string): string | undefined {
  const other = altered(text);
  const { pattern, ...rest } = schema ?? {};
  const isLegal =
    isFreeText(schema) || (isFreeText(rest) && typeof pattern === 'string' && new RegExp(pattern).test(other));
  return isLegal && other !== text ? other : undefined;
}

function isFreeText(schema: JsonObject | undefined): boolean {
  const closed = ['format', 'enum', 'anyOf', 'oneOf', 'const'].some((keyword) => schema?.[keyword] !== undefined);
  return (
    plainTypeOf(schema) === 'string' && !closed && (schema?.pattern === undefined || schema.pattern === String.raw`\S`)
  );
}

/** The text with another last character: a digit for a digit, else z or y. */
function altered(text: string): string {
  const last = text.at(-1) ?? '';
  const other = /\d/.test(last) ? String((Number(last) + 1) % 10) : last === 'z' ? 'y' : 'z';
  return text.slice(0, -1) + (last === '' ? '' : other);
}
