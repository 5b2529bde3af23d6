import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const own = {
  metadata: { anyOf: [{ type: 'object', additionalProperties: true, default: {} }, { type: 'null' }], default: null },
  user_labels: { type: 'object', additionalProperties: text },
};
const anything = { type: 'object' };
const part = object({ id: integer, title: text, ...own, tags: anything, layout: anything }, ['id', 'title']);
const document = spec({
  '/parts': {
    get: { responses: shows({ type: 'array', items: part }) },
    post: {
      ...takes(object({ title: text, ...own, tags: anything, layout: anything }, ['title'])),
      responses: shows(part, '201'),
    },
  },
  '/parts/{id}': { ...item(part), patch: { ...takes(object({ title: text, ...own })), responses: shows(part) } },
});

/** `change` = what becomes of a part when it is read alone. */
const server =
  (change: (part: Fields) => Fields = (one) => one): MakeServer =>
  () => {
    const { items, on, routes } = store('/parts', {});
    routes['PATCH /parts/{id}'] = on((one, body) => {
      const changed = { ...one, ...body };
      items.set(String(one['id']), changed);
      return ok(changed);
    });
    routes['GET /parts/{id}'] = on((one) => ok(change(one)));
    return routes;
  };

it('what clients keep for themselves is sent, though the document says nothing of what is in it', async () => {
  const { bundle } = await plan(document);
  const [create] = bundle.plans.flatMap(({ steps }) => steps.filter(({ method }) => method === 'POST'));
  const body = create?.body?.value;
  const sent = body && 'object' in body ? Object.entries(body.object) : [];
  expect(sent.map(([name]) => name)).toEqual(['metadata', 'tags', 'title', 'user_labels']);
  expect(create?.open).toEqual(['/metadata/note', '/tags/note', '/user_labels/note']);
  expect(create?.optional).toEqual(expect.arrayContaining(['/metadata', '/tags', '/user_labels']));
});

it('a server that keeps it passes', async () => {
  expect(failures(await verify(document, server()))).toEqual([]);
});

it.each(['metadata', 'tags', 'user_labels'])('%s that a read has lost is seen', async (name) => {
  const verdicts = decisive(
    await verify(
      document,
      server(({ [name]: _lost, ...others }) => others),
    ),
  );
  expect(verdicts.join()).toMatch(/^FAIL_DECISIVE_CONTRACT FIELD_MISSING/);
});

it('nothing is claimed by a server that never shows it, or refuses it', async () => {
  const hidden: MakeServer = (clock) => {
    const routes = server()(clock);
    const created = routes['POST /parts'];
    routes['POST /parts'] = (request) => {
      const { metadata: _m, tags: _t, user_labels: _u, ...kept } = request.body;
      return created ? created({ ...request, body: kept }) : { status: 500 };
    };
    return routes;
  };
  expect(decisive(await verify(document, hidden))).toEqual([]);
  const refusing: MakeServer = (clock) => {
    const routes = server()(clock);
    const created = routes['POST /parts'];
    routes['POST /parts'] = (request) =>
      Object.hasOwn(request.body, 'metadata') || !created
        ? { status: 422, body: { error: 'metadata must hold "colour"' } }
        : created(request);
    return routes;
  };
  expect(decisive(await verify(document, refusing))).toEqual([]);
});
