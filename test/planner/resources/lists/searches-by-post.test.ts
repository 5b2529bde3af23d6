import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, notFound, ok, store } from '#test/small-store.ts';

const note = object({ id: integer, comment: text }, ['id', 'comment']);
const part = object({ id: text, label: text, size: integer });
const list = { responses: shows({ type: 'array', items: { $ref: '#/components/schemas/Part' } }) };
const document = (post: object) =>
  spec(
    {
      '/notes': {
        get: { responses: shows({ type: 'array', items: note }) },
        post: { ...takes(object({ comment: text }, ['comment'])), responses: shows(note, '201') },
      },
      '/notes/{id}': item(note),
      '/parts': { get: list, post: { ...post, ...list } },
      '/parts/{id}': item({ $ref: '#/components/schemas/Part' }, text),
    },
    { schemas: { Part: part } },
  );
const wanted = takes(object({ label: text, labelLike: text, sizeAbove: integer }));

/** Parts come from elsewhere: none is there, and POST asks for some. */
const server: MakeServer = () => ({
  ...store('/notes', {}).routes,
  'GET /parts': () => ok([]),
  'POST /parts': () => ok([]),
  'GET /parts/{id}': () => notFound,
  'DELETE /parts/{id}': () => notFound,
});

const calls = async (spec: object) => {
  const { bundle } = await plan(spec);
  return bundle.plans.flatMap(({ steps }) => steps.map(({ method, path }) => `${method} ${path}`));
};

describe('a POST that answers the list of its path', () => {
  it.each([
    ['by what only a search asks for', document(wanted)],
    ['by its name', document({ operationId: 'queryParts', ...takes(object({ label: text, size: integer })) })],
  ])('makes nothing where it is told %s', async (_how, spec) => {
    expect(await calls(spec)).not.toContain('POST /parts');
    const run = await verify(spec, server);
    expect(decisive(run)).toEqual([]);
    expect(failures(run)).toEqual([]);
  });

  it('makes something where it is called so, or is sent what the list shows', async () => {
    expect(await calls(document({ operationId: 'addPart', ...wanted }))).toContain('POST /parts');
    expect(await calls(document(takes(object({ label: text, size: integer }, ['label']))))).toContain('POST /parts');
  });
});
