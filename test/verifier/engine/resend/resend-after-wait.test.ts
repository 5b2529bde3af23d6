import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, notFound, ok, store } from '#test/small-store.ts';

const conflict = { '409': { description: 'not in this state' } };
type Schema = Record<string, unknown>;
const letter = (status: Schema) => object({ id: integer, title: text, status }, ['id', 'title', 'status']);
const document = (states: string[], sent: Record<string, Schema> = {}) => {
  const shown = letter({ type: 'string', enum: states });
  return spec({
    '/letters': {
      get: { responses: shows({ type: 'array', items: shown }) },
      post: { ...takes(object({ title: text, ...sent }, ['title'])), responses: shows(shown, '201') },
    },
    '/letters/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(shown), ...missing } },
      delete: { responses: { ...noBody, ...missing, ...conflict } },
    },
  });
};
const moving = document(['queued', 'sent', 'delivered', 'failed']);
const refused: Told = { status: 409, body: { error: 'The letter is under way' } };

/** Letters arrive in two seconds, and are deleted only then. */
const letters =
  (remove: (items: Map<string, Fields>, one: Fields) => Told, takesMs = 2000): MakeServer =>
  (clock) => {
    const { items, on, routes } = store('/letters', {});
    const made = new Map<unknown, number>();
    const seen = (one: Fields): Fields => {
      if (!made.has(one['id'])) made.set(one['id'], clock.now());
      const isThere = clock.now() - (made.get(one['id']) ?? 0) >= takesMs;
      return { ...one, status: isThere ? 'delivered' : 'queued' };
    };
    const create = routes['POST /letters'];
    return {
      ...routes,
      'POST /letters': (asked) => {
        const told = create?.(asked);
        return told ? { ...told, body: seen(told.body as Fields) } : notFound;
      },
      'GET /letters': () => ok([...items.values()].map(seen)),
      'GET /letters/{id}': on((one) => ok(seen(one))),
      'DELETE /letters/{id}': on((one) => (seen(one)['status'] === 'delivered' ? remove(items, one) : refused)),
    };
  };
const sound = letters((items, one) => (items.delete(String(one['id'])) ? { status: 204 } : notFound));
const passing = async (states: object) => {
  const { bundle } = await plan(states);
  return bundle.plans.flatMap(({ steps }) => steps).filter(({ passes }) => passes).length > 0;
};

describe('what is refused because of a state that passes by itself', () => {
  it('goes again until it is taken, and is taken away at the end', async () => {
    const result = await verify(moving, sound);
    expect(failures(result)).toEqual([]);
    expect(result.residue).toEqual([]);
    // Which journey deletes within the two seconds depends on their order.
    const notes = result.journeys.flatMap((journey) => journey.notes ?? []);
    expect(notes.join()).toContain('409 at first; sent again until the state passed');
  });

  it('what is deleted and stays is told, though it looks otherwise than when it was made', async () => {
    const told = decisive(
      await verify(
        moving,
        letters(() => ({ status: 204 })),
      ),
    ).join();
    expect(told).toContain('NOT_DELETED');
  });

  it('is undecided where the state does not pass in time, and what stays is reported', async () => {
    const result = await verify(
      moving,
      letters(() => ({ status: 204 }), 3_600_000),
    );
    expect(decisive(result)).toEqual([]);
    expect(failures(result).join()).toContain('STATE_CONFLICT: A deleted letter is gone');
    expect(result.residue.length).toBeGreaterThan(0);
  });

  it('is undecided where it is refused otherwise by then', async () => {
    const result = await verify(
      moving,
      letters(() => ({ status: 423 })),
    );
    expect(decisive(result)).toEqual([]);
  });

  it('is undecided where the thing goes by itself as soon as it has passed', async () => {
    const leaving = letters((items, one) => {
      items.delete(String(one['id']));
      return notFound;
    });
    const result = await verify(moving, leaving);
    expect(decisive(result)).toEqual([]);
    expect(result.residue).toEqual([]);
  });

  it('is not waited for in every journey where it never passes', async () => {
    let asked = 0;
    const never: MakeServer = (clock) => {
      const routes = letters(() => refused, 0)(clock);
      const remove = routes['DELETE /letters/{id}'];
      const counted: typeof remove = (told) => {
        asked += 1;
        return remove?.(told) ?? notFound;
      };
      return { ...routes, 'DELETE /letters/{id}': counted };
    };
    const { startedAt, endedAt, journeys } = await verify(moving, never);
    expect(journeys.length).toBeGreaterThan(6);
    expect(asked).toBeGreaterThan(journeys.length);
    // Twice in a journey, twice as it is taken away: the clock adds up what goes on side by side.
    expect(Date.parse(endedAt) - Date.parse(startedAt)).toBeLessThan(40_000);
  });

  it('is planned only where a machine moves the thing, and no request does', async () => {
    expect(await passing(moving)).toBe(true);
    expect(await passing(document(['draft', 'published']))).toBe(false);
    const states = { type: 'string', enum: ['queued', 'sent'] };
    expect(await passing(document(states.enum, { status: states }))).toBe(false);
  });
});
