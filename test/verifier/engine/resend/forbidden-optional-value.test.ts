import { describe, expect, it } from 'vitest';

import { bearer, decisive, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

describe('who is refused for an optional value', () => {
  const own = { title: text, note: text };
  const board = object({ id: integer, ...own }, ['id', 'title']);
  const document = () => ({
    ...spec({
      '/boards': { post: { ...takes(object(own, ['title'])), responses: shows(board, '201') } },
      '/boards/{id}': item(board),
    }),
    security: [{ bearer: [] }],
  });
  /** Looks at what is sent before it looks at who sends it. */
  const server =
    (isLoose: boolean): MakeServer =>
    () => {
      const { routes } = store('/boards', {});
      return Object.fromEntries(
        Object.entries(routes).map(([key, act]) => [
          key,
          (asked) => {
            const isKnown = asked.headers['authorization'] === 'Bearer secret' || (isLoose && key.startsWith('POST'));
            if (Object.hasOwn(asked.body, 'note')) return { status: 422, body: { detail: 'no note' } };
            return isKnown ? act(asked) : { status: 401, body: { detail: 'who?' } };
          },
        ]),
      );
    };

  it.each([
    ['is told where it is let in without that', true, ['AUTHN_MISSING']],
    ['is undecided where it is not', false, []],
  ])('%s', async (_, isLoose, told) => {
    const asked = document();
    await plan(asked, [bearer('admin', 'May do everything.')]);
    const lines = decisive(await verify(asked, server(isLoose), 'unauthenticated'));
    expect(lines.map((line) => /AUTHN_MISSING/.exec(line)?.[0])).toEqual(told);
  });
});
