import { expect, test } from 'vitest';
import {
  json,
  spec,
  diff,
  at,
  query,
  object,
  text,
  number,
  cyclic,
  node,
  type Parts,
} from '../../support/spec-diffs.ts';

const answers = (...statuses: string[]) => ({
  more: { responses: Object.fromEntries(statuses.map((status) => [status, { description: 'ok' }])) },
});
const typed = (...types: string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: {} }])),
});

type Case = [name: string, before: Parts, after: Parts, message: string, pointer: string];
const body = `${at}/requestBody`;
const ok = `${at}/responses/200`;
const breakingCases: Case[] = [
  ['security is asked for', {}, { more: { security: [{ key: [] }] } }, 'Callers must authenticate now.', at],
  [
    'a new parameter is required',
    {},
    { parameters: [query({ required: true })] },
    'The query parameter "q" is required now.',
    `${at}/parameters/1`,
  ],
  [
    'a parameter becomes required',
    { parameters: [query()] },
    { parameters: [query({ required: true })] },
    'The query parameter "q" is required now.',
    `${at}/parameters/1`,
  ],
  [
    'a parameter is of another type',
    { parameters: [query()] },
    { parameters: [query({}, number)] },
    'The query parameter "q" does not take every type that it took.',
    `${at}/parameters/1`,
  ],
  [
    'a list is written in another way',
    { parameters: [query({}, { type: 'array', items: text })] },
    { parameters: [query({ explode: false }, { type: 'array', items: text })] },
    'The query parameter "q" is written in another way.',
    `${at}/parameters/1`,
  ],
  [
    'a parameter becomes JSON',
    { parameters: [query()] },
    { parameters: [{ name: 'q', in: 'query', content: json(text) }] },
    'The query parameter "q" is written in another way.',
    `${at}/parameters/1`,
  ],
  [
    'a value of a choice goes',
    { parameters: [query({}, { enum: ['a', 'b'] })] },
    { parameters: [query({}, { enum: ['a'] })] },
    'The query parameter "q" does not take every value that it took.',
    `${at}/parameters/1`,
  ],
  [
    'a text becomes a choice',
    { body: object({ a: text }) },
    { body: object({ a: { type: 'string', enum: ['x'] } }) },
    '/a of the body does not take every value that it took.',
    body,
  ],
  [
    'a text gets a format',
    { body: object({ a: text }) },
    { body: object({ a: { ...text, format: 'uuid' } }) },
    '/a of the body is held to another format.',
    body,
  ],
  [
    'a text gets a pattern',
    { body: object({ a: text }) },
    { body: object({ a: { ...text, pattern: '^x' } }) },
    '/a of the body is held to another pattern.',
    body,
  ],
  [
    'a text gets shorter',
    { body: object({ a: { ...text, maxLength: 9 } }) },
    { body: object({ a: { ...text, maxLength: 8 } }) },
    '/a of the body is held to tighter bounds.',
    body,
  ],
  [
    'an end is excluded',
    { body: object({ a: { ...number, minimum: 1 } }) },
    { body: object({ a: { ...number, exclusiveMinimum: 1 } }) },
    '/a of the body is held to tighter bounds.',
    body,
  ],
  [
    'a step gets wider',
    { body: object({ a: { ...number, multipleOf: 2 } }) },
    { body: object({ a: { ...number, multipleOf: 4 } }) },
    '/a of the body is held to tighter bounds.',
    body,
  ],
  [
    'items must differ',
    { body: { type: 'array', items: text } },
    { body: { type: 'array', items: text, uniqueItems: true } },
    'The body is held to tighter bounds.',
    body,
  ],
  [
    'null is not taken',
    { body: object({ a: { type: ['string', 'null'] } }) },
    { body: object({ a: text }) },
    '/a of the body does not take null any more.',
    body,
  ],
  [
    'a member becomes required',
    { body: object({ a: text }) },
    { body: object({ a: text }, ['a']) },
    '/a of the body is required now.',
    body,
  ],
  [
    'a new member is required',
    { body: object({ a: text }) },
    { body: object({ a: text, b: text }, ['b']) },
    '/b of the body is required now.',
    body,
  ],
  [
    'a closed object loses a member',
    { body: object({ a: text, b: text }, [], { additionalProperties: false }) },
    { body: object({ a: text }, [], { additionalProperties: false }) },
    '/b of the body is not taken any more.',
    body,
  ],
  [
    'an item is of another type',
    { body: { type: 'array', items: text } },
    { body: { type: 'array', items: number } },
    '/* of the body does not take every type that it took.',
    body,
  ],
  [
    'a map holds another type',
    { body: object({}, [], { additionalProperties: text }) },
    { body: object({}, [], { additionalProperties: number }) },
    '/* of the body does not take every type that it took.',
    body,
  ],
  [
    'an alternative goes',
    { body: { oneOf: [text, number] } },
    { body: { oneOf: [text, { type: 'boolean' }] } },
    'The body does not take every alternative that it took.',
    body,
  ],
  ['the body is gone', { body: text }, {}, 'The operation takes no body any more.', body],
  [
    'a body is required',
    {},
    { more: { requestBody: { required: true, content: json({}) } } },
    'The body is required now.',
    body,
  ],
  [
    'the body is not taken as JSON',
    { more: { requestBody: typed('application/json; charset=utf-8') } },
    { more: { requestBody: typed('application/x-www-form-urlencoded') } },
    'The body is not taken as application/json any more.',
    body,
  ],
  [
    'a success is not answered',
    answers('200', '204'),
    answers('200'),
    'The success 204 is not answered any more.',
    `${at}/responses/204`,
  ],
  [
    'an answer comes as another type',
    { answer: text },
    { more: { responses: { 200: { description: 'ok', ...typed('text/csv') } } } },
    'The answer 200 does not come as application/json any more.',
    ok,
  ],
  [
    'a required member goes',
    { answer: object({ a: text }, ['a']) },
    { answer: object({}) },
    '/a of the answer 200 may be missing now.',
    ok,
  ],
  [
    'a member becomes optional',
    { answer: object({ a: text }, ['a']) },
    { answer: object({ a: text }) },
    '/a of the answer 200 may be missing now.',
    ok,
  ],
  [
    'a member may be null',
    { answer: object({ a: text }) },
    { answer: object({ a: { type: ['string', 'null'] } }) },
    '/a of the answer 200 may be null now.',
    ok,
  ],
  [
    'a member is of another type',
    { answer: object({ a: text }) },
    { answer: object({ a: number }) },
    '/a of the answer 200 may be of another type.',
    ok,
  ],
  [
    'a choice grows',
    { answer: object({ a: { enum: ['x'] } }) },
    { answer: object({ a: { enum: ['x', 'y'] } }) },
    '/a of the answer 200 may be a value that was not named.',
    ok,
  ],
  [
    'a format is gone',
    { answer: object({ a: { ...text, format: 'date' } }) },
    { answer: object({ a: text }) },
    '/a of the answer 200 is not held to its format any more.',
    ok,
  ],
  [
    'a pattern is gone',
    { answer: { ...text, pattern: 'x' } },
    { answer: text },
    'The answer 200 is not held to its pattern any more.',
    ok,
  ],
  [
    'bounds get wider',
    { answer: object({ a: { ...number, maximum: 5 } }) },
    { answer: object({ a: { ...number, maximum: 6 } }) },
    '/a of the answer 200 may be outside its former bounds.',
    ok,
  ],
  [
    'an alternative is new',
    { answer: { anyOf: [text, number] } },
    { answer: { anyOf: [text, number, { type: 'boolean' }] } },
    'The answer 200 may be an alternative that was not named.',
    ok,
  ],
  [
    'a component that leads to itself changes',
    { answer: node, schemas: cyclic(text) },
    { answer: node, schemas: cyclic(number) },
    '/name of the answer 200 may be of another type.',
    ok,
  ],
];

test.each(breakingCases)('breaking: %s', async (_name, before, after, message, pointer) => {
  const { changed, breaking, breakingCount, notComparedCount } = await diff(spec(before), spec(after));
  expect(breaking).toEqual([{ operation: 'PUT /things/{id}', reasons: [{ pointer, message }], reasonCount: 1 }]);
  expect([changed.length, breakingCount, notComparedCount]).toEqual([1, 1, 0]);
});

const harmless: [name: string, before: Parts, after: Parts][] = [
  ['other words', {}, { more: { description: 'Other words.' } }],
  ['security is not asked for any more', { more: { security: [{ key: [] }] } }, {}],
  ['a new optional parameter', {}, { parameters: [query()] }],
  ['a parameter goes', { parameters: [query({ required: true })] }, {}],
  [
    'a header in another case',
    { parameters: [query({ in: 'header', name: 'X-A' })] },
    { parameters: [query({ in: 'header', name: 'x-a' })] },
  ],
  ['a new optional member', { body: object({ a: text }) }, { body: object({ a: text, b: text }) }],
  ['an open object loses a member', { body: object({ a: text, b: text }) }, { body: object({ a: text }) }],
  [
    'a required member that callers never send',
    { body: object({ a: text }) },
    { body: object({ a: text, id: { ...text, readOnly: true } }, ['id']) },
  ],
  ['integers become numbers', { body: number }, { body: { type: 'number' } }],
  ['a wider format', { body: { ...number, format: 'int32' } }, { body: { ...number, format: 'int64' } }],
  ['wider bounds', { body: { ...number, minimum: 1 } }, { body: { ...number, exclusiveMinimum: 0 } }],
  [
    'a body gets an alternative',
    { body: { oneOf: [text, number] } },
    { body: { oneOf: [{ type: 'boolean' }, number, text] } },
  ],
  [
    'a body becomes one of two',
    { body: object({ a: text }) },
    { body: { oneOf: [object({ b: text }, ['b']), object({ a: text })] } },
  ],
  [
    'a new member of the answer',
    { answer: object({ a: text }, ['a']) },
    { answer: object({ a: text, b: text }, ['a', 'b']) },
  ],
  ['an optional member of the answer goes', { answer: object({ a: text, b: text }) }, { answer: object({ a: text }) }],
  ['the answer has fewer choices', { answer: { enum: ['x', 'y'] } }, { answer: { enum: ['x'] } }],
  ['a refusal is not documented any more', answers('200', '404'), answers('200')],
  ['a success becomes a range', answers('200'), answers('2XX')],
  ['a component moves', { answer: node, schemas: cyclic(text) }, { answer: cyclic(text).Node, schemas: cyclic(text) }],
];

test.each(harmless)('not breaking: %s', async (_name, before, after) => {
  const { changed, breaking, breakingCount } = await diff(spec(before), spec(after));
  expect([changed, breaking, breakingCount]).toEqual([['PUT /things/{id}'], [], 0]);
});
