import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, missing, store } from '#test/small-store.ts';

const watches = object({ watchCount: integer, isWatching: boolean }, ['watchCount', 'isWatching']);
type Schema = ReturnType<typeof object>;

/** Whoever posts at /issues/{id}/watchers watches the issue, and no longer after a DELETE. */
function documentOf(shown: Record<string, Schema>, name = 'watchers', post: object = {}) {
  const issue = object({ id: integer, title: text, ...shown }, ['id', 'title', ...Object.keys(shown)]);
  const act = { responses: { ...noBody, ...missing, '409': { description: 'so already' } } };
  return spec({
    '/issues': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(issue, '201') } },
    '/issues/{id}': item(issue),
    [`/issues/{id}/${name}`]: { parameters: [param('id', integer)], post: { ...act, ...post }, delete: act },
  });
}

const beside = documentOf({ watches });
const within = documentOf({ fields: object({ watches }, ['watches']) });

type Answers = { begins?: boolean; again?: Told; absent?: Told; post?: boolean; remove?: boolean; refuses?: Told };
const done: Told = { status: 204 };

const server =
  (document: object, { begins = true, again = done, absent = done, post = true, remove = false, refuses }: Answers) =>
  (): ReturnType<MakeServer> => {
    const shown = (isWatching: boolean) => {
      const own = { watches: { watchCount: Number(isWatching), isWatching } };
      return document === within ? { fields: own } : own;
    };
    const { on, routes } = store('/issues', shown(begins));
    const states = new Map<unknown, boolean>();
    const is = (one: Fields) => states.get(one['id']) ?? begins;
    const set = (one: Fields, to: boolean): Told => {
      states.set(one['id'], to);
      Object.assign(one, shown(to));
      return done;
    };
    return {
      ...routes,
      'POST /issues/{id}/watchers': on((one) => refuses ?? (is(one) ? again : set(one, post))),
      'DELETE /issues/{id}/watchers': on((one) => (is(one) ? set(one, remove) : absent)),
    };
  };

const effectOf = (method: string) => `The effect of ${method} /issues/{id}/watchers is seen on the issue`;

describe.each([
  ['in an object called after it', beside],
  ['in such an object within what holds the fields', within],
])('whether the caller watches a thing, shown %s', (_, document) => {
  it.each<[string, Answers]>([
    ['makers watch what they make', {}],
    [
      'nobody watches at first, and who does not cannot leave',
      { begins: false, absent: { status: 404, body: { error: 'not a watcher' } } },
    ],
    ['nobody watches twice', { again: { status: 409, body: { error: 'you watch it' } } }],
    ['nobody watches twice, and a router tells that nothing was changed', { again: { status: 304 } }],
  ])('passes where %s', async (__, answers) => {
    const { bundle } = await plan(document);
    const proofs = ['POST', 'DELETE'].map((one) => bundle.plans.find(({ name }) => name === effectOf(one))?.proof);
    expect(proofs.map((proof) => proof?.some((name) => name.startsWith('action-no-op')))).toEqual([true, true]);
    expect(failures(await verify(document, server(document, answers)))).toEqual([]);
  });

  it('is found where it does not begin, or does not end', async () => {
    expect(decisive(await verify(document, server(document, { post: false })))).toEqual([
      `FAIL_DECISIVE_PERSISTENCE UNCHANGED: ${effectOf('POST')}`,
    ]);
    expect(decisive(await verify(document, server(document, { remove: true })))).toEqual([
      `FAIL_DECISIVE_PERSISTENCE UNCHANGED: ${effectOf('DELETE')}`,
    ]);
  });
});

it('nothing is claimed where nobody may watch what is theirs', async () => {
  for (const status of [400, 403, 409, 422]) {
    const refuses = { status, body: { error: 'not your own' } };
    const absent = { status: 404, body: { error: 'no such item' } };
    expect(decisive(await verify(beside, server(beside, { begins: false, absent, refuses })))).toEqual([]);
  }
});

it.each([
  ['somebody is named', documentOf({ watches }, 'watchers', takes(object({ userId: text }, ['userId'])))],
  ['the flag is that of another thing', documentOf({ parent: object({ id: integer, watches }, ['id', 'watches']) })],
  ['the path says nothing of the caller', documentOf({ watches }, 'sentinels')],
  ['only a count is shown', documentOf({ watches: object({ watchCount: integer }, ['watchCount']) })],
])('no relation of the caller is known where %s', async (_, document) => {
  const { bundle } = await plan(document);
  expect(bundle.plans.filter(({ name }) => name.startsWith('The effect of'))).toEqual([]);
});

it('a film that somebody begins to watch is not watched yet', async () => {
  const film = object({ id: integer, title: text, watched: boolean }, ['id', 'title', 'watched']);
  const shown = { parameters: [param('id', integer)], post: { responses: { ...noBody, ...missing } } };
  const document = spec({
    '/films': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(film, '201') } },
    '/films/{id}': item(film),
    '/films/{id}/watch': shown,
  });
  const films: MakeServer = () => {
    const { on, routes } = store('/films', { watched: false });
    return { ...routes, 'POST /films/{id}/watch': on(() => done) };
  };
  expect(failures(await verify(document, films))).toEqual([]);
});
