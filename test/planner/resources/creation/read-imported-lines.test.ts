import { describe, expect, it } from 'vitest';

import {
  decisive,
  failures,
  type Fields,
  type MakeServer,
  OWNER,
  plan,
  type Told,
  verify,
} from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const LINES = 'https://example.com/one\nhttps://example.com/two\n';
const lines = (example: string) => ({
  requestBody: { required: true, content: { 'text/plain': { schema: text, example } } },
});
const ids = { type: 'array', items: integer };
const elsewhere = { ...text, format: 'uri', pattern: '^https://www\\.example\\.org/' };

/** Bookmarks, made one by one by their address, or imported: a line for each. */
const documentOf = ({
  path = '/bookmarks/import',
  example = LINES,
  answer = shows(ids) as object,
  url = { ...text, format: 'uri' } as Fields,
  summary = 'Import bookmarks',
  told = [] as string[],
} = {}) => {
  const bookmark = object({ id: integer, url }, ['id', 'url']);
  const denied = { '401': { description: 'who are you' } };
  return {
    ...spec({
      '/bookmarks': {
        post: { ...takes(object({ url, title: text }, ['url'])), responses: { ...shows(bookmark, '201'), ...denied } },
        get: { responses: { ...shows({ type: 'array', items: bookmark }), ...denied } },
      },
      '/bookmarks/{id}': { ...item(bookmark), parameters: [param('id', integer)] },
      [path]: {
        post: {
          operationId: 'importBookmarks',
          summary,
          parameters: told.map((query) => ({ name: query, in: 'query', schema: text })),
          ...lines(example),
          responses: { ...answer, ...denied, ...missing },
        },
      },
    }),
    security: [{ bearer: [] }],
  };
};
const document = documentOf();
const name = 'POST /bookmarks/import answers as documented';

/** `brings`: of a line, the thing that it makes. `lets`: who else may import. */
const serverOf =
  ({
    told = (made: unknown[]): Told => ok(made),
    brings = (url: string): string | undefined => url,
    lets = (_headers: string): boolean => false,
  } = {}): MakeServer =>
  () => {
    const { routes, items } = store('/bookmarks', {});
    const create = routes['POST /bookmarks'];
    // Somebody's, of the document's own address.
    create?.({ params: [], body: { url: 'https://example.com/one' }, query: new URLSearchParams(), headers: {} });
    routes['POST /bookmarks/import'] = (asked) => {
      const urls = String(asked.body['text'])
        .trim()
        .split('\n')
        .map(brings)
        .filter((url) => url !== undefined);
      const known = new Set([...items.values()].map(({ url }) => url));
      const made = urls
        .filter((url) => !known.has(url))
        .map((url) => create?.({ ...asked, body: { url } }).body as Fields);
      return told(made.map(({ id }) => id));
    };
    return Object.fromEntries(
      Object.entries(routes).map(([key, act]): [string, typeof act] => {
        const isLetIn = (headers: string) =>
          headers.includes('Bearer owner"') || (key.endsWith('/import') && lets(headers));
        const denied = { status: 401, body: { error: 'who are you' } };
        return [key, (asked) => (isLetIn(JSON.stringify(asked.headers)) ? act(asked) : denied)];
      }),
    );
  };

const verifyAll = (server: MakeServer) => verify(document, server, undefined, [OWNER]);

describe('a text that is imported, each line of which is the address of a thing', () => {
  it.each([
    ['tells the ids of what it made', serverOf()],
    ['tells nothing of it', serverOf({ told: () => ok([]) })],
  ])('is sent one address of the run, and what it made is taken away, where the answer %s', async (_what, server) => {
    const result = await verifyAll(server);
    expect(failures(result)).toEqual([]);
    expect(result.journeys.map((journey) => journey.name)).toContain(name);
    expect(result.residue).toEqual([]);
  });

  it.each([
    ['nothing comes of it', serverOf({ brings: () => undefined })],
    ['it is written otherwise', serverOf({ brings: (url) => `${url}/` })],
    ['it is refused', serverOf({ told: () => ({ status: 422, body: { error: 'no page there' } }) })],
  ])('is undecided where %s', async (_what, server) => {
    const result = await verifyAll(server);
    expect(decisive(result)).toEqual([]);
    expect(result.journeys.find((journey) => journey.name === name)?.status).toBe('skip');
  });

  it.each([
    ['it is answered otherwise than is documented', serverOf({ told: () => ok({ imported: 1 }) }), `SCHEMA: ${name}`],
    ['it is not there', serverOf({ told: () => ({ status: 404, body: { error: 'no such route' } }) }), 'ROUTE'],
    ['everybody may', serverOf({ lets: () => true }), 'Without an identity, POST /bookmarks/import is refused'],
    [
      'all credentials will do',
      serverOf({ lets: (headers) => headers.includes('Bearer ') }),
      'Without an identity, POST /bookmarks/import is refused',
    ],
  ])('is told where %s', async (_what, server, said) => {
    expect(decisive(await verifyAll(server)).join()).toContain(said);
  });

  it.each([
    ['it takes the place of what is there', documentOf({ path: '/bookmarks/import-replace' })],
    ['its summary says so', documentOf({ summary: 'Import bookmarks and remove all others' })],
    ['its summary says so in another form', documentOf({ summary: 'Overwrites your bookmarks' })],
    ['it may be told to', documentOf({ told: ['replace_existing'] })],
    ['it may be told not to', documentOf({ told: ['merge'] })],
    ['the address is one of a host that the document names', documentOf({ url: elsewhere })],
    ['its lines are no addresses', documentOf({ example: 'one\ntwo\n' })],
    ['it is one address', documentOf({ example: 'https://example.com/one' })],
    ['nothing is told of what it answers', documentOf({ answer: { '200': { description: 'imported' } } })],
    ['it is done later', documentOf({ answer: { ...shows(ids), '202': { description: 'accepted' } } })],
    ['the thing is known by no address', documentOf({ url: text })],
  ])('is not sent where %s', async (_why, other) => {
    const { plans } = (await plan(other, [OWNER])).bundle;
    expect(plans.flatMap(({ operations }) => operations)).not.toContain('importBookmarks');
  });
});
