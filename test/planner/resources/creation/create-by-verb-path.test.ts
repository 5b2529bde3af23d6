import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { notFound, ok, store } from '#test/small-store.ts';

const nullable = { type: ['string', 'null'] };
const entries = { type: 'array', items: { type: 'object', additionalProperties: true } };
const note = object({ id: integer, title: text, grants: entries, share_id: nullable }, ['id', 'title', 'share_id']);
/** What the read answers has more, and another name. */
const shownNote = object({ id: integer, title: text, mayWrite: { type: 'boolean' } }, ['id', 'title']);
const draft = takes(object({ title: text, grants: entries }, ['title', 'grants']));
const byId = { parameters: [param('id', integer)] };
const document = spec({
  '/notes/': { get: { responses: shows({ type: 'array', items: shownNote }) } },
  '/notes/create': { post: { ...draft, responses: shows(note) } },
  '/notes/id/{id}': { ...byId, get: { responses: shows(shownNote) } },
  '/notes/id/{id}/delete': { ...byId, delete: { responses: noBody } },
  // The same schema as the create answers; what makes a share is not said.
  '/notes/share/{share_id}': { parameters: [param('share_id')], get: { responses: shows(note) } },
});
const server =
  (keeps = true): MakeServer =>
  () => {
    const { items, on, routes } = store('/notes/', {});
    const create = routes['POST /notes/'];
    return {
      'POST /notes/create': (asked) => {
        const told = create?.(asked) ?? notFound;
        const { title, id } = told.body as { title: string; id: number };
        if (!keeps) items.delete(String(id));
        // A grant that says nothing is none.
        const grants = (asked.body['grants'] as object[]).filter((grant) => Object.keys(grant).length > 0);
        return ok({ id, title, share_id: null, grants });
      },
      'GET /notes/': () => ok([...items.values()]),
      'GET /notes/id/{id}': on(ok),
      'DELETE /notes/id/{id}/delete': (asked) => (items.delete(asked.params[0] ?? '') ? { status: 204 } : notFound),
    };
  };

it('what is called for making right beside the items makes them, be its answer named like theirs or not', async () => {
  const { bundle } = await plan(document);
  const reads = bundle.plans.filter(({ kind }) => kind === 'create-read');
  expect(reads.map(({ steps }) => steps.map(({ method, path }) => `${method} ${path}`))).toEqual([
    ['POST /notes/create', 'GET /notes/id/{id}'],
  ]);
});

it('an id that may be null beside the id of what was made names nothing that was made', async () => {
  const { bundle } = await plan(document);
  expect(bundle.plans.flatMap(({ steps }) => steps.map(({ path }) => path))).not.toContain('/notes/share/{share_id}');
  expect(failures(await verify(document, server()))).toEqual([]);
});

it('a list that has to be sent, of things that the document says nothing of, is sent empty', async () => {
  const { journeys } = await verify(document, server(), 'create-read');
  expect(JSON.parse(journeys[0]?.steps[0]?.requestBody ?? '{}')).toMatchObject({ grants: [] });
});

it('a note that is not kept is found', async () => {
  expect(decisive(await verify(document, server(false), 'create-read'))).toEqual([
    expect.stringMatching(/^FAIL_DECISIVE_PERSISTENCE ITEM_LOST/),
  ]);
});
