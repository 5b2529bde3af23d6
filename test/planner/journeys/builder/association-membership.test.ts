import { planFeature } from '#planner/plan-feature.ts';
import { describe, expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const conflict = { '409': { description: 'not in this state' } };
const refused = (error: string): Told => ({ status: 409, body: { error } });

describe('a create that is taken only when the two things that it names are joined', () => {
  const vehicle = object({ id: integer, plate: text }, ['id', 'plate']);
  const driver = object({ id: integer, name: text }, ['id', 'name']);
  const pair = { vehicle_id: integer, driver_id: integer };
  const assignment = object({ id: integer, ...pair }, ['id', ...Object.keys(pair)]);
  const sent = { ...pair, origin: text };
  const trip = object({ id: integer, ...sent }, ['id', ...Object.keys(sent)]);
  const list = (one: object) => ({ get: { responses: shows({ type: 'array', items: one }) } });
  const document = spec({
    '/vehicles': { post: { ...takes(object({ plate: text }, ['plate'])), responses: shows(vehicle, '201') } },
    '/vehicles/{id}': item(vehicle),
    '/drivers': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(driver, '201') } },
    '/drivers/{id}': item(driver),
    '/assignments': {
      ...list(assignment),
      post: { ...takes(object(pair, Object.keys(pair))), responses: { ...shows(assignment, '201'), ...conflict } },
    },
    '/assignments/{id}': item(assignment),
    '/trips': {
      ...list(trip),
      post: { ...takes(object(sent, Object.keys(sent))), responses: { ...shows(trip, '201'), ...conflict } },
    },
    '/trips/{id}': item(trip),
  });

  type Rules = { needsJoin?: boolean; joins?: boolean; keeps?: (trips: Map<string, Fields>, made: Fields) => void };
  /** `seen` is given the assignments of the whole run, and how many trips asked for one in vain. */
  const fleet =
    (
      { needsJoin = true, joins = true, keeps }: Rules,
      seen: { joined: number; left?: Map<string, Fields> },
    ): MakeServer =>
    () => {
      const [vehicles, drivers, assignments, trips] = [
        store('/vehicles', {}),
        store('/drivers', {}),
        store('/assignments', {}),
        store('/trips', {}),
      ];
      seen.left = assignments.items;
      const isPair = (one: Fields, body: Fields) =>
        one['vehicle_id'] === body['vehicle_id'] && one['driver_id'] === body['driver_id'];
      const { 'POST /trips': makeTrip, 'POST /assignments': makeAssignment } = {
        ...trips.routes,
        ...assignments.routes,
      };
      return {
        ...vehicles.routes,
        ...drivers.routes,
        ...assignments.routes,
        ...trips.routes,
        'POST /assignments': (asked) => {
          seen.joined += 1;
          if (!joins) return refused('nobody is assigned today');
          if ([...assignments.items.values()].some((one) => isPair(one, asked.body))) return refused('they are a pair');
          return makeAssignment?.(asked) ?? refused('');
        },
        'POST /trips': (asked) => {
          if (needsJoin && ![...assignments.items.values()].some((one) => isPair(one, asked.body)))
            return refused('nobody who is assigned');
          const told = makeTrip?.(asked) ?? refused('');
          keeps?.(trips.items, told.body as Fields);
          return told;
        },
        'GET /trips': () => ok([...trips.items.values()]),
      };
    };
  const ofTrips = (lines: string[]) => lines.filter((line) => line.includes('trip'));

  it('passes on a sound server, with a note, and what joined them is taken away again', async () => {
    const seen: { joined: number; left?: Map<string, Fields> } = { joined: 0 };
    const result = await verify(document, fleet({}, seen));
    expect(failures(result)).toEqual([]);
    expect(result.residue).toEqual([]);
    expect(seen.left?.size).toBe(0);
    const [read] = result.journeys.filter(({ name }) => name === 'A created trip can be read back');
    expect(read?.notes?.join()).toContain('409 before /assignments; went on after that');
  });

  it('nothing is joined that could not be taken away again', async () => {
    const { '/assignments/{id}': one, ...others } = (document as unknown as { paths: Record<string, object> }).paths;
    const { delete: _remove, ...kept } = one as { delete: object };
    const { bundle } = await plan(spec({ ...others, '/assignments/{id}': kept }));
    const trips = bundle.plans
      .flatMap(({ steps }) => steps)
      .filter(({ path, method }) => path === '/trips' && method === 'POST');
    expect(trips.length).toBeGreaterThan(0);
    expect(trips.filter(({ course }) => course !== undefined)).toEqual([]);
  });

  it('nothing is joined where that is not asked for', async () => {
    const asked = { joined: 0 };
    const free = { joined: 0 };
    expect(ofTrips(failures(await verify(document, fleet({}, asked))))).toEqual([]);
    expect(failures(await verify(document, fleet({ needsJoin: false }, free)))).toEqual([]);
    expect(free.joined).toBeLessThan(asked.joined);
  });

  it('what is lost then is told', async () => {
    const loses = fleet({ keeps: (trips, made) => trips.delete(String(made['id'])) }, { joined: 0 });
    expect(ofTrips(decisive(await verify(document, loses))).join()).toContain('ITEM_LOST');
  });

  it('is undecided where they cannot be joined', async () => {
    const result = await verify(document, fleet({ joins: false }, { joined: 0 }));
    expect(ofTrips(decisive(result))).toEqual([]);
    expect(ofTrips(failures(result)).join()).toContain('STATE_CONFLICT');
  });

  it('is joined by the actor where 409 hides whether somebody else is refused', async () => {
    const { bundle } = await planFeature({
      spec: { ...document, security: [{ bearer: [] }] },
      personas: [{ name: 'admin', description: 'May do everything.', authType: 'BEARER' }],
    });
    const stepsOf = (subject: string) =>
      bundle.plans
        .filter((one) => one.kind === 'unauthenticated' && one.subject === subject)
        .flatMap((one) => one.steps);
    const requestsOf = (subject: string) => stepsOf(subject).map(({ method, path }) => `${method} ${path}`);
    const made = ['POST /drivers', 'POST /vehicles'];
    expect(requestsOf('POST /trips')).toEqual([...made, 'POST /trips']);
    const course = stepsOf('POST /trips').at(-1)?.course;
    expect(course?.map(({ path, persona }) => [path, persona])).toEqual([['/assignments', 'admin']]);
    expect(requestsOf('POST /assignments')).toEqual([...made, 'POST /assignments']);
    expect(stepsOf('POST /assignments').at(-1)?.course).toBeUndefined();
  });
});
