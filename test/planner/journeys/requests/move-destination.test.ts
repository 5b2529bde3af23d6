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
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok, store } from '#test/small-store.ts';

const denied = { '401': { description: 'who are you' }, '400': { description: 'not there' } };
const folder = object({ id: integer, title: text }, ['id', 'title']);
const file = object({ id: integer, title: text }, ['id', 'title']);
const asks = (name: string, schema: object = integer) => ({ name, in: 'query', required: true, schema });
const documentOf = (...asked: object[]) => ({
  ...spec({
    '/folders': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(folder, '201') } },
    '/folders/{folderId}': {
      parameters: [param('folderId', integer)],
      get: { responses: { ...shows(folder), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
    '/folders/{folderId}/files': {
      parameters: [param('folderId', integer)],
      post: { ...takes(object({ title: text }, ['title'])), responses: { ...shows(file, '201'), ...missing } },
    },
    '/folders/{folderId}/files/{fileId}': {
      parameters: [param('folderId', integer), param('fileId', integer)],
      get: { responses: { ...shows(file), ...missing } },
    },
    '/folders/{folderId}/files/{fileId}/move': {
      parameters: [param('folderId', integer), param('fileId', integer), ...asked],
      post: { responses: { ...shows(file), ...missing, ...denied } },
    },
  }),
  security: [{ bearer: [] }],
});
const document = documentOf(asks('destination'));

const server =
  (
    moved: (one: Fields, folders: Map<string, Fields>, destination: string) => Told = (one, folders, destination) => {
      if (!folders.has(destination)) return notFound;
      one['folder'] = destination;
      return ok({ id: one['id'], title: one['title'] });
    },
    letsIn: (token: string | undefined) => boolean = (token) => token === 'Bearer owner',
  ): MakeServer =>
  () => {
    const { items, on, routes } = store('/folders', {});
    const files = new Map<string, Fields>();
    const find = ([folderId = '', fileId = '']: string[]) => {
      const one = files.get(fileId);
      return one?.['folder'] === folderId ? one : undefined;
    };
    const shown = ({ id, title }: Fields) => ({ id, title });
    routes['POST /folders/{id}/files'] = (asked) =>
      on((_folder, body) => {
        const one = { ...body, id: files.size + 1, folder: asked.params[0] };
        files.set(String(one.id), one);
        return { status: 201, body: shown(one) };
      })(asked);
    routes['GET /folders/{id}/files/{fileId}'] = ({ params }) => {
      const one = find(params);
      return one ? ok(shown(one)) : notFound;
    };
    routes['POST /folders/{id}/files/{fileId}/move'] = ({ params, query, headers }) => {
      if (!letsIn(headers['authorization'])) return { status: 401 };
      const one = find(params);
      return one ? moved(one, items, query.get('destination') ?? '') : notFound;
    };
    return routes;
  };
const run = (made: MakeServer, of = document) => verify(of, made, undefined, [OWNER]);
const about = (lines: string[]) => lines.filter((line) => line.includes('/move'));

describe('a move to where its query says', () => {
  it('goes to another thing of the kind that the item stands below', async () => {
    let isMoved = false;
    const noticing = server((one, folders, destination) => {
      isMoved ||= folders.has(destination) && destination !== one['folder'];
      return folders.has(destination) ? ok({ id: one['id'], title: one['title'] }) : notFound;
    });
    expect(about(failures(await run(noticing)))).toEqual([]);
    expect(isMoved).toBe(true);
  });

  it.each([
    ['it is another sort of place', () => ({ status: 400, body: { error: 'no such shelf' } })],
    ['it is not found', () => notFound],
    ['it knows the item by another id there', () => ok({ id: 77, title: 'moved' })],
    ['it is somewhere else by that name', ({ id, title }: Fields) => ok({ id, title })],
    ['it is moved later', () => ({ status: 202 })],
  ])('nothing is held against a server where %s', async (_why, moved: (one: Fields) => Told) => {
    const result = await run(server(moved));
    expect(about(decisive(result)).filter((line) => !line.includes('UNEXPECTED_STATUS'))).toEqual([]);
  });

  it('what it answers is judged by its contract, and who may not do it', async () => {
    expect(about(decisive(await run(server(() => ok({ id: 'one' }))))).join()).toContain('SCHEMA');
    expect(about(decisive(await run(server(undefined, () => true)))).join()).toContain('AUTHN_MISSING');
  });

  it.each([
    ['more is asked for', [asks('destination'), asks('reason')]],
    ['the document gives a value', [{ ...asks('destination'), example: 7 }]],
    ['it is asked for by another word', [asks('shelf')]],
    ['it is no id of that kind', [asks('destination', text)]],
  ])('is none that is guessed where %s', async (_why, asked) => {
    const { bundle } = await plan(documentOf(...asked), [OWNER]);
    const queries = bundle.plans.flatMap(({ steps }) => steps.map(({ params }) => params.query['destination']));
    expect(queries.filter((value) => value && 'capture' in value)).toEqual([]);
  });
});
