import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

const post = object({ id: integer, title: text }, ['id', 'title']);
const comment = object({ id: integer, body: text }, ['id', 'body']);

/** Comments are made and listed below their post, and taken away by a path of their own that shows none. */
const document = spec({
  '/posts': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(post, '201') } },
  '/posts/{id}': { parameters: [param('id', integer)], get: { responses: { ...shows(post), ...missing } } },
  '/posts/{id}/comments': {
    parameters: [param('id', integer)],
    get: { responses: shows({ type: 'array', items: comment }) },
    post: { ...takes(object({ body: text }, ['body'])), responses: shows(comment, '201') },
  },
  '/comments/{id}': {
    parameters: [param('id', integer)],
    patch: { ...takes(object({ body: text }, ['body'])), responses: { ...noBody, ...missing } },
    delete: { responses: { ...noBody, ...missing } },
  },
});

const serverOf =
  (isStored: boolean): MakeServer =>
  () => {
    const posts = new Map<string, Fields>();
    const comments = new Map<string, Fields>();
    let serial = 0;
    return {
      'POST /posts': ({ body }) => {
        serial += 1;
        posts.set(String(serial), { id: serial, ...body });
        return { status: 201, body: posts.get(String(serial)) };
      },
      'GET /posts/{id}': ({ params: [id = ''] }) => (posts.has(id) ? ok(posts.get(id)) : notFound),
      'GET /posts/{id}/comments': ({ params: [id] }) => ok([...comments.values()].filter((one) => one['post'] === id)),
      'POST /posts/{id}/comments': ({ params: [id = ''], body }) => {
        serial += 1;
        comments.set(String(serial), { id: serial, post: id, ...body });
        return { status: 201, body: comments.get(String(serial)) };
      },
      'PATCH /comments/{id}': ({ params: [id = ''], body }) => {
        if (!comments.has(id)) return notFound;
        if (isStored) comments.set(id, { ...comments.get(id), ...body });
        return { status: 204 };
      },
      'DELETE /comments/{id}': ({ params: [id = ''] }) => {
        if (!comments.has(id)) return notFound;
        if (isStored) comments.delete(id);
        return { status: 204 };
      },
    };
  };

describe('what is made below something, and known by a path of its own that no read has', () => {
  it('is changed and deleted, as the list shows that it was made in', async () => {
    const { plans } = (await plan(document)).bundle;
    const subjects = plans.map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining(['PATCH /comments/{id}', 'DELETE /comments/{id}']));
    expect(failures(await verify(document, serverOf(true)))).toEqual([]);
  });

  it('and it is told where neither is done', async () => {
    expect(decisive(await verify(document, serverOf(false), 'delete-gone')).join()).toMatch(/NOT_DELETED/);
    expect(decisive(await verify(document, serverOf(false), 'update-read')).join()).toMatch(
      /UNCHANGED|NOT_STORED|LOST/,
    );
  });

  it('is nothing that has a path below where it is made', async () => {
    const below = { parameters: [param('id', integer), param('comment', integer)], delete: { responses: noBody } };
    const paths = { ...document.paths, '/posts/{id}/comments/{comment}': below };
    const { plans } = (await plan({ ...document, paths })).bundle;
    expect(plans.filter(({ steps }) => steps.length > 1).map(({ subject }) => subject)).not.toContain(
      'DELETE /comments/{id}',
    );
  });
});
