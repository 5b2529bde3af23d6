import { readSpec } from '#planner/intake/read-spec.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, type Routes, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

/** As generators write it that see a handler's type, and not what it answers. */
const unstated = (schema?: object) => ({
  '200': { description: 'OK', ...(schema ? { content: { '*/*': { schema } } } : {}) },
});

const note = object({ id: integer, title: text });
const inSort = { type: 'array', items: { $ref: '#/components/schemas/SortObject' } };
const page = object({ content: { type: 'array', items: note }, number: integer, size: integer, sort: inSort });
const pageable = object({
  page: { ...integer, minimum: 0 },
  size: { ...integer, minimum: 1 },
  sort: { ...inSort, items: text },
});
const order = object({
  direction: text,
  nullHandling: text,
  ascending: { type: 'boolean' },
  property: text,
  ignoreCase: { type: 'boolean' },
});
const document = spec(
  {
    '/notes': {
      post: { ...takes(object({ title: text }, ['title'])), responses: unstated(note) },
      get: {
        parameters: [
          { name: 'pageable', in: 'query', required: true, schema: { $ref: '#/components/schemas/Pageable' } },
        ],
        responses: unstated({ $ref: '#/components/schemas/PageNote' }),
      },
    },
    '/notes/{id}': {
      parameters: [param('id', integer)],
      get: { responses: unstated(note) },
      put: { ...takes(object({ title: text }, ['title'])), responses: unstated(note) },
      delete: { responses: unstated() },
    },
  },
  { schemas: { Pageable: pageable, PageNote: page, SortObject: order } },
);

/** Pages begin with 0; what is made is answered 201, what is deleted 204. */
const server =
  (change: (routes: Routes) => Routes = (routes) => routes): MakeServer =>
  () => {
    const { items, on, routes } = store('/notes', {});
    const more: Routes = {
      'PUT /notes/{id}': on((one, body) => ({ status: 200, body: Object.assign(one, body) })),
      'GET /notes': ({ query }) => {
        const size = Number(query.get('size') ?? 20);
        const number = Number(query.get('page') ?? 0);
        const content = [...items.values()].slice(number * size, (number + 1) * size);
        return { status: 200, body: { content, number, size, sort: { sorted: false, unsorted: true, empty: true } } };
      },
    };
    return change({ ...routes, ...more });
  };

describe('a document that a generator wrote', () => {
  it('knows no other success than 200: made is 201, deleted 204', async () => {
    expect(failures(await verify(document, server()))).toEqual([]);
  });

  it('still promises the body', async () => {
    const amiss = server((routes) => ({
      ...routes,
      'POST /notes': (asked) => ({
        status: 201,
        body: { ...(routes['POST /notes']?.(asked).body as object), title: 7 },
      }),
    }));
    expect(decisive(await verify(document, amiss)).join()).toContain('SCHEMA: Creating a note');
  });

  it('whatever the media type, where the whole document says no more', async () => {
    const typed = JSON.stringify(document).replaceAll('*/*', 'application/json');
    expect(failures(await verify(JSON.parse(typed) as object, server()))).toEqual([]);
    const oneSaid = typed.replace('"delete":{"responses":{', '$&"204":{"description":"the note is gone"},');
    expect(decisive(await verify(JSON.parse(oneSaid) as object, server())).join()).toContain(
      'UNEXPECTED_STATUS: Creating a note',
    );
    const served = { ...(JSON.parse(oneSaid) as object), servers: [{ url: '/', description: 'Generated server url' }] };
    expect(failures(await verify(served, server()))).toEqual([]);
  });

  it('and no other status where one is said', async () => {
    const said = structuredClone(document);
    said.paths = JSON.parse(JSON.stringify(document.paths).replaceAll('"OK"', '"the note"'));
    expect(decisive(await verify(said, server())).join()).toContain('UNEXPECTED_STATUS: Creating a note');
  });

  it('says "Default Response" of a route that documents none: any success is one, but where a body is shown', async () => {
    const said = structuredClone(document) as { paths: Record<string, Record<string, object>> };
    const notes = said.paths['/notes'] ?? {};
    notes['post'] = { ...notes['post'], responses: shows(note, '201') };
    const one = said.paths['/notes/{id}'] ?? {};
    one['delete'] = { responses: { '200': { description: 'Default Response' } } };
    expect(failures(await verify(said, server()))).toEqual([]);
    const accepted = server((routes) => ({
      ...routes,
      'DELETE /notes/{id}': (asked) => ({ ...routes['DELETE /notes/{id}']?.(asked), status: 202 }),
    }));
    expect(decisive(await verify(said, accepted))).toEqual([]);
    one['put'] = { ...one['put'], responses: { '200': { ...shows(note)['200'], description: 'Default Response' } } };
    const made = server((routes) => ({
      ...routes,
      'PUT /notes/{id}': (asked) => ({ ...(routes['PUT /notes/{id}']?.(asked) as Told), status: 201 }),
    }));
    expect(decisive(await verify(structuredClone(said), made)).join()).toContain('UNEXPECTED_STATUS');
  });

  it('names one parameter for what a query has side by side', async () => {
    const list = (await readSpec(document)).byKey.get('GET /notes');
    expect(list?.parameters.map(({ name, required }) => [name, required])).toEqual([
      ['page', false],
      ['size', false],
      ['sort', false],
    ]);
    const { bundle } = await plan(document);
    expect(bundle.plans.map(({ name }) => name)).toContain(
      'The list shows each note on exactly one page of the requested size',
    );
  });
});

describe('a document of Django REST framework', () => {
  const thing = object({ id: integer, title: text, state: { type: 'string', enum: ['open', 'archived'] } });
  const search = { name: 'search', required: false, in: 'query', schema: text };
  const documentOf = (responses: object, asked: object = { ...search, description: 'A search term.' }) =>
    spec({
      '/things': {
        post: { ...takes(object({ title: text }, ['title'])), responses: shows(thing, '201') },
        get: {
          parameters: [asked],
          responses: shows({ type: 'array', items: thing }),
        },
      },
      '/things/{id}': item(thing),
      '/things/{id}/archive': {
        parameters: [param('id', integer)],
        post: { operationId: 'things_archive_create', responses },
      },
    });
  const said = { content: { 'application/json': { schema: thing } } };
  const made: MakeServer = () => {
    const { on, routes } = store('/things', { state: 'open' });
    const archive = on((one) => ({ status: 201, body: Object.assign(one, { state: 'archived' }) }));
    return { ...routes, 'POST /things/{id}/archive': archive };
  };

  it('has a search that may look at nothing, and actions that may make something', async () => {
    const written = documentOf({ '200': { ...said, description: '' } });
    expect(failures(await verify(written, made))).toEqual([]);
    const germanPage = object({ count: integer, next: text, previous: text, results: { type: 'array', items: thing } });
    const german = documentOf({ '200': { ...said, description: '' } }, { ...search, description: 'Ein Suchbegriff.' });
    const paged = { ...german, components: { schemas: { PaginatedThingList: germanPage } } };
    expect(failures(await verify(paged, made))).toEqual([]);
    const referring = documentOf({ '200': { ...said, description: '' } }, { $ref: '#/components/parameters/Search' });
    const referred = { ...referring, components: { ...paged.components, parameters: { Search: search } } };
    expect(failures(await verify(referred, made))).toEqual([]);
  });

  it('says of what may be left blank that it is one of a choice, or nothing', async () => {
    const names = ['KindEnum', 'BlankEnum', 'NullEnum'];
    const kind = { oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) };
    const website = {
      oneOf: [
        { type: 'string', format: 'uri' },
        { type: 'string', maxLength: 0 },
      ],
    };
    const { schemas, byKey } = await readSpec(
      spec(
        { '/things': { post: { ...takes(object({ kind, website })), responses: shows(thing, '201') } } },
        {
          schemas: {
            KindEnum: { type: 'string', enum: ['small', 'large'] },
            BlankEnum: { enum: [''] },
            NullEnum: { enum: [null] },
          },
        },
      ),
    );
    const sent = schemas.flatten(byKey.get('POST /things')?.body?.schema ?? true).properties;
    const flat = (name: string) => schemas.flatten(sent[name] ?? true);
    expect([flat('kind').rest['enum'], flat('kind').nullable]).toEqual([['small', 'large'], true]);
    expect([flat('website').rest['format'], flat('website').nullable]).toEqual(['uri', false]);
  });

  it("does not tell that the number of an invoice is one of its own: it is the run's", async () => {
    const both = object({ id: integer, number: text, phone_number: text }, ['id', 'number']);
    const create = {
      ...takes(object({ number: text, phone_number: text }, ['number'])),
      responses: shows(both, '201'),
    };
    const { bundle } = await plan(spec({ '/invoices': { post: create }, '/invoices/{id}': item(both) }));
    const sent = JSON.stringify(bundle.plans.map(({ steps }) => steps[0]?.body?.value));
    expect(sent).toContain('"number":{"unique"');
    expect(sent).not.toContain('"phone_number":{"unique"');
  });

  it('is held to what somebody said', async () => {
    const words = documentOf({ '200': { ...said, description: 'The thing, put away' } });
    expect(decisive(await verify(words, made)).join()).toContain('UNEXPECTED_STATUS');
    const told = documentOf({ '201': { ...said, description: '' } }, { ...search, description: 'What the title has' });
    expect(decisive(await verify(told, made)).join()).toContain('NOT_FILTERED');
  });
});

describe('a document of flask-smorest', () => {
  const book = object({ id: integer, title: text, price: { type: 'number', minimum: '0.00' } }, ['id', 'title']);
  const ofFlask = { responses: { DEFAULT_ERROR: { description: '' }, UNPROCESSABLE_ENTITY: { description: '' } } };
  const ref = { $ref: '#/components/schemas/Book' };
  const documentOf = (components: object) =>
    spec(
      { '/books': { post: { ...takes(ref), responses: shows(ref, '201') } }, '/books/{id}': item(ref) },
      { schemas: { Book: book }, ...components },
    );
  const priced =
    (price: (sent: number) => unknown): MakeServer =>
    () => {
      const { items, routes } = store('/books', {});
      const create = routes['POST /books'];
      routes['POST /books'] = (asked) => {
        const made = create?.(asked) ?? { status: 500 };
        for (const one of items.values()) if (typeof one['price'] === 'number') one['price'] = price(one['price']);
        return made;
      };
      return routes;
    };
  const asText = priced((sent) => sent.toFixed(2));

  it('calls a number what is written as a text', async () => {
    expect(failures(await verify(documentOf(ofFlask), asText))).toEqual([]);
    expect(decisive(await verify(documentOf({}), asText)).join()).toContain('SCHEMA');
    const wrong = priced((sent) => (sent + 1).toFixed(2));
    expect(decisive(await verify(documentOf(ofFlask), wrong)).join()).toContain('VALUE_');
    const words = priced((sent) => `${sent} euros`);
    expect(decisive(await verify(documentOf(ofFlask), words)).join()).toContain('VALUE_');
  });
});

describe('security that is said of the whole document', () => {
  const owner = { name: 'owner', description: 'may do everything', authType: 'BEARER' as const, envVar: 'AUTH_OWNER' };
  const reader = { name: 'reader', description: 'read-only', authType: 'BEARER' as const, envVar: 'AUTH_READER' };
  const user = object({ id: integer, title: text }, ['id', 'title']);
  const makes = { post: { ...takes(object({ title: text }, ['title'])), responses: unstated(user) } };

  it('is no word on how one without an identity gets one', async () => {
    const secured = {
      ...spec({ '/auth/register': makes, '/notes': makes }),
      security: [{ bearer: [] }],
    };
    const { bundle } = await planFeature({ spec: secured, personas: [owner, reader] });
    const refusals = bundle.plans.filter(({ kind }) => kind === 'unauthenticated' || kind === 'forbidden');
    expect(refusals.map(({ name }) => name).sort()).toEqual([
      'Without an identity, POST /notes is refused',
      'reader is refused POST /notes',
    ]);
  });

  it('is no word where drf-yasg filled it in, and one where somebody wrote it', async () => {
    const shown = { responses: { '200': { description: '', schema: user } } };
    const documentOf = (operationId: string, scheme: string) => ({
      swagger: '2.0',
      info: { title: 'Small', version: '1' },
      securityDefinitions: { [scheme]: { type: 'basic' } },
      security: [{ [scheme]: [] }],
      paths: { '/social/links/': { get: { operationId, ...shown } } },
    });
    const kindsOf = async (document: object) =>
      (await planFeature({ spec: document, personas: [owner] })).dropped
        .filter(({ reason }) => reason === 'REFUSALS_ALONE')
        .map(({ kind }) => kind);
    expect(await kindsOf(documentOf('social_links_list', 'Basic'))).toEqual([]);
    expect(await kindsOf(documentOf('social_links_list', 'byPassword'))).toEqual(['unauthenticated']);
    expect(await kindsOf(documentOf('links', 'Basic'))).toEqual(['unauthenticated']);
  });
});
