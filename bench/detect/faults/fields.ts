import { isIdentifierName, identifierParam } from '../proxy/answers.ts';
import { isNullable } from '../proxy/schema-view.ts';
import { comparableFields, plainTypeOf, readsOf } from '../proxy/operations.ts';
import type { JsonObject, ProxyOperation } from '../proxy/operations.ts';
import type { Json } from '#verifier/plan/plan.ts';

/** Names of the fields an operation answers with: those that a client can compare first. */
export function answeredFields(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  const single = Object.entries(operation.item.properties).filter(([, schema]) => plainTypeOf(schema) !== undefined);
  return [...new Set([...comparableFields(operation, all), ...single.map(([name]) => name)])];
}

/** Those of them that may not be null. */
export function notNullable(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  return answeredFields(operation, all).filter((name) => !isNullable(operation.item.properties[name]));
}

/** Sent fields that some answer shows, what the path tells aside: what a wrong write is seen by. */
export function shownSentFields(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  const shown = new Set([operation, ...readsOf(operation, all)].flatMap((read) => comparableFields(read, all)));
  const param = identifierParam(operation, all);
  const isInPath = (name: string) => operation.template.includes(`{${name}}`) || isIdentifierName(name, param);
  return Object.keys(operation.sent.properties).filter((name) => shown.has(name) && !isInPath(name));
}

/** Another legal value of the field; undefined where the schema leaves no choice that is sure to be legal. */
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

/** Whether `otherValue` finds one for some value. */
export function hasOtherValue(schema: JsonObject | undefined): boolean {
  if (Array.isArray(schema?.enum)) return schema.enum.length > 1;
  return plainTypeOf(schema) === 'string' ? isFreeText(schema) : plainTypeOf(schema) !== undefined;
}

/** First of the fields that holds a value. */
export function filledField(item: JsonObject, fields: string[]): string | undefined {
  return fields.find((name) => item[name] !== undefined && item[name] !== null);
}

export function without(item: JsonObject, name: string | undefined): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([key]) => key !== name));
}

/** The text changed where any text is legal, or where the changed one fits the pattern. */
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

/** The same text with its last character changed: same length, same alphabet, another value. A digit stays one. */
function altered(text: string): string {
  const last = text.at(-1) ?? '';
  const other = /\d/.test(last) ? String((Number(last) + 1) % 10) : last === 'z' ? 'y' : 'z';
  return text.slice(0, -1) + (last === '' ? '' : other);
}
