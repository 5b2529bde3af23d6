import { expect, test } from 'vitest';
import { defineEndpoint, type Endpoint } from '#contract/define-endpoint.ts';
import { optional, uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { parseBody, parsePath, parseQuery, readJson } from '#http/parse-request.ts';

const json = { 'content-type': 'application/json' };
const endpoint: Endpoint = defineEndpoint({
  operationId: 'createThing',
  method: 'POST',
  path: '/api/v1/things/{thingId}',
  summary: 'Create',
  tags: ['Things'],
  permission: 'public',
  request: {
    query: { count: z._default(z.int32(), 1), flag: z._default(z.boolean(), false), owner: optional(uuid) },
    body: z.object({ text: z.string() }),
    maxBodyBytes: 1024,
  },
  success: { status: 200 },
  uses: [],
});
const code = (value: string) => expect.objectContaining({ code: value });
const textOf = (bytes: number) => `{"text":"${'x'.repeat(bytes - 11)}"}`;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('a body of exactly the limit is read, one byte more is refused; bytes count, not characters', () => {
  expect(readJson(endpoint, json, textOf(1024))).toEqual({ text: 'x'.repeat(1013) });
  expect(() => readJson(endpoint, json, textOf(1025))).toThrow(code('PAYLOAD_TOO_LARGE'));
  expect(() => readJson(endpoint, json, JSON.stringify({ text: 'é'.repeat(600) }))).toThrow(code('PAYLOAD_TOO_LARGE'));
});

test('66 levels are read, 67 are refused, brackets in strings do not count', () => {
  expect(readJson(endpoint, json, nested(66))).toBeDefined();
  expect(() => readJson(endpoint, json, nested(67))).toThrow(code('TOO_DEEP'));
  expect(readJson(endpoint, json, `["\\"${'['.repeat(100)}"]`)).toBeDefined();
});

test('media types: JSON and its kin, with parameters and in any case', () => {
  for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/problem+json']) {
    expect(readJson(endpoint, { 'content-type': type }, '{}')).toEqual({});
  }
  for (const type of ['', 'text/plain', 'application/jsonp', 'text/json']) {
    expect(() => readJson(endpoint, { 'content-type': type }, '{}')).toThrow(code('UNSUPPORTED_MEDIA_TYPE'));
  }
});

test('half a character becomes the replacement character, whole ones and backslashes stay', () => {
  expect(readJson(endpoint, json, String.raw`{"text":"a\ud83db","\uDE00":1}`)).toEqual({
    text: 'a\ufffdb',
    '\ufffd': 1,
  });
  expect(readJson(endpoint, json, String.raw`{"text":"\uD83D\ude00 \\ud83d"}`)).toEqual({ text: '😀 \\ud83d' });
});

test('an endpoint without a body ignores what is sent', () => {
  const bodiless = { ...endpoint, request: { ...endpoint.request, body: undefined } };
  expect(readJson(bodiless, { 'content-type': 'text/plain' }, 'no json')).toBeUndefined();
});

test('numbers and booleans are read only in their plain form', () => {
  expect(parseQuery(endpoint, 'count=-7&flag=true')).toEqual({ count: -7, flag: true });
  expect(parseQuery(endpoint, '')).toEqual({ count: 1, flag: false });
  for (const query of [
    'count=1.0',
    'count=%2B1',
    'count=1e1',
    'count=01',
    'count=',
    'count=0x1',
    'flag=True',
    'flag=1',
  ]) {
    expect(() => parseQuery(endpoint, query), query).toThrow(code('INVALID_PARAMETER'));
  }
});

test('a parameter given twice is refused, an unknown one ignored', () => {
  expect(() => parseQuery(endpoint, 'count=1&count=1')).toThrow(code('INVALID_PARAMETER'));
  expect(parseQuery(endpoint, 'colour=red&colour=blue&__proto__=1')).toEqual({ count: 1, flag: false });
});

test('uuids of any version, upper case in, lower case out', () => {
  const thingId = 'ABCDEF01-2345-0000-0000-000000000000';
  expect(parsePath(endpoint, { thingId })).toEqual({ thingId: thingId.toLowerCase() });
  expect(parseQuery(endpoint, `owner=${thingId}`)).toMatchObject({ owner: thingId.toLowerCase() });
  for (const wrong of ['', 'x', `${thingId}0`, `{${thingId}}`, thingId.replaceAll('-', '')]) {
    expect(() => parsePath(endpoint, { thingId: wrong })).toThrow(code('INVALID_PARAMETER'));
  }
});

test('a missing body names what is missing', () => {
  expect(() => parseBody(endpoint, undefined)).toThrow(
    expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#', code: 'REQUIRED' })] }),
  );
});
