import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Routes, verify } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok } from '#test/small-store.ts';

/** Consoles are made without being told anything, and show no id but their name. */
const console_ = object({ name: text, last_activity: text }, ['name']);
const documentOf = (created: object, sent: object = {}) =>
  spec({
    '/consoles': {
      post: { ...sent, responses: shows(created as never, '201') },
      get: { responses: shows({ type: 'array', items: console_ }) },
    },
    '/consoles/{console_id}': {
      parameters: [param('console_id')],
      get: { responses: { ...shows(console_), ...missing } },
      delete: { responses: { ...noBody, ...missing } },
    },
  });
const document = documentOf(console_);

/** Gives the lowest number that is free as a name. */
const server =
  (change: (routes: Routes) => void = () => undefined): MakeServer =>
  () => {
    const items = new Map<string, Fields>();
    let seconds = 0;
    const routes: Routes = {
      'POST /consoles': () => {
        let free = 1;
        while (items.has(String(free))) free += 1;
        const made = { name: String(free), last_activity: `second ${(seconds += 1)}` };
        items.set(made.name, made);
        return { status: 201, body: made };
      },
      'GET /consoles': () => ok([...items.values()]),
      'GET /consoles/{console_id}': ({ params: [name = ''] }) => (items.has(name) ? ok(items.get(name)) : notFound),
      'DELETE /consoles/{console_id}': ({ params: [name = ''] }) => (items.delete(name) ? { status: 204 } : notFound),
    };
    change(routes);
    return routes;
  };

it('the name that a server itself gives what it makes is its id, where it shows no other', async () => {
  const { bundle } = await plan(document);
  expect(bundle.plans.map(({ kind }) => kind)).toEqual([
    'create-read',
    'create-list',
    'delete-gone',
    'delete-gone',
    'delete-gone',
    'not-found',
    'call-unknown',
    'call-unknown',
  ]);
});

it('what shows an id, or a client names, is not known by its name', async () => {
  const shown = object({ name: text, session_uid: text }, ['name']);
  const named = takes(object({ name: text }, ['name']));
  for (const other of [documentOf(shown), documentOf(console_, named)])
    expect(
      (await plan(other)).bundle.plans.filter(({ kind }) => kind !== 'not-found' && kind !== 'call-unknown'),
    ).toEqual([]);
});

it('a sound server that gives names again passes', async () => {
  expect(failures(await verify(document, server()))).toEqual([]);
});

it('a delete that does nothing is found, though nothing was sent that the thing could show', async () => {
  const idle = server((routes) => (routes['DELETE /consoles/{console_id}'] = () => ({ status: 204 })));
  expect(decisive(await verify(document, idle))).toEqual([
    'FAIL_DECISIVE_PERSISTENCE NOT_DELETED: A deleted console is gone',
  ]);
});

it('another thing under the name that was deleted is none', async () => {
  const used = server((routes) => {
    const remove = routes['DELETE /consoles/{console_id}'];
    routes['DELETE /consoles/{console_id}'] = (asked) => {
      const told = remove?.(asked) ?? notFound;
      routes['POST /consoles']?.(asked);
      return told;
    };
  });
  expect(decisive(await verify(document, used, 'delete-gone'))).toEqual([]);
});

it('so it is of what a list alone shows', async () => {
  const listed = structuredClone(document) as { paths: Record<string, { get?: object }> };
  delete listed.paths['/consoles/{console_id}']?.get;
  const idle = server((routes) => (routes['DELETE /consoles/{console_id}'] = () => ({ status: 204 })));
  expect(failures(await verify(listed, server()))).toEqual([]);
  expect(decisive(await verify(listed, idle))).toEqual([
    'FAIL_DECISIVE_PERSISTENCE NOT_DELETED: A deleted console is gone',
  ]);
});
