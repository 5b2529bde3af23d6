import { expect, it } from 'vitest';

import { decisive, failures, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { boolean, item, store } from '#test/small-store.ts';

const act = { responses: noBody };
const documentOf = (flag: string, name: string) => {
  const post = object({ id: integer, title: text, [flag]: boolean }, ['id', 'title', flag]);
  return spec({
    '/posts': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(post, '201') } },
    '/posts/{id}': item(post),
    [`/posts/{id}/${name}`]: { parameters: [param('id', integer)], put: act, delete: act },
  });
};

const server =
  (flag: string, name: string, takesBack = true): MakeServer =>
  () => {
    const { on, routes } = store('/posts', { [flag]: false });
    const set = (to: boolean) =>
      on((one) => {
        one[flag] = to;
        return { status: 204 };
      });
    return { ...routes, [`PUT /posts/{id}/${name}`]: set(true), [`DELETE /posts/{id}/${name}`]: set(!takesBack) };
  };

it.each([
  ['starred', 'star'],
  ['isLiked', 'like'],
  ['favorite', 'favorite'],
  ['locked', 'lock'],
])('what PUT does to "%s", DELETE takes back', async (flag, name) => {
  const document = documentOf(flag, name);
  const journey = `The effect of DELETE /posts/{id}/${name} is seen on the post`;
  const { bundle } = await plan(document);
  expect(bundle.plans.find((one) => one.name === journey)?.proof).toContain(`action-no-op DELETE /posts/{id}/${name}`);
  expect(failures(await verify(document, server(flag, name)))).toEqual([]);
  expect(decisive(await verify(document, server(flag, name, false)))).toEqual([
    `FAIL_DECISIVE_PERSISTENCE UNCHANGED: ${journey}`,
  ]);
});

it('nothing is taken back where no word says so', async () => {
  const { bundle } = await plan(documentOf('paid', 'pay'));
  expect(
    bundle.plans.filter(({ kind, subject }) => kind.startsWith('action-') && subject.startsWith('DELETE')),
  ).toEqual([]);
});
