import { describe, expect, it } from 'vitest';

import {
  decisive,
  failures,
  type Fields,
  type MakeServer,
  plan,
  type Routes,
  type Told,
  verify,
} from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const conflict = { '409': { description: 'not in this state' } };
const refused = (error: string): Told => ({ status: 409, body: { error } });
const leads = (from: string, to: string) => (one: Fields) =>
  one['status'] === from ? ok(Object.assign(one, { status: to })) : refused(`is ${String(one['status'])}`);

describe('a create that is taken only when what it names has come further', () => {
  const status = { type: 'string', enum: ['pending', 'confirmed', 'checked_in', 'cancelled'] };
  const booking = object({ id: integer, guest: text, status }, ['id', 'guest', 'status']);
  const charge = object({ id: integer, title: text }, ['id', 'title']);
  const act = { parameters: [param('id', integer)], post: { responses: { ...shows(booking), ...conflict } } };
  const document = spec({
    '/bookings': { post: { ...takes(object({ guest: text }, ['guest'])), responses: shows(booking, '201') } },
    '/bookings/{id}': item(booking),
    '/bookings/{id}/confirm': act,
    '/bookings/{id}/check-in': act,
    '/bookings/{id}/cancel': act,
    '/bookings/{id}/charges': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows({ type: 'array', items: charge }), ...missing } },
      post: {
        ...takes(object({ title: text }, ['title'])),
        responses: { ...shows(charge, '201'), ...missing, ...conflict },
      },
    },
  });
  const server =
    (keep: (charges: Fields[], one: Fields) => void, refusal = 'The booking is not checked in'): MakeServer =>
    () => {
      const { on, routes } = store('/bookings', { status: 'pending' });
      const charges = new Map<unknown, Fields[]>();
      routes['POST /bookings/{id}/confirm'] = on(leads('pending', 'confirmed'));
      routes['POST /bookings/{id}/check-in'] = on(leads('confirmed', 'checked_in'));
      routes['POST /bookings/{id}/cancel'] = on((one) => ok(Object.assign(one, { status: 'cancelled' })));
      routes['GET /bookings/{id}/charges'] = on(({ id }) => ok(charges.get(id) ?? []));
      routes['POST /bookings/{id}/charges'] = on(({ id, status: now }, body) => {
        if (now !== 'checked_in') return refused(refusal);
        const here = charges.get(id) ?? [];
        const made = { ...body, id: charges.size * 100 + here.length + 1 };
        charges.set(id, here);
        keep(here, made);
        return { status: 201, body: made };
      });
      return routes;
    };
  const sound = server((here, made) => here.push(made));

  it('passes on a sound server, and a note says what was done before', async () => {
    const result = await verify(document, sound);
    expect(failures(result)).toEqual([]);
    const [created] = result.journeys.filter(({ name }) => name.startsWith('A created charge is in the list'));
    expect(created?.notes?.join()).toContain(
      '409 before /bookings/{id}/confirm, /bookings/{id}/check-in; went on after that',
    );
  });

  it('what is lost there is told', async () => {
    expect(
      decisive(
        await verify(
          document,
          server(() => undefined),
        ),
      ).join(),
    ).toContain('NOT_IN_LIST');
  });

  it('not where the refusal is about what was sent', async () => {
    const result = await verify(
      document,
      server((here, made) => here.push(made), 'a charge of this title exists'),
    );
    expect(decisive(result)).toEqual([]);
    expect(failures(result).join()).toContain('INPUT_CONFLICT: A created charge is in the list');
  });

  it('is undecided where that does not help', async () => {
    const never: MakeServer = (clock) => ({ ...sound(clock), 'POST /bookings/{id}/charges': () => refused('closed') });
    const result = await verify(document, never);
    expect(decisive(result)).toEqual([]);
    expect(failures(result).join()).toContain('STATE_CONFLICT: A created charge is in the list');
  });

  it('is undecided where it is refused otherwise by then', async () => {
    const gone: MakeServer = (clock) => {
      const routes = sound(clock);
      let asked = 0;
      return { ...routes, 'POST /bookings/{id}/charges': () => ((asked += 1) % 2 === 1 ? refused('sold') : notFound) };
    };
    const result = await verify(document, gone);
    expect(decisive(result).filter((one) => one.includes('charge is in the list'))).toEqual([]);
  });

  it('is planned with the actions of the course, in their order', async () => {
    const { bundle } = await plan(document);
    const { course } = bundle.plans
      .flatMap(({ steps }) => steps)
      .find(({ method, path }) => method === 'POST' && path.endsWith('/charges')) ?? { course: [] };
    expect(course?.map(({ path }) => path)).toEqual(['/bookings/{id}/confirm', '/bookings/{id}/check-in']);
  });
});

describe('a create that is refused by the name of what it names, as that is not in its state yet', () => {
  const status = { type: 'string', enum: ['draft', 'published', 'cancelled'] };
  const event = object({ id: integer, title: text, status }, ['id', 'title', 'status']);
  const seat = object({ id: integer, event: integer, guest: text }, ['id', 'event', 'guest']);
  const document = spec({
    '/events/': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(event, '201') } },
    '/events/{id}/': item(event),
    '/events/{id}/publish/': {
      parameters: [param('id', integer)],
      post: { responses: { ...shows(event), ...conflict } },
    },
    '/seats/': {
      get: { responses: shows({ type: 'array', items: seat }) },
      post: {
        ...takes(object({ event: integer, guest: text }, ['event', 'guest'])),
        responses: { ...shows(seat, '201'), ...conflict },
      },
    },
    '/seats/{id}/': item(seat),
  });
  const server =
    (
      keep: (seats: Map<string, Fields>, made: Fields) => void,
      refusal = (one: Fields) => `The event is ${String(one['status'])}.`,
    ): MakeServer =>
    () => {
      const [events, seats] = [store('/events', { status: 'draft' }), store('/seats', {})];
      const create = seats.routes['POST /seats'];
      const all: Routes = {
        ...events.routes,
        ...seats.routes,
        'POST /events/{id}/publish': events.on(leads('draft', 'published')),
      };
      all['POST /seats'] = (asked) => {
        const one = events.items.get(String(asked.body['event'])) ?? {};
        if (one['status'] !== 'published') return refused(refusal(one));
        const told = create?.(asked) ?? notFound;
        keep(seats.items, told.body as Fields);
        return told;
      };
      return Object.fromEntries(Object.entries(all).map(([route, act]) => [`${route}/`, act]));
    };

  it('is made once that is brought there', async () => {
    expect(
      failures(
        await verify(
          document,
          server(() => undefined),
        ),
      ),
    ).toEqual([]);
  });

  it('what is lost there is told', async () => {
    const run = await verify(
      document,
      server((seats, { id }) => seats.delete(String(id))),
    );
    expect(decisive(run).join()).toContain('ITEM_LOST: A created seat can be read back');
  });

  it('not where the refusal is about what else was sent', async () => {
    const run = await verify(
      document,
      server(
        () => undefined,
        () => 'The event knows no such guest.',
      ),
    );
    expect(decisive(run)).toEqual([]);
    expect(failures(run).join()).toContain('INPUT_CONFLICT: A created seat can be read back');
  });
});

describe('a negative decision', () => {
  const status = { type: 'string', enum: ['draft', 'submitted', 'accepted', 'rejected'] };
  const talk = object({ id: integer, title: text, status }, ['id', 'title', 'status']);
  const act = { parameters: [param('id', integer)], post: { responses: { ...shows(talk), ...conflict } } };
  const document = spec({
    '/talks': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(talk, '201') } },
    '/talks/{id}': item(talk),
    '/talks/{id}/submit': act,
    '/talks/{id}/accept': act,
    '/talks/{id}/reject': act,
  });

  it('comes where the positive one would, whatever that is called', async () => {
    const server: MakeServer = () => {
      const { on, routes } = store('/talks', { status: 'draft' });
      routes['POST /talks/{id}/submit'] = on(leads('draft', 'submitted'));
      routes['POST /talks/{id}/accept'] = on(leads('submitted', 'accepted'));
      routes['POST /talks/{id}/reject'] = on(leads('submitted', 'rejected'));
      return routes;
    };
    expect(failures(await verify(document, server))).toEqual([]);
  });
});

describe('what is deleted in two steps', () => {
  const trashedAt = { type: ['string', 'null'], format: 'date-time' };
  const page = object({ id: integer, title: text, trashedAt }, ['id', 'title', 'trashedAt']);
  const document = spec({
    '/pages': {
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(page, '201') },
      get: { responses: shows({ type: 'array', items: page }) },
    },
    '/pages/{id}': {
      parameters: [param('id', integer)],
      get: { responses: { ...shows(page), ...missing } },
      delete: { responses: { ...noBody, ...missing, ...conflict } },
    },
    '/pages/{id}/trash': { parameters: [param('id', integer)], post: { responses: { ...shows(page), ...missing } } },
  });
  const server =
    (remove: (items: Map<string, Fields>, id: string) => void): MakeServer =>
    () => {
      const { on, routes, items } = store('/pages', { trashedAt: null });
      routes['POST /pages/{id}/trash'] = on((one) => ok(Object.assign(one, { trashedAt: '2026-01-01T00:00:00Z' })));
      routes['DELETE /pages/{id}'] = ({ params: [id = ''] }) => {
        const one = items.get(id);
        if (!one) return notFound;
        if (one['trashedAt'] === null) return refused('only what is in the trash');
        remove(items, id);
        return { status: 204 };
      };
      return routes;
    };

  it('passes on a sound server, and nothing stays behind', async () => {
    const result = await verify(
      document,
      server((items, id) => items.delete(id)),
    );
    expect(failures(result)).toEqual([]);
    expect(result.residue).toEqual([]);
  });

  it('is not asked for where a deletion knows no conflict, and nothing is asserted of what is in the trash', async () => {
    const gone: MakeServer = (clock) => {
      const routes = server((items, id) => items.delete(id))(clock);
      const read = routes['GET /pages/{id}'];
      const isTrashed = (told: Told) => (told.body as Fields | undefined)?.['trashedAt'] !== null;
      return {
        ...routes,
        'GET /pages/{id}': (asked) => {
          const told = read?.(asked) ?? notFound;
          return isTrashed(told) ? notFound : told;
        },
      };
    };
    expect(decisive(await verify(document, gone))).toEqual([]);
  });

  it('a deletion that does nothing is told', async () => {
    expect(
      decisive(
        await verify(
          document,
          server(() => undefined),
        ),
      ).join(),
    ).toContain('NOT_DELETED');
  });
});
