import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Routes, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, missing, notFound } from '#test/small-store.ts';

const texts = { type: 'object', additionalProperties: text };
const labels = { ...texts, example: { tier: 'front' } };
const meta = object({ name: { ...text, maxLength: 60 }, labels }, ['name']);
const shownMeta = object({ name: text, labels, resourceVersion: text, uid: text }, ['name', 'resourceVersion', 'uid']);
const size = { ...integer, minimum: 1, maximum: 9 };
const wanted = object({ size, memory: { ...text, examples: ['0.5', '2'] } }, ['size']);
const sent = object({ metadata: meta, spec: wanted, frozen: { ...boolean, default: false } }, ['metadata', 'spec']);
const members = { metadata: shownMeta, spec: wanted, frozen: boolean, status: object({ phase: text }) };
const widget = object(members, Object.keys(members));
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const patch = object({ metadata: object({ labels, resourceVersion: text }), spec: object({ size }) });
const merged = (example?: object) => ({
  required: true,
  content: { 'application/merge-patch+json': { schema: patch, ...(example && { example }) } },
});
const documentOf = (example?: object) =>
  spec({
    '/widgets': {
      post: { ...takes(sent), responses: { ...shows(widget, '201'), '409': { description: 'the name is taken' } } },
      get: {
        parameters: [query('limit', { ...integer, minimum: 1, maximum: 500 }), query('continue', text)],
        responses: shows(
          object({ metadata: object({ continue: text }), items: { type: 'array', items: widget } }, [
            'metadata',
            'items',
          ]),
        ),
      },
    },
    '/widgets/{name}': {
      parameters: [param('name')],
      get: { responses: { ...shows(widget), ...missing } },
      put: { ...takes(sent), responses: { ...shows(widget), ...missing, '422': { description: 'it is frozen' } } },
      patch: {
        requestBody: merged(example),
        responses: { ...shows(widget), ...missing, '422': { description: 'it is frozen' } },
      },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
const document = documentOf();

type Widget = { metadata: Fields; spec: Fields; frozen: boolean; status: Fields };
const nameOf = (body: Fields) => String((body['metadata'] as Fields)['name']);
/** As it writes amounts: 0.5 is 500m. */
const written = (wish: Fields): Fields => (wish['memory'] === '0.5' ? { ...wish, memory: '500m' } : wish);

/** Marks what is made, counts its versions, writes amounts in its own way, and unfreezes nothing. */
const server =
  (change: (routes: Routes, items: Map<string, Widget>) => void = () => undefined): MakeServer =>
  () => {
    const items = new Map<string, Widget>();
    let version = 0;
    const kept = (body: Fields, name: string): Widget => {
      const { metadata, spec, frozen = false } = body as unknown as Widget;
      const marks = { ...(metadata['labels'] as Fields), 'sample.io/name': name };
      const own = { name, labels: marks, uid: `uid-${name}`, resourceVersion: String((version += 1)) };
      return { metadata: own, spec: written(spec), frozen, status: { phase: 'Active' } };
    };
    const update = (name: string, bodyOf: (held: Widget) => Fields) => {
      const held = items.get(name);
      if (!held) return notFound;
      const body = bodyOf(held);
      if (held.frozen && body['frozen'] !== true) return { status: 422, body: { error: 'it is frozen' } };
      const made = kept(body, name);
      items.set(name, made);
      return { status: 200, body: made };
    };
    const routes: Routes = {
      'POST /widgets': ({ body }) => {
        const name = nameOf(body);
        if (items.has(name)) return { status: 409, body: { error: 'the name is taken' } };
        const made = kept(body, name);
        items.set(name, made);
        return { status: 201, body: made };
      },
      'GET /widgets': ({ query: asked }) => {
        const all = [...items.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
        const [start, limit] = [Number(asked.get('continue') ?? 0), Number(asked.get('limit') ?? 500)];
        const rest = start + limit < all.length ? { continue: String(start + limit) } : {};
        return { status: 200, body: { metadata: rest, items: all.slice(start, start + limit) } };
      },
      'GET /widgets/{name}': ({ params: [name = ''] }) => {
        const one = items.get(name);
        return one ? { status: 200, body: one } : notFound;
      },
      'PUT /widgets/{name}': ({ params: [name = ''], body }) => update(name, () => body),
      'PATCH /widgets/{name}': ({ params: [name = ''], body }) =>
        update(name, (held) => ({
          frozen: held.frozen,
          metadata: {
            labels: { ...(held.metadata['labels'] as Fields), ...((body['metadata'] as Fields)?.['labels'] as Fields) },
          },
          spec: { ...held.spec, ...(body['spec'] as Fields) },
        })),
      'DELETE /widgets/{name}': ({ params: [name = ''] }) => (items.delete(name) ? { status: 204 } : notFound),
    };
    change(routes, items);
    return routes;
  };

const losing = (method: string) =>
  server((routes, items) => {
    const act = routes[`${method} /widgets/{name}`];
    routes[`${method} /widgets/{name}`] = (asked) => {
      const [name = ''] = asked.params;
      const before = items.get(name);
      const answer = act?.(asked) ?? notFound;
      if (before) items.set(name, before);
      return answer;
    };
  });

describe('a thing that is known by a name in its metadata', () => {
  it('is the whole, with what stands beside them', async () => {
    const { bundle } = await plan(document);
    const read = bundle.plans.find(({ name }) => name === 'A created widget can be read back');
    const claimed = read?.steps.at(-1)?.assert.map((one) => ('pointer' in one ? one.pointer : one.op)) ?? [];
    expect(claimed).toEqual(expect.arrayContaining(['/metadata/name', '/metadata/labels', '/spec/size', '/frozen']));
    const names = bundle.plans.map(({ name }) => name);
    expect(names).toContain('A widget changed by PUT shows the change');
    expect(names).toContain('A widget changed by PATCH shows the change');
    expect(names).toContain('The list shows each widget on exactly one page of the requested size');
  });

  it('a sound server passes, also where it marks things itself and unfreezes none', async () => {
    const told = failures(await verify(document, server())).filter((one) => !one.includes('SERVER_NORMALISED'));
    expect(told).toEqual([]);
  });

  it("of an example of metadata the version is the server's own", async () => {
    const vouched = documentOf({ metadata: { labels: { tier: 'back' }, resourceVersion: '12' }, spec: { size: 3 } });
    expect(decisive(await verify(vouched, server()))).toEqual([]);
  });

  it.each([
    ['PUT', 'A widget changed by PUT shows the change'],
    ['PATCH', 'A widget changed by PATCH shows the change'],
  ])('what %s does not store beside the metadata is told', async (method, journey) => {
    expect(decisive(await verify(document, losing(method))).join()).toContain(journey);
  });

  it('the last thing of a full page that is lost is told', async () => {
    const short = server((routes) => {
      const list = routes['GET /widgets'];
      routes['GET /widgets'] = (asked) => {
        const answer = list?.(asked) ?? notFound;
        const { items, metadata } = answer.body as { items: Fields[]; metadata: Fields };
        const isFull = asked.query.get('limit') === '2' && items.length === 2;
        return isFull ? { status: 200, body: { metadata, items: items.slice(0, -1) } } : answer;
      };
    });
    expect(decisive(await verify(document, short)).join()).toContain('on exactly one page');
  });
});

it.each([
  ['nothing', {}],
  ['what speaks of the answer', { links: object({ self: text }), message: text }],
])('a thing under the name of meta, with %s beside it, is what that holds', async (_, beside) => {
  const note = object({ id: integer, title: text }, ['id', 'title']);
  const wrapped = object({ meta: note, ...beside }, ['meta']);
  const notes = spec({
    '/notes': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(wrapped, '201') } },
    '/notes/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(wrapped), ...missing } },
    },
  });
  const { bundle } = await plan(notes);
  const read = bundle.plans.find(({ name }) => name === 'A created note can be read back');
  expect(JSON.stringify(read?.steps.at(-1)?.assert)).toContain('"/meta/title"');
});

it('an id in meta, with the thing beside it, may be that of the request', async () => {
  const note = object({ meta: object({ id: text }, ['id']), title: text }, ['meta', 'title']);
  const notes = spec({
    '/notes': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(note, '201') } },
    '/notes/{id}': { parameters: [param('id')], get: { responses: { ...shows(note), ...missing } } },
  });
  const result = await verify(notes, () => {
    let requests = 0;
    const told = (status: number, fields: Fields) => ({
      status,
      body: { meta: { id: `req-${++requests}` }, ...fields },
    });
    return {
      'POST /notes': ({ body }) => told(201, body),
      'GET /notes/{id}': () => told(404, { title: 'there is none' }),
    };
  });
  expect(decisive(result)).toEqual([]);
});
