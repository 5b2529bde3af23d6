import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok, store } from '#test/small-store.ts';

/** Items in memory, of which a deletion answers 202 and does its work `after` so many ms, or never. */
function leaving(after: number, mark: (one: Fields) => void = () => undefined): MakeServer {
  return (clock) => {
    const { items, routes } = store('/spaces', { status: { phase: 'Active' }, metadata: {} });
    const dueAt = new Map<string, number>();
    const swept: typeof routes = {};
    for (const [key, act] of Object.entries(routes))
      swept[key] = (asked) => {
        for (const [id, at] of dueAt) if (clock.now() >= at) items.delete(id);
        return act(asked);
      };
    swept['DELETE /spaces/{id}'] = ({ params: [id = ''] }) => {
      const one = items.get(id);
      if (!one) return notFound;
      mark(one);
      dueAt.set(id, clock.now() + after);
      return { status: 202 };
    };
    return swept;
  };
}

const phase = { type: 'string', enum: ['Active', 'Terminating'] };
const metadata = object({ deletionTimestamp: { type: 'string', format: 'date-time' } });
const space = object({ id: integer, title: text, status: object({ phase }), metadata }, ['id', 'title']);
const document = (status: string) =>
  spec({
    '/spaces': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(space, '201') },
      get: { responses: shows({ type: 'array', items: space }) },
    },
    '/spaces/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(space), ...missing } },
      delete: { responses: { [status]: { description: 'deleted' }, ...missing } },
    },
  });
const accepting = document('202');

describe('a deletion that is only accepted', () => {
  it('is planned by itself, in the list and beside another', async () => {
    const names = (await plan(accepting)).bundle.plans.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'A deleted space is gone',
        'A deleted space is not in the list',
        'Deleting a space removes no other space',
      ]),
    );
  });

  it.each([0, 300, 5_000, 20_000])('passes where the thing is gone after %d ms', async (after) => {
    const result = await verify(accepting, leaving(after));
    expect(failures(result)).toEqual([]);
    expect(result.residue).toEqual([]);
  });

  it('is undecided where the thing stays as it is for longer than anybody waits', async () => {
    const result = await verify(accepting, leaving(3_600_000));
    expect(decisive(result)).toEqual([]);
    expect(failures(result).join()).toContain('NOT_FINISHED: A deleted space is gone');
  });

  it.each([
    ['a phase', (one: Fields) => (one['status'] = { phase: 'Terminating' })],
    ['a time', (one: Fields) => (one['metadata'] = { deletionTimestamp: '2026-01-01T00:00:00Z' })],
  ])('passes where the thing stays, marked by %s', async (_, mark) => {
    expect(failures(await verify(accepting, leaving(3_600_000, mark)))).toEqual([]);
  });

  it('is told where the list goes on showing what its own read says is gone', async () => {
    const listing: MakeServer = (clock) => {
      const routes = leaving(300)(clock);
      const made: unknown[] = [];
      return {
        ...routes,
        'POST /spaces': (asked) => {
          const told = routes['POST /spaces']?.(asked) ?? notFound;
          made.push(told.body);
          return told;
        },
        'GET /spaces': () => ok(made),
      };
    };
    expect(decisive(await verify(accepting, listing)).join()).toContain('NOT_DELETED: A deleted space is not in');
  });
});

it('a deletion that is said to be done, and does nothing, is told as ever', async () => {
  const never: MakeServer = (clock) => ({ ...leaving(0)(clock), 'DELETE /spaces/{id}': () => ({ status: 204 }) });
  expect(decisive(await verify(document('204'), never)).join()).toContain('NOT_DELETED: A deleted space is gone');
});
