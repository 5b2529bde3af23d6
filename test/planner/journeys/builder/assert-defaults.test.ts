import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, store } from '#test/small-store.ts';

const color = { type: 'string', enum: ['red', 'green', 'blue'] };
const sent = {
  title: text,
  color: { ...color, default: 'green' },
  loud: { ...boolean, default: true },
  copies: { ...integer, default: 3 },
  isDefault: { ...boolean, default: true },
};
const shown = object({ id: integer, title: text, color, loud: boolean, copies: integer, isDefault: boolean }, [
  'id',
  'title',
]);
const document = spec({
  '/signs': { post: { ...takes(object(sent, ['title'])), responses: shows(shown, '201') } },
  '/signs/{id}': item(shown),
});
const usual = { color: 'green', loud: true, copies: 3, isDefault: true };

const server =
  (defaults: Fields): MakeServer =>
  () =>
    store('/signs', defaults).routes;

it('what a create leaves out is claimed to be what the document takes it for, save what a server settles itself', async () => {
  const { bundle } = await plan(document);
  const echo = bundle.plans.find(({ kind }) => kind === 'create-echo');
  expect(echo?.steps.find(({ id }) => id === 'create-bare-sign')?.assert).toEqual([
    { op: 'defaulted', pointer: '/color', value: 'green' },
    { op: 'defaulted', pointer: '/loud', value: true },
    { op: 'defaulted', pointer: '/copies', value: 3 },
  ]);
  expect(echo?.proof).toContain('default-ignored POST /signs');
});

it.each([
  ['is answered', usual],
  ['is not shown', {}],
  ['is null', { ...usual, copies: null }],
  ['is settled by the server', { ...usual, isDefault: false }],
])('a default that %s passes', async (_name, defaults) => {
  expect(failures(await verify(document, server(defaults), 'create-echo'))).toEqual([]);
});

it.each([{ color: 'red' }, { loud: false }, { copies: 1 }])('another value is found: %j', async (wrong) => {
  expect(decisive(await verify(document, server({ ...usual, ...wrong })))).toEqual([
    'FAIL_DECISIVE_CONTRACT DEFAULT_NOT_TAKEN: Creating a sign answers what was sent',
  ]);
});

it('a document that says two defaults claims none', async () => {
  const other = object({ id: integer, title: text, color: { ...color, default: 'blue' } }, ['id', 'title']);
  const unsure = spec({
    '/signs': { post: { ...takes(object(sent, ['title'])), responses: shows(other, '201') } },
    '/signs/{id}': item(other),
  });
  expect(failures(await verify(unsure, server({ ...usual, color: 'red' })))).toEqual([]);
});
