import { describe, expect, it } from 'vitest';

import { statedLimits } from '#planner/personas/grammar/stated-limits.ts';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, named, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';
import { limitCovers, isTotal } from '#planner/personas/grammar/limit-covers.ts';

const note = object({ id: integer, comment: text }, ['id', 'comment']);
const draft = takes(object({ comment: text }, ['comment']));
const found = shows({ type: 'array', items: note });

describe.each(['', '/'])('paths that end in "%s"', (slash) => {
  const document = spec({
    [`/notes/create${slash}`]: { post: { ...draft, responses: shows(note) } },
    [`/notes/{id}${slash}`]: item(note),
    [`/notes${slash}`]: { get: { responses: found } },
    [`/notes/search${slash}`]: { post: { ...takes(object({ words: text })), responses: found } },
  });
  const server =
    (keep: (items: Map<string, Fields>) => void): MakeServer =>
    () => {
      const { routes, items } = store('/notes', {});
      const slashed = Object.entries(routes).map(([route, act]) => [route + slash, act] as const);
      const { [`POST /notes${slash}`]: create, ...others } = Object.fromEntries(slashed);
      return {
        ...others,
        [`POST /notes/create${slash}`]: (asked) => {
          const made = create?.(asked) ?? ok({});
          keep(items);
          return { ...made, status: 200 };
        },
        [`POST /notes/search${slash}`]: () => ok([]),
      };
    };

  it('are planned alike: what makes is known, and what looks is asked', async () => {
    const { bundle } = await plan(document);
    const called = bundle.plans.flatMap(({ steps }) => steps.map(({ method, path }) => `${method} ${path}`));
    expect(called).toContain(`POST /notes/create${slash}`);
    expect(called).toContain(`POST /notes/search${slash}`);
  });

  it('pass on a sound server, and a lost thing is told', async () => {
    expect(
      failures(
        await verify(
          document,
          server(() => undefined),
        ),
      ),
    ).toEqual([]);
    expect(
      decisive(
        await verify(
          document,
          server((items) => items.clear()),
        ),
      ).join(),
    ).toContain('ITEM_LOST');
  });

  it('hide what stands below a thing, and no thing below itself', () => {
    const [limit] = statedLimits('Has no access to the boards of others.');
    const nouns = ['board', 'card'];
    if (!limit) throw new Error('no limit');
    expect(limitCovers(limit, 'update', { noun: 'card', key: `/boards/{}/cards${slash}` }, named(nouns))).toBe(true);
    expect(isTotal(limit, `/boards/{id}${slash}`, named(nouns))).toBe(false);
    expect(isTotal(limit, `/boards/{id}/stars${slash}`, named(nouns))).toBe(true);
  });
});
