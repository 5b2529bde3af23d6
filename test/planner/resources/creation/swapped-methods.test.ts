import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, missing, notFound, ok, store } from '#test/small-store.ts';

const level = { type: 'integer', enum: [0, 1, 2] };
const part = object({ label: text, filter: object({ words: text }) }, ['label']);
/** Names another thing, and is not sent: what is called alike in a list is none of it. */
const filter = object({ id: integer, words: text });
/** As the server shows it: nothing tells the client's members from the server's, and nothing is required. */
const project = object({ id: integer, created: text, title: text, note: text, level, filter, parts: array(part) });
const components = { schemas: { Project: project } };
const shown = { $ref: '#/components/schemas/Project' };

function array(items: object) {
  return { type: 'array', items };
}

/** PUT on the collection makes, POST on the item changes. */
const document = spec(
  {
    '/projects': {
      get: { responses: shows(array(shown)) },
      put: { ...takes(shown), responses: shows(shown, '201') },
    },
    '/projects/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(shown), ...missing } },
      post: { ...takes(shown), responses: { ...shows(shown), ...missing } },
      delete: { responses: { '200': { description: 'gone' }, ...missing } },
    },
    '/projects/{id}/duplicate': {
      parameters: [param('id', integer)],
      put: { ...takes(object({ whole: boolean })), responses: shows(object({ copied: shown, whole: boolean }), '201') },
    },
    '/projects/{project}/members': {
      parameters: [param('project', integer)],
      get: { responses: shows(array(object({ id: integer, name: text }))) },
      put: {
        ...takes(object({ id: integer, name: text })),
        responses: shows(object({ id: integer, name: text }), '201'),
      },
    },
    '/projects/{project}/members/{member}': {
      parameters: [param('project', integer), param('member', integer)],
      delete: { responses: { '200': { description: 'gone' } } },
    },
  },
  components,
);

type Faults = { lost?: string[]; refusal?: number; level?: number };

const serverOf =
  ({ lost = [], refusal, level: own }: Faults = {}): MakeServer =>
  () => {
    const items = new Map<string, Fields>();
    let last = 0;
    const kept = (body: Fields): Fields => {
      const { title, note = '', parts = [], level: asked = 1 } = body;
      return { title, note: lost.includes('note') ? '' : note, parts, level: own ?? asked, filter: null };
    };
    const made = (body: Fields): Told => {
      if (body['note'] !== undefined && refusal !== undefined)
        return { status: refusal, body: { error: 'invalid note' } };
      last += 1;
      const one = { id: last, created: '2026-01-01', ...kept(body) };
      items.set(String(last), one);
      return { status: 201, body: one };
    };
    return {
      'GET /projects': () => ok([...items.values()]),
      'PUT /projects': ({ body }) => made(body),
      'GET /projects/{id}': ({ params: [id = ''] }) =>
        items.has(id) ? ok({ ...items.get(id), ...(lost.includes('level') && { level: 2 }) }) : notFound,
      'POST /projects/{id}': ({ params: [id = ''], body }) => {
        const before = items.get(id);
        if (!before) return notFound;
        const after = { ...before, ...kept(body) };
        if (!lost.includes('change')) items.set(id, after);
        return ok(after);
      },
      'DELETE /projects/{id}': ({ params: [id = ''] }) => (items.delete(id) ? { status: 200 } : notFound),
      'PUT /projects/{id}/duplicate': ({ params: [id = ''] }) => {
        const before = items.get(id);
        return before ? { status: 201, body: { copied: made(before).body, whole: true } } : notFound;
      },
      'GET /projects/{project}/members': ({ params: [id = ''] }) => (items.has(id) ? ok([]) : notFound),
      'PUT /projects/{project}/members': ({ params: [id = ''] }) =>
        items.has(id) ? { status: 404, body: { error: 'this person does not exist' } } : notFound,
    };
  };

describe('things that PUT makes on their collection, and POST changes at their own path', () => {
  it('are made, read, listed, changed and deleted, and a sound service is accused of nothing', async () => {
    const { plans } = (await plan(document)).bundle;
    const kinds = new Set(plans.map(({ kind }) => kind));
    for (const kind of ['create-read', 'create-list', 'update-read', 'delete-gone']) expect(kinds).toContain(kind);
    expect(decisive(await verify(document, serverOf()))).toEqual([]);
    expect(failures(await verify(document, serverOf(), 'update-read'))).toEqual([]);
  });

  it('and are missed where they, or what is changed of them, are lost', async () => {
    expect(decisive(await verify(document, serverOf({ lost: ['note'] }), 'create-read')).join()).toMatch(
      /VALUE_NOT_STORED/,
    );
    expect(decisive(await verify(document, serverOf({ lost: ['change'] }), 'update-read')).join()).toMatch(
      /by POST shows/,
    );
  });

  it("a choice of what is sent as it is shown is the server's own", async () => {
    expect(decisive(await verify(document, serverOf({ level: 2 })))).toEqual([]);
    expect(decisive(await verify(document, serverOf({ lost: ['level'] }), 'create-read'))).toEqual([]);
  });

  it('a PUT of which the item itself is one success more changes what all share', async () => {
    const paths = structuredClone(document.paths) as Record<string, { put: { responses: object } }>;
    Object.assign(paths['/projects']?.put.responses ?? {}, shows(shown));
    const { plans } = (await plan({ ...document, paths })).bundle;
    expect(plans.filter(({ kind }) => kind === 'create-read')).toEqual([]);
  });

  it('that what the body of such a PUT lacks is not there is no lost parent', async () => {
    const { journeys } = await verify(document, serverOf(), 'create-echo');
    const told = journeys.filter(({ name }) => name.includes('member')).map(({ reasonCode }) => reasonCode);
    expect(told).toEqual(['INPUT_REFUSED']);
  });

  it('412 where no version was named speaks of the values', async () => {
    const { journeys } = await verify(document, serverOf({ refusal: 412 }), 'create-read');
    expect(journeys.map(({ status }) => status)).toContain('pass');
  });
});

describe('things whose read may show what is left of a deleted one', () => {
  const customer = object({ id: text, name: text, phone: text }, ['id', 'name']);
  const left = object({ id: text, deleted: { type: 'boolean', enum: [true] } }, ['id', 'deleted']);
  const [whole, rest] = ['Customer', 'Rest'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const sent = takes(object({ name: text, phone: text }));
  const documented = spec(
    {
      '/customers': { post: { ...sent, responses: shows(whole ?? {}) } },
      '/customers/{customer}': {
        parameters: [param('customer')],
        get: { responses: shows({ anyOf: [whole, rest] }) },
        post: { ...sent, responses: shows(whole ?? {}) },
        delete: { responses: shows(rest ?? {}) },
      },
    },
    { schemas: { Customer: customer, Rest: left } },
  );
  const shop =
    (isKept: boolean): MakeServer =>
    () => {
      const items = new Map<string, Fields>();
      const at = (id = '') => items.get(id);
      return {
        'POST /customers': ({ body }) => {
          const made = { ...body, id: `c${items.size + 1}` };
          items.set(made.id, made);
          return ok(made);
        },
        'GET /customers/{customer}': ({ params: [id] }) => (at(id) ? ok(at(id)) : notFound),
        'POST /customers/{customer}': ({ params: [id], body }) => {
          const before = at(id);
          return before ? ok(isKept ? Object.assign(before, body) : { ...before, ...body }) : notFound;
        },
        'DELETE /customers/{customer}': ({ params: [id = ''] }) => {
          if (!items.has(id)) return notFound;
          items.set(id, { id, deleted: true });
          return ok(items.get(id));
        },
      };
    };

  it('are changed by a POST that answers what their create answers', async () => {
    expect(failures(await verify(documented, shop(true)))).toEqual([]);
    expect(decisive(await verify(documented, shop(false), 'update-read')).join()).toMatch(/by POST shows the change/);
  });
});

it('a POST at a thing that answers what its create does, and is sent nothing of what makes one, adds something', async () => {
  const own = { id: integer, subject: text, description: text };
  const details = object({ ...own, log: { type: 'array', items: text } }, ['id', 'subject', 'log']);
  const [ticket, whole] = ['Ticket', 'Details'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const documented = spec(
    {
      '/tickets': { post: { ...takes(object({ subject: text }, ['subject'])), responses: shows(ticket ?? {}, '201') } },
      '/tickets/{id}': {
        ...item(whole ?? {}),
        post: { ...takes(object({ description: text }, ['description'])), responses: shows(ticket ?? {}) },
      },
    },
    { schemas: { Ticket: object(own, ['id', 'subject']), Details: details } },
  );
  const desk: MakeServer = () => {
    const { routes, on } = store('/tickets', { log: [] });
    const reply = on((one, { description }) => {
      one['log'] = [...(one['log'] as string[]), description];
      return ok({ id: one['id'], subject: one['subject'] });
    });
    return { ...routes, 'POST /tickets/{id}': reply };
  };
  expect(decisive(await verify(documented, desk))).toEqual([]);
});
