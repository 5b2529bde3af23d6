import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

const kind = (name: string, more: Record<string, Fields>) =>
  object({ kind: { type: 'string', enum: [name] }, ...more }, ['kind', ...Object.keys(more)]);
const kinds = {
  Card: kind('card', { holder: text }),
  Debit: kind('debit', { bank: text }),
  Invoice: kind('invoice', { days: integer }),
};
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const union = {
  oneOf: Object.keys(kinds).map(refTo),
  discriminator: {
    propertyName: 'kind',
    mapping: { card: refTo('Card').$ref, debit: refTo('Debit').$ref, invoice: refTo('Invoice').$ref },
  },
};
const shown = object({ id: integer, kind: text, holder: text, bank: text, days: integer }, ['id', 'kind']);
const documentOf = (body: object) =>
  spec(
    {
      '/methods': { post: { ...takes(body as Fields), responses: shows(shown, '201') } },
      '/methods/{id}': item(shown),
    },
    { schemas: kinds },
  );
const document = documentOf(union);

const server =
  (answer: (body: Fields, made: () => Told) => Told): MakeServer =>
  () => {
    const { routes } = store('/methods', {});
    const make = routes['POST /methods'];
    return { ...routes, 'POST /methods': (asked) => answer(asked.body, () => make?.(asked) as Told) };
  };

const sentIn = async (one: object) => {
  const { bundle } = await plan(one);
  const read = bundle.plans.find((each) => each.kind === 'create-read');
  return read?.steps.filter(({ id }) => id.startsWith('create-')).map(({ body }) => JSON.stringify(body?.value));
};

it('one of each kind is made, where the document says how they are told apart', async () => {
  const sent = ['card', 'debit', 'invoice'].map((name) => expect.stringContaining(`"${name}"`));
  expect(await sentIn(document)).toEqual(sent);
  expect(await sentIn(documentOf({ oneOf: union.oneOf }))).toHaveLength(1);
});

it.each([
  ['made', (_body: Fields, made: () => Told) => made()],
  [
    'refused',
    (body: Fields, made: () => Told) =>
      body['kind'] === 'invoice' ? { status: 422, body: { error: 'days' } } : made(),
  ],
])('a kind that is %s passes', async (_name, answer) => {
  expect(failures(await verify(document, server(answer)))).toEqual([]);
});

it.each([
  ['a fault of its own', (): Told => ({ status: 500, body: {} }), /CONTRACT SERVER_ERROR/],
  [
    'another value than was sent',
    (made: () => Told): Told => ({ status: 201, body: { ...(made().body as Fields), days: 99 } }),
    /PERSISTENCE VALUE_ALTERED/,
  ],
])('%s of a further kind is found', async (_name, answer, verdict) => {
  const faulty = server((body, made) => (body['kind'] === 'invoice' ? answer(made) : made()));
  expect(decisive(await verify(document, faulty))).toEqual([expect.stringMatching(verdict)]);
});
