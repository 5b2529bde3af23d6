import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Json, Template } from '#verifier/plan/plan.ts';

import { isObject, pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { SentField } from '../model/choice.ts';
import { fits } from '../../intake/schema/fits.ts';
import { isRange, rangeEnd } from '../../vocabulary/range-names.ts';

/** Sent days, instants and times of day, by pointer. */
type Times = Map<string, string>;

const DAY = /^\d{4}-\d\d-\d\d/;
const CLOCK = /^\d\d:\d\d/;
const HOUR = 3_600_000;

function timesInJson(value: Json, at: string): [string, string][] {
  if (isObject(value))
    return Object.entries(value).flatMap(([name, part]) => timesInJson(part, at + pointerToken(name)));
  return typeof value === 'string' && (DAY.test(value) || CLOCK.test(value)) ? [[at, value]] : [];
}

function timesIn(template: Template, at = ''): [string, string][] {
  if ('object' in template)
    return Object.entries(template.object).flatMap(([name, part]) => timesIn(part, at + pointerToken(name)));
  return 'literal' in template ? timesInJson(template.literal, at) : [];
}

function jsonWith(value: Json, times: Times, at: string): Json {
  if (!isObject(value)) return times.get(at) ?? value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, jsonWith(part, times, at + pointerToken(name))]),
  );
}

function templateWith(template: Template, times: Times, at = ''): Template {
  if ('literal' in template) return { literal: jsonWith(template.literal, times, at) };
  if (!('object' in template)) return template;
  const parts = Object.entries(template.object);
  return {
    object: Object.fromEntries(parts.map(([name, part]) => [name, templateWith(part, times, at + pointerToken(name))])),
  };
}

function momentOf(text: string): number {
  return Date.parse(CLOCK.test(text) ? `2030-01-01T${text}` : text);
}

/**
 * True if the first differing pair of times at the same pointer is in order, days before times of day. Also true
 * without any pair; false if all pairs are equal.
 */
function areInOrder(lower: Times, upper: Times): boolean {
  const shared = [...lower].flatMap(([at, begin]): [string, string][] => {
    const end = upper.get(at);
    return end === undefined ? [] : [[begin, end]];
  });
  const daysFirst = [DAY, CLOCK].flatMap((form) => shared.filter(([begin]) => form.test(begin)));
  const apart = daysFirst.map(([begin, end]) => momentOf(end) - momentOf(begin)).find((between) => between !== 0);
  return shared.length === 0 || (apart !== undefined && !(apart < 0));
}

/**
 * Returns a day one day later, or a time one hour later, in the same notation. A time of day that would pass midnight
 * stays unchanged, as does any other text.
 */
function later(text: string): string {
  const isClock = CLOCK.test(text);
  const whole = isClock ? `2030-01-01T${text}` : text;
  const before = Date.parse(`${whole.slice(0, 10)}T${whole.slice(11, 16) || '00:00'}Z`);
  if (Number.isNaN(before)) return text;
  const after = new Date(before + (whole.length > 10 ? HOUR : 24 * HOUR)).toISOString();
  const written =
    after.slice(0, 10) + whole.slice(10, 11) + (whole.length > 10 ? after.slice(11, 16) : '') + whole.slice(16);
  if (!isClock) return written;
  return written.startsWith('2030-01-01') ? written.slice(11) : text;
}

function isWithin(pointer: string, member: string): boolean {
  return `${pointer}/`.startsWith(`${member}/`);
}

/**
 * Moves the end of each range in `object` after its beginning, if the two are equal or in the wrong order and the
 * schema allows it: `end.dateTime` after `start.dateTime`. Returns the sent fields with the new values.
 */
export function keepRanges(schemas: SchemaStore, object: Record<string, Template>, fields: SentField[]): SentField[] {
  let sent = fields;
  const begins = Object.entries(object).filter(([name]) => rangeEnd(name) === 'lower');
  for (const [lower, begin] of begins)
    for (const [upper, end] of Object.entries(object).filter(([name]) => isRange(lower, name))) {
      const starts = new Map(timesIn(begin));
      if (areInOrder(starts, new Map(timesIn(end)))) continue;
      const times = new Map([...starts].map(([at, text]) => [at, later(text)]));
      if ([...starts].some(([at, text]) => times.get(at) === text)) continue;
      const within = pointerToken(upper);
      const moved = sent.map((field) =>
        isWithin(field.pointer, within)
          ? { ...field, template: templateWith(field.template, times, field.pointer.slice(within.length)) }
          : field,
      );
      const isRight = ({ schema, template }: SentField) =>
        !('literal' in template) || fits(schemas, schema, template.literal);
      if (!moved.every((field, at) => field === sent[at] || isRight(field))) continue;
      object[upper] = templateWith(end, times);
      sent = moved;
    }
  return sent;
}

/**
 * True if the new value of `member` contradicts the other end of a range that the item holds: a `start` after the held
 * `end`. `sent` has the new fields, `held` those of the item.
 */
export function leavesRange(sent: SentField[], member: string, held: SentField[], other: string): boolean {
  const [name, otherName] = [member, other].map((pointer) => segmentsOf(pointer).at(-1) ?? '');
  const [own, theirs] = [timesOf(sent, member), timesOf(held, other)];
  if (isRange(name ?? '', otherName ?? '')) return !areInOrder(own, theirs);
  return isRange(otherName ?? '', name ?? '') && !areInOrder(theirs, own);
}

function timesOf(fields: SentField[], member: string): Times {
  const within = fields.filter(({ pointer }) => isWithin(pointer, member));
  return new Map(within.flatMap(({ pointer, template }) => timesIn(template, pointer.slice(member.length))));
}
