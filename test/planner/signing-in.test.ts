import { expect, test } from 'vitest';

import { failures, plan, verify } from './small-server.ts';
import { integer, object, shows, spec, takes, text } from './small-spec.ts';
import { ok } from './small-store.ts';

test('a login answers who the caller is, not what was sent, and makes nothing', async () => {
  const user = object({ id: integer, name: text }, ['id', 'name']);
  const login = { post: { ...takes(object({ name: text }, ['name'])), responses: shows(user) } };
  const document = spec({ '/auth/local/login': login, '/teams': { ...login }, '/sign-in': login });
  const me = () => ok({ id: 1, name: 'admin' });
  const { bundle } = await plan(document);
  expect(bundle.plans.map(({ subject }) => subject)).toEqual(['POST /teams']);
  const routes = { 'POST /auth/local/login': me, 'POST /sign-in': me };
  expect(
    failures(await verify(document, () => ({ ...routes, 'POST /teams': ({ body }) => ok({ id: 1, ...body }) }))),
  ).toEqual([]);
});
