import { describe, expect, it } from 'vitest';

import { SchemaStore } from '#planner/intake/schema/schema-store.ts';
import { assertedFields } from '#planner/values/assertable/asserted-fields.ts';
import { chooseValue } from '#planner/values/choose/choose-value.ts';
import { isUnfit, type Turn } from '#planner/values/model/choice.ts';
import { uniqueValue } from '#verifier/engine/request/unique-value.ts';
import type { Json, Template } from '#verifier/plan/plan.ts';

type Schema = { [key: string]: Json };

const schemas = new SchemaStore({});

function templateFor(schema: Schema, name: string, turn: Turn = 0): Template {
  const chosen = chooseValue({ schemas, turn, carried: {}, conflicts: true }, schema, name, []);
  if (isUnfit(chosen)) throw new Error(`no value at ${chosen.unfit}`);
  return chosen.template;
}

/** As frameworks write decimals that need not be numbers. */
const numberOrText = { anyOf: [{ type: 'number', minimum: 0 }, { type: 'string' }] };
const decimalText = { type: 'string', format: 'decimal', pattern: '^-?\\d{0,6}(?:\\.\\d{0,2})?$' };

describe('a number', () => {
  it.each<[string, string, Schema, Json, Json]>([
    ['is taken where a text is as good', 'price', numberOrText, 1.25, 1.5],
    ['has decimals where people write them', 'price', { type: 'number' }, 1.25, 1.5],
    ['has decimals where its format says so', 'points', { type: 'number', format: 'double' }, 1.25, 1.5],
    [
      'has decimals where there is no room for whole ones',
      'chance',
      { type: 'number', minimum: 0, maximum: 1 },
      0.25,
      0.5,
    ],
    ['is whole elsewhere: many languages have but one type of number', 'points', { type: 'number' }, 1, 2],
    ['is whole in a short range too', 'stars', { type: 'number', minimum: 1, maximum: 5 }, 1, 2],
    ['leaves room for more than one thing', 'capacity', { type: 'integer', minimum: 1 }, 50, 51],
    ['as text has the decimals that its pattern takes', 'cost', decimalText, '1.50', '2.50'],
    [
      'as text has two decimals where any are taken',
      'cost',
      { type: 'string', pattern: '^\\d+(\\.\\d+)?$' },
      '1.50',
      '2.50',
    ],
    ['as text has no sign that nothing asks for', 'offset', { type: 'string', pattern: '^-?\\d{2}$' }, '01', '12'],
  ])('%s', (_, name, schema, first, second) => {
    expect([templateFor(schema, name), templateFor(schema, name, 1)]).toEqual([
      { literal: first },
      { literal: second },
    ]);
  });

  it('is sent where it is optional', () => {
    const body = {
      type: 'object',
      properties: { price: numberOrText, either: { anyOf: [{ type: 'string' }, { type: 'object' }] } },
    };
    expect(templateFor(body, 'body')).toEqual({ object: { price: { literal: 1.25 } } });
  });

  it.each<[string, Schema, Schema, string]>([
    ['as a number and comes back as text', numberOrText, { type: 'string', pattern: '^\\d+(\\.\\d+)?$' }, 'number'],
    ['as a number and comes back as any text', numberOrText, { type: 'string' }, 'number'],
    ['as text and comes back as text', decimalText, decimalText, 'number'],
    ['as text that may be anything', { type: 'string' }, { type: 'string' }, 'exact'],
  ])('that goes in %s is compared by what fits it', (_, sent, shown, compare) => {
    const field = { pointer: '/cost', name: 'cost', schema: sent, template: { literal: null } };
    const place = schemas.flatten({ type: 'object', properties: { cost: shown } });
    expect(assertedFields(schemas, [field], place, '')).toEqual([{ pointer: '/cost', compare }]);
  });
});

it('a text that holds an object is not claimed: who reads it writes it anew', () => {
  const place = schemas.flatten({ type: 'object', properties: { view_json: { type: 'string' } } });
  const schema = { type: 'string' };
  const fields = (template: Template) => [{ pointer: '/view_json', name: 'view_json', schema, template }];
  expect(assertedFields(schemas, fields(templateFor(schema, 'view_json')), place, '')).toEqual([]);
  expect(assertedFields(schemas, fields({ literal: '{none' }), place, '')).toHaveLength(1);
});

describe('a text that must be unique within a pattern without a long run of digits', () => {
  it.each([
    '^[A-Z]{3}-\\d{4}$',
    '^97[89]-\\d{1,5}-\\d{1,7}-\\d{1,6}-\\d$',
    '^[A-Z]{1,3}-[A-Z]{1,2} \\d{1,4}$',
    '^#[0-9a-f]{6}$',
  ])('%s is another one for each run, journey and item', (pattern) => {
    const texts = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'].flatMap((nonce) =>
      ([0, 1, 2] as const).map((turn) => {
        const template = templateFor({ type: 'string', pattern }, 'sku', turn);
        return 'unique' in template ? uniqueValue(template.unique, nonce) : template;
      }),
    );
    for (const text of texts) expect(text).toMatch(new RegExp(pattern, 'u'));
    expect(new Set(texts).size).toBe(9);
  });

  it('stays the same where the pattern has too few texts', () => {
    expect(templateFor({ type: 'string', pattern: '^[A-Z]{2}$' }, 'sku')).toEqual({ literal: 'AB' });
  });
});

it('a colour is one that every reader of colours takes', () => {
  expect([templateFor({ type: 'string' }, 'color'), templateFor({ type: 'string' }, 'accentColour', 1)]).toEqual([
    { literal: '#336699' },
    { literal: '#993366' },
  ]);
});

it('a time that ends something comes after the time that starts it, in any grammar', () => {
  const time = (name: string) => templateFor({ type: 'string', format: 'date-time' }, name);
  for (const [start, end] of [
    ['startedAt', 'endedAt'],
    ['opens', 'closes'],
    ['departure', 'arrival'],
  ] as const)
    expect([time(start), time(end)]).toEqual([
      { literal: '2030-01-15T09:30:00Z' },
      { literal: '2030-01-15T10:30:00Z' },
    ]);
});

describe('what a password is typed into a second time', () => {
  const text: Schema = { type: 'string' };
  const sentOf = (names: string[], required: string[]) => {
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    const template = templateFor({ type: 'object', properties, required }, 'account');
    return 'object' in template ? template.object : {};
  };

  it.each(['password_repeat', 'confirmPassword', 'password_confirmation', 'password2'])(
    '%s is not sent without the password',
    (again) => {
      expect(Object.keys(sentOf(['login', 'password', again], ['login']))).toEqual(['login']);
    },
  );

  it.each(['password_repeat', 'verifyPassword', 'password_again', 'password2'])('%s holds the same', (again) => {
    const sent = sentOf(['password', again], ['password', again]);
    expect(sent[again]).toEqual(sent['password']);
  });
});

it.each(['pubkey', 'public_key', 'apikey', 'md5', 'file_sha256'])(
  '%s is a key or a checksum: it is not made up where it need not be sent',
  (name) => {
    const properties = { title: { type: 'string' }, [name]: { type: 'string' } };
    expect(templateFor({ type: 'object', properties, required: ['title'] }, 'account')).not.toHaveProperty(
      `object.${name}`,
    );
    expect(templateFor({ type: 'object', properties, required: [name] }, 'account')).toHaveProperty(`object.${name}`);
  },
);

describe('of several forms of a member', () => {
  const text: Schema = { type: 'string' };
  const form = (members: Schema): Json => ({ type: 'object', properties: members, required: Object.keys(members) });
  const sentOf = (properties: Schema) => {
    const template = templateFor({ type: 'object', properties, required: Object.keys(properties) }, 'channel');
    return 'object' in template ? template.object : {};
  };

  it('the one of the kind that is told beside it is sent', () => {
    const target = {
      anyOf: [form({ kind: { const: 'chat' }, room: text }), form({ kind: { const: 'mail_box' }, note: text })],
    };
    const told = (kind: string): Json => ({ type: 'string', enum: [kind] });
    expect(sentOf({ target, type: told('MAIL') })['target']).toMatchObject({
      object: { kind: { literal: 'mail_box' } },
    });
    expect(sentOf({ target, type: told('CHAT') })['target']).toMatchObject({ object: { kind: { literal: 'chat' } } });
    expect(sentOf({ target, colour: told('MAIL') })['target']).toMatchObject({ object: { kind: { literal: 'chat' } } });
  });

  it('one that names no other thing is sent before one that does', () => {
    const [linked, own] = [form({ providerId: text, note: text }), form({ note: text })];
    expect(sentOf({ model: { anyOf: [linked, own] } })['model']).toEqual(sentOf({ model: own as Schema })['model']);
    expect(sentOf({ model: { anyOf: [linked] } })['model']).toHaveProperty('object.providerId');
  });
});
