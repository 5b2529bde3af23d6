import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

const tags = { type: 'array', items: text };
const note = object({ id: integer, title: text, tags }, ['id', 'title', 'tags']);
const sent = { title: text, tags };
const documentOf = (required: string[], whole = false) => {
  const own = object(sent, required);
  const body = whole ? object({ note: own }, ['note']) : own;
  return spec({ '/notes': { post: { ...takes(body), responses: shows(note, '201') } }, '/notes/{id}': item(note) });
};

/** Answers a create that leaves the tags out as is said. */
const server =
  (without: (body: Fields) => { status: number; body: unknown }): MakeServer =>
  () => {
    const { routes } = store('/notes', {});
    const usual = routes['POST /notes'];
    return {
      ...routes,
      'POST /notes': (asked) => (asked.body['tags'] ? usual?.(asked) : without(asked.body)) as never,
    };
  };

it('a create is called once more with what is required alone, where it was sent more', async () => {
  const bareOf = async (required: string[], whole = false) => {
    const { bundle } = await plan(documentOf(required, whole));
    const step = bundle.plans.flatMap(({ steps }) => steps).find(({ id }) => id === 'create-bare-note');
    return step?.body?.value;
  };
  expect(await bareOf(['title'])).toEqual({ object: { title: expect.anything() } });
  expect(await bareOf(['title'], true)).toEqual({ object: { note: { object: { title: expect.anything() } } } });
  expect(await bareOf(['title', 'tags'])).toBeUndefined();
  expect(await bareOf([])).toBeUndefined();
});

it.each([
  ['none instead of an empty list', { status: 201, body: { id: 9, title: 'a', tags: null } }, /CONTRACT SCHEMA/],
  ['a fault of its own', { status: 500, body: { error: 'tags is undefined' } }, /CONTRACT SERVER_ERROR/],
])('%s is found', async (_name, answer, verdict) => {
  expect(
    decisive(
      await verify(
        documentOf(['title']),
        server(() => answer),
      ),
    ),
  ).toEqual([expect.stringMatching(verdict)]);
});

it.each([
  ['an empty list', (body: Fields) => ({ status: 201, body: { id: 9, ...body, tags: [] } })],
  ['a refusal', () => ({ status: 422, body: { error: 'tags are missing' } })],
])('%s passes', async (_name, answer) => {
  expect(failures(await verify(documentOf(['title']), server(answer)))).toEqual([]);
});

it('a text that the answer must have is none that was not sent', async () => {
  const own = { title: text, description: text };
  const shown = object({ id: integer, ...own }, ['id', 'title', 'description']);
  const document = spec({
    '/notes': { post: { ...takes(object(own, ['title'])), responses: shows(shown, '201') } },
    '/notes/{id}': item(shown),
  });
  expect(failures(await verify(document, () => store('/notes', {}).routes))).toEqual([]);
});

it('a choice that is required is found where it is kept as one and the same, and not where the server settles it', async () => {
  const choice = { type: 'string', enum: ['red', 'green'] };
  const own = { title: text, color: choice, status: choice };
  const body = object({ ...own, body: text }, ['title', 'color', 'status']);
  const shown = object({ id: integer, ...own }, ['id', 'title', 'color', 'status']);
  const document = spec({
    '/notes': { post: { ...takes(body), responses: shows(shown, '201') } },
    '/notes/{id}': item(shown),
  });
  const keeping =
    (always: Fields): MakeServer =>
    () => {
      const { routes } = store('/notes', {});
      const usual = routes['POST /notes'];
      return {
        ...routes,
        'POST /notes': (asked) => usual?.({ ...asked, body: { ...asked.body, ...always } }) as never,
      };
    };
  expect(decisive(await verify(document, keeping({ color: 'red' })))).toEqual([
    expect.stringMatching(/Creating a note answers what was sent/),
  ]);
  expect(failures(await verify(document, keeping({ status: 'red' })))).toEqual([]);
});

it.each(['role', 'plan', 'tier', 'accessLevel', 'visibility'])(
  'nor where %s is given by right of the caller',
  async (name) => {
    const choice = { type: 'string', enum: ['basic', 'best'] };
    const own = { title: text, [name]: choice };
    const document = spec({
      '/users': {
        post: {
          ...takes(object({ ...own, phone: text }, ['title', name])),
          responses: shows(object({ id: integer, ...own }, ['id', 'title', name]), '201'),
        },
      },
      '/users/{id}': item(object({ id: integer, ...own }, ['id', 'title', name])),
    });
    const server: MakeServer = () => {
      const { routes } = store('/users', {});
      const usual = routes['POST /users'];
      return {
        ...routes,
        'POST /users': (asked) => usual?.({ ...asked, body: { ...asked.body, [name]: 'basic' } }) as never,
      };
    };
    expect(decisive(await verify(document, server))).toEqual([]);
  },
);
