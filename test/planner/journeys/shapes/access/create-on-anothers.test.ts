import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';
import type { Persona } from '#planner/personas/persona.ts';
import { callerOf, ownedStore } from '#test/owned-store.ts';
import { type Asked, decisive, failures, type Fields, type Told, verify } from '#test/small-server.ts';
import { object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing } from '#test/small-store.ts';

const ANN: Persona = { name: 'ann', description: 'Manages the vehicles and trips of her company.', authType: 'BEARER' };
const OUTSIDE = 'Another company. Has no access to anything of ann.';
const personasOf = (description: string): Persona[] => [ANN, { name: 'bob', description, authType: 'BEARER' }];

/** Vehicles, and trips that refer to one by `member`. */
function documentOf({ noun = 'vehicle', member = 'vehicleId', required = true } = {}) {
  const vehicle = { id: text, name: text };
  const trip = { place: text, [member]: text };
  const names = required ? ['place', member] : ['place'];
  const item = (fields: Record<string, typeof text>) => ({
    parameters: [param('id')],
    get: { responses: { ...shows(object(fields, Object.keys(fields))), ...missing } },
    delete: { responses: { '204': { description: 'done' }, ...missing } },
  });
  const made = (fields: Record<string, typeof text>, sent: string[]) => ({
    post: {
      ...takes(object(Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'id')), sent)),
      responses: { ...shows(object(fields, ['id', ...sent]), '201'), '409': { description: 'not now' } },
    },
  });
  const shown = { id: text, ...trip };
  return {
    ...spec({
      [`/${noun}s`]: made(vehicle, ['name']),
      [`/${noun}s/{id}`]: item(vehicle),
      '/trips': made(shown, names),
      '/trips/{id}': item(shown),
    }),
    security: [{ bearer: [] }],
  };
}

const NAME = "bob is refused POST /trips for what is another's";
const planned = async (document: object, description = OUTSIDE) => {
  const { bundle } = await planFeature({ spec: document, personas: personasOf(description) });
  return bundle.plans.filter(({ name }) => name === NAME);
};

/** `judge`: what is said of a trip whose vehicle is of `owner`; of one that nobody has, `owner` is undefined. */
const server = (judge: (asked: Asked, owner: string | undefined) => Told | undefined) => () => {
  const owners = new Map<unknown, string>();
  const vehicles = ownedStore('/vehicles');
  const trips = ownedStore('/trips');
  const [make, plan] = [vehicles.routes['POST /vehicles'], trips.routes['POST /trips']];
  const makeVehicle = (asked: Asked): Told => {
    const told = make?.(asked) ?? { status: 500 };
    owners.set((told.body as Fields)['id'], callerOf(asked));
    return told;
  };
  const planTrip = (asked: Asked): Told =>
    judge(asked, owners.get(asked.body['vehicleId'])) ?? plan?.(asked) ?? { status: 500 };
  return { ...vehicles.routes, ...trips.routes, 'POST /vehicles': makeVehicle, 'POST /trips': planTrip };
};
const document = documentOf();
const run = (judge: Parameters<typeof server>[0]) =>
  verify(document, server(judge), 'cross-persona', personasOf(OUTSIDE));

describe("a create that refers to another's item", () => {
  it('is planned with an id that nobody has, and with that of the item', async () => {
    const [plan] = await planned(documentOf());
    expect(plan?.steps.map(({ id, persona }) => [id, persona])).toEqual([
      ['create-vehicle', 'ann'],
      ['create-nowhere-trip', 'bob'],
      ['refused-create-trip', 'bob'],
    ]);
    expect(plan?.proof).toEqual(['other-user-allowed POST /trips']);
  });

  it.each([
    ['a reference that may be left out', documentOf({ required: false }), OUTSIDE],
    ['where something goes', documentOf({ noun: 'account', member: 'toAccountId' }), OUTSIDE],
    ['a person', documentOf({ noun: 'contact', member: 'contactId' }), OUTSIDE],
    ['what may be read', documentOf(), 'Sees all vehicles, may not change anything.'],
    ['what may be shared', documentOf(), 'Sees no vehicle of ann that she has not shared with him.'],
  ])('is not planned for %s', async (_, document, description) => {
    expect(await planned(document, description)).toEqual([]);
  });

  it.each([400, 403, 404, 409, 422])(
    'passes where the server answers %i to what is not the caller’s',
    async (status) => {
      const result = await run((asked, owner) =>
        owner === callerOf(asked) ? undefined : { status, body: { error: 'no such vehicle' } },
      );
      expect(failures(result)).toEqual([]);
    },
  );

  it('is told where the server looks whether the item is there, and not whose it is', async () => {
    const result = await run((_, owner) => (owner ? undefined : { status: 422, body: { error: 'no such vehicle' } }));
    expect(decisive(result)).toEqual([`FAIL_DECISIVE_CONTRACT AUTHZ_OBJECT: ${NAME}`]);
    expect(result.residue).toEqual([]);
  });

  it('is undecided where the server takes any id', async () => {
    const result = await run(() => undefined);
    expect(failures(result)).toEqual([`INCONCLUSIVE_SETUP_REQUIRED PRECONDITION_NOT_MET: ${NAME}`]);
  });
});
