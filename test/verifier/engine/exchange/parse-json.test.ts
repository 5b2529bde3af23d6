import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, ok, store } from '#test/small-store.ts';

const file = object({ id: integer, title: text }, ['id', 'title']);
const anything = (schema: object) => ({ '200': { description: 'success', content: { '*/*': { schema } } } });
const documentOf = (below: object) =>
  spec({
    '/files': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(file, '201') } },
    '/files/{id}': item(file),
    '/files/{id}/content': {
      get: { parameters: [param('id', integer)], responses: { ...anything(below), ...missing } },
    },
  });
const server =
  (body: unknown, contentType: string): MakeServer =>
  () => {
    const { routes, on } = store('/files', {});
    delete routes['GET /files'];
    const headers = { 'content-type': contentType };
    return { ...routes, 'GET /files/{id}/content': on(() => ({ ...ok(body), headers })) };
  };

it('bytes of any kind may be JSON', async () => {
  const bytes = anything({ type: 'string', format: 'binary' });
  const document = spec({
    '/files': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(file, '201') },
      get: { responses: shows({ type: 'array', items: file }) },
    },
    '/files/{id}': { ...item(file), get: { responses: { ...bytes, ...missing } } },
  });
  const read = 'GET /files/{id}';
  const holding: MakeServer = () => {
    const { routes, on } = store('/files', {});
    return { ...routes, [read]: on(() => ok({ type: 'record' })) };
  };
  const { plans } = (await plan(document)).bundle;
  expect(plans.map(({ kind }) => kind)).toContain('delete-gone');
  expect(failures(await verify(document, holding))).toEqual([]);
});

it('a text that reads like a number is one, unless it is said to be JSON', async () => {
  const document = documentOf(text);
  expect(failures(await verify(document, server(42, 'text/plain;charset=UTF-8')))).toEqual([]);
  expect(decisive(await verify(document, server(42, 'application/json')))).toHaveLength(1);
  expect(decisive(await verify(document, server({ title: 'x' }, 'text/plain')))).toHaveLength(1);
});
