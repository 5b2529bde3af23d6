import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

/** Files and folders by their paths: PUT makes one at its own, POST makes one inside a folder and says where. */
const documentOf = (
  kinds = ['file', 'directory'],
  answer: object = shows({ $ref: '#/components/schemas/Entry' }, '201'),
  path = 'path',
) => {
  const entry = object({ [path]: text, type: { ...text, enum: kinds }, content: text }, [path, 'type', 'content']);
  const shown = { $ref: '#/components/schemas/Entry' };
  return spec(
    {
      [`/entries/{${path}}`]: {
        parameters: [param(path)],
        get: { responses: { ...shows(shown), ...missing } },
        put: {
          ...takes(object({ type: text, content: text })),
          responses: { ...shows(shown), ...shows(shown, '201') },
        },
        post: { ...takes(object({ from: text })), responses: { ...answer, ...missing } },
        delete: { responses: { ...noBody, ...missing } },
      },
    },
    { schemas: { Entry: entry } },
  );
};

type Style = {
  /** What a folder shows as its contents. */
  contents?: unknown;
  /** What it was sent says nothing: all are files. */
  isFlat?: true;
  told?: (made: Fields) => Told;
};

const serverOf =
  (
    { contents = [], isFlat, told = (made) => ({ status: 201, body: made }) }: Style = {},
    done: string[] = [],
  ): MakeServer =>
  () => {
    const all = new Map<string, Fields>();
    const keep = (path: string, type: unknown, content: unknown) => {
      const isFolder = type === 'directory' && !isFlat;
      all.set(path, { path, type: isFolder ? 'directory' : 'file', content: isFolder ? contents : content });
      done.push(`made ${path}`);
      return all.get(path) as Fields;
    };
    return {
      'GET /entries/{path}': ({ params: [path = ''] }) => (all.has(path) ? ok(all.get(path)) : notFound),
      'PUT /entries/{path}': ({ params: [path = ''], body }) => ({
        status: all.has(path) ? 200 : 201,
        body: keep(path, body['type'], body['content'] ?? ''),
      }),
      'POST /entries/{path}': ({ params: [path = ''] }) => {
        const folder = all.get(path);
        if (!folder) return notFound;
        if (folder['type'] !== 'directory') return { status: 400, body: { error: 'cannot POST to files' } };
        return told(keep(`${path}/untitled`, 'file', ''));
      },
      'DELETE /entries/{path}': ({ params: [path = ''] }) => {
        if ([...all.keys()].some((other) => other.startsWith(`${path}/`)))
          return { status: 400, body: { error: 'the directory is not empty' } };
        done.push(`gone ${path}`);
        return all.delete(path) ? { status: 204 } : notFound;
      },
    };
  };

const name = 'POST /entries/{path} answers as documented for an entry';
const endOf = async (document: object, server: MakeServer) => {
  const { journeys, residue } = await verify(document, server, 'call-below');
  return { status: journeys.find((one) => one.name === name)?.status, residue };
};

describe('what a POST makes inside a thing at its own path', () => {
  it.each([
    ['an empty list', []],
    ['nothing', null],
    ['what it holds', '[]'],
  ])('is made in a folder of the run that shows %s, and taken away before that', async (_what, contents) => {
    const done: string[] = [];
    expect(await endOf(documentOf(), serverOf({ contents }, done))).toEqual({ status: 'pass', residue: [] });
    expect(done.filter((one) => one.includes('/'))).toEqual([
      expect.stringMatching(/^made .+\/untitled$/),
      expect.stringMatching(/^gone .+\/untitled$/),
    ]);
    const [made, gone] = ['made', 'gone'].map((what) => done.filter((one) => one.startsWith(what)).length);
    expect(gone).toBe(made);
  });

  it('stays where its answer tells a path within the folder, which may be that of something else outside', async () => {
    const done: string[] = [];
    const told = (made: Fields) => ({ status: 201, body: { ...made, path: 'untitled' } });
    const { journeys } = await verify(documentOf(), serverOf({ told }, done), 'call-below');
    expect(journeys.find((one) => one.name === name)?.status).toBe('pass');
    expect(done).toContainEqual(expect.stringMatching(/^made .+\/untitled$/));
    expect(done).not.toContain('gone untitled');
  });

  it('may be refused where nothing becomes a folder', async () => {
    expect(decisive(await verify(documentOf(), serverOf({ isFlat: true })))).toEqual([]);
  });

  it('is told where it is not answered as is documented', async () => {
    const bare = serverOf({ told: ({ path }) => ({ status: 201, body: { path, content: '' } }) });
    expect(decisive(await verify(documentOf(), bare, 'call-below'))).toEqual([
      `FAIL_DECISIVE_CONTRACT SCHEMA: ${name}`,
    ]);
    const other = serverOf({ told: (made) => ({ status: 200, body: made }) });
    expect(decisive(await verify(documentOf(), other, 'call-below')).join()).toContain('UNEXPECTED_STATUS');
    expect(failures(await verify(documentOf(), serverOf(), 'call-below'))).toEqual([]);
  });

  it.each([
    ['no kind of thing is a folder', documentOf(['text', 'image'])],
    ['it answers something else', documentOf(undefined, shows(object({ done: text }, ['done']), '201'))],
    ['it is known by a name, which another may have elsewhere', documentOf(undefined, undefined, 'name')],
    ['it is not said to make anything', documentOf(undefined, shows({ $ref: '#/components/schemas/Entry' }))],
  ])('is made in no folder where %s', async (_why, document) => {
    const { plans } = (await plan(document)).bundle;
    expect(JSON.stringify(plans)).not.toContain('"directory"}');
  });
});
