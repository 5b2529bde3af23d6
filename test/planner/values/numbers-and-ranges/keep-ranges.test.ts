import { describe, expect, it } from 'vitest';

import { SchemaStore } from '#planner/intake/schema/schema-store.ts';
import { chooseValue } from '#planner/values/choose/choose-value.ts';
import { isUnfit, type Turn } from '#planner/values/model/choice.ts';
import { isRange } from '#planner/vocabulary/range-names.ts';
import type { Json, Plan, Template } from '#verifier/plan/plan.ts';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { object, text, thingSpec } from '#test/small-spec.ts';
import { ok, store } from '#test/small-store.ts';

type Schema = Record<string, Json>;

const time: Schema = { type: 'string', format: 'date-time' };
const moment = object({ dateTime: { ...time, example: '2026-06-03T10:00:00+02:00' }, timeZone: text }, ['dateTime']);
const isZone = (value: unknown) => /^[A-Z][a-z]+\/[A-Z]/.test(String(value));

/** Takes nothing of which the end is not after the start; `keep` stores what is sent. */
const server =
  (keep: (item: Fields, sent: Fields) => void): MakeServer =>
  () => {
    const { on, routes } = store('/things', {});
    const at = (value: unknown) => Date.parse(String((value as Fields | undefined)?.['dateTime'] ?? value));
    const refused = (all: Fields) => {
      const zones = ['start', 'end'].map((name) => (all[name] as Fields | undefined)?.['timeZone']);
      const [begin, end] = [all['start'] ?? all['from'], all['end'] ?? all['to']].map(at);
      const isRight = Number(begin) < Number(end) && zones.every((zone) => zone === undefined || isZone(zone));
      return isRight ? undefined : { status: 400, body: { error: 'The time range is empty.' } };
    };
    const make = routes['POST /things'];
    const patched = (item: Fields, body: Fields) => ({ ...item, ...body });
    return {
      ...routes,
      'POST /things': (asked) => refused(asked.body) ?? make?.(asked) ?? ok({}),
      'PUT /things/{id}': on((item, body) => refused(body) ?? (keep(item, body), ok(item))),
      'PATCH /things/{id}': on((item, body) => refused(patched(item, body)) ?? (keep(item, body), { status: 204 })),
    };
  };
const sound = server((item, sent) => Object.assign(item, sent));

describe('what begins and ends at times inside objects', () => {
  const document = thingSpec({ start: moment, end: moment, title: text }, ['start', 'end']);

  it('ends after it begins when it is made and changed, though one example serves both ends', async () => {
    expect(failures(await verify(document, sound))).toEqual([]);
  });

  it('a change that is lost is told', async () => {
    expect(
      decisive(
        await verify(
          document,
          server(() => undefined),
        ),
      ).join(),
    ).toContain('VALUE_NOT_STORED');
  });
});

/** Bodies that a journey sends by a method, of literals alone. */
function bodies({ steps }: Plan, method: string): Fields[] {
  const plain = (template: Template): unknown => {
    if ('object' in template)
      return Object.fromEntries(Object.entries(template.object).map(([name, part]) => [name, plain(part)]));
    return 'literal' in template ? template.literal : null;
  };
  return steps.flatMap((step) => (step.method === method && step.body ? [plain(step.body.value) as Fields] : []));
}

describe('a change of one end alone', () => {
  const oneField = async (document: object) =>
    (await plan(document)).bundle.plans.find(({ name }) => name.includes('by PATCH in one field')) as Plan;
  const ends = (from: object, to: object) =>
    thingSpec({ from: { ...time, ...from }, to: { ...time, ...to }, title: text });

  it('goes with the other one, where the range would be none without', async () => {
    const document = ends({ example: '2026-06-03T10:00:00Z' }, { example: '2026-06-03T11:00:00Z' });
    expect(bodies(await oneField(document), 'PATCH').map((sent) => Object.keys(sent))).toEqual([['from', 'to']]);
    expect(failures(await verify(document, sound))).toEqual([]);
  });

  it('goes alone where it stays one', async () => {
    const document = ends({}, {});
    expect(bodies(await oneField(document), 'PATCH').map((sent) => Object.keys(sent))).toEqual([['from']]);
    expect(failures(await verify(document, sound))).toEqual([]);
  });
});

describe('the values of a range', () => {
  const valueOf = (properties: Record<string, unknown>, example?: Json, turn: Turn = 0) => {
    const schema = { type: 'object', required: Object.keys(properties), properties } as { [key: string]: Json };
    const choice = { schemas: new SchemaStore({}), turn, carried: {}, conflicts: false };
    const chosen = chooseValue(choice, schema, 'body', example === undefined ? [] : [example]);
    if (isUnfit(chosen)) throw new Error(`no value at ${chosen.unfit}`);
    return chosen;
  };
  const given = (example: string): Schema => ({ type: 'string', examples: [example] });
  const literals = (properties: Record<string, unknown>, example?: Json) => {
    const { template } = valueOf(properties, example);
    return 'object' in template
      ? JSON.parse(JSON.stringify(template.object).replaceAll(/\{"literal":("[^"]*")\}/g, '$1'))
      : {};
  };

  it.each([
    ['2026-06-03T10:00:00+02:00', '2026-06-03T11:00:00+02:00'],
    ['2026-06-03T23:30:00', '2026-06-04T00:30:00'],
    ['2026-12-31', '2027-01-01'],
    ['09:30', '10:30'],
    ['23:30:00Z', '23:30:00Z'],
  ])('%s is before %s, which is written alike', (begin, end) => {
    expect(literals({ opens_at: given(begin), closes_at: given(begin) })).toEqual({ opens_at: begin, closes_at: end });
  });

  it('what is claimed is what is sent', () => {
    const part = { type: 'object', required: ['date'], properties: { date: { type: 'string', format: 'date' } } };
    const { fields, template } = valueOf({ checkIn: part, checkOut: part }, undefined, 1);
    const end = fields.find(({ pointer }) => pointer === '/checkOut/date')?.template;
    expect(template).toHaveProperty('object.checkOut.object.date', end);
    expect(end).toEqual({ literal: '2031-02-17' });
  });

  it.each([
    [
      'an order that the document gives',
      { start: { date: '2026-06-03', time: '22:00' }, end: { date: '2026-06-04', time: '02:00' } },
    ],
    ['other times beside', { start: { date: '2026-06-03' }, due: { date: '2026-06-03' } }],
    ['what is no time', { from: { name: 'Ann', level: '3' }, to: { name: 'Ann', level: '3' } }],
  ])('%s stays as it is', (_name, example: Record<string, Record<string, string>>) => {
    const part = (one: Record<string, string>) => ({
      type: 'object',
      properties: Object.fromEntries(Object.keys(one).map((name) => [name, text])),
    });
    const properties = Object.fromEntries(Object.entries(example).map(([name, one]) => [name, part(one)]));
    const { template } = valueOf(properties, example);
    expect(template).toEqual({
      object: Object.fromEntries(Object.entries(example).map(([name, literal]) => [name, { literal }])),
    });
  });
});

it.each([
  ['start', 'end', true],
  ['valid_from', 'validUntil', true],
  ['check_in_date', 'check_out_date', true],
  ['opensAt', 'endsAt', false],
  ['startA', 'endB', false],
  ['end', 'start', false],
])('%s and %s are a range: %s', (lower, upper, expected) => {
  expect(isRange(lower, upper)).toBe(expected);
});
