import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, refuse } from '../request.ts';
import { DRIVER_STATUSES, TRIP_STATUSES, VEHICLE_STATUSES, round2, sentDriver, sentFuel } from './model.ts';
import { sentReferences, sentTrip, sentVehicle, timeOf } from './model.ts';
import type { Assignment, Driver, FuelEntry, Trip, Vehicle } from './model.ts';
import { named, ofPair, page, queryId, queryOption, sorted } from './query.ts';
import type { SortKeys } from './query.ts';

/** What one company has. */
type Company = {
  vehicles: Map<number, Vehicle>;
  drivers: Map<number, Driver>;
  assignments: Map<number, Assignment>;
  trips: Map<number, Trip>;
  fuel: Map<number, FuelEntry>;
};
/** Ids are given out for all companies together. */
type Fleet = { of: (context: Context) => Company; nextId: (kind: keyof Company) => number };

const TOKENS = ['Bearer flt_nordfracht_a81c', 'Bearer flt_costa_77de'];
const CODES: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  404: 'not_found',
  409: 'conflict',
  422: 'invalid',
};

const now = () => new Date().toISOString();

function newFleet(): Fleet {
  const company = (): Company => {
    return { vehicles: new Map(), drivers: new Map(), assignments: new Map(), trips: new Map(), fuel: new Map() };
  };
  const companies = new Map(TOKENS.map((token) => [token, company()]));
  const last = { vehicles: 0, drivers: 0, assignments: 0, trips: 0, fuel: 0 };
  return {
    of: (context) => companies.get(context.req.header('authorization') ?? '') ?? refuse(401, 'The token is unknown'),
    nextId: (kind) => (last[kind] += 1),
  };
}

function addVehicles(app: Hono, { of, nextId }: Fleet): void {
  const refuseTaken = (context: Context, { plate }: { plate: string }, id: number) => {
    const taken = [...of(context).vehicles.values()].some((one) => one.plate === plate && one.id !== id);
    if (taken) refuse(409, 'There is a vehicle of this plate');
  };
  app.get('/vehicles', (context) => {
    const { vehicles, assignments } = of(context);
    const [status, driver] = [queryOption(context, 'status', VEHICLE_STATUSES), queryId(context, 'driver_id')];
    const links = [...assignments.values()].filter(({ driver_id }) => driver_id === driver);
    const found = [...vehicles.values()]
      .filter((one) => status === undefined || one.status === status)
      .filter((one) => driver === undefined || links.some(({ vehicle_id }) => vehicle_id === one.id));
    const keys: SortKeys<Vehicle> = { id: (one) => one.id, plate: (one) => one.plate };
    return page(context, sorted(context, found, { ...keys, odometer_km: (one) => one.odometer_km }));
  });
  app.post('/vehicles', async (context) => {
    const sent = sentVehicle(await bodyOf(context, 422));
    refuseTaken(context, sent, 0);
    const made: Vehicle = { id: nextId('vehicles'), ...sent, created_at: now() };
    of(context).vehicles.set(made.id, made);
    return context.json(made, 201);
  });
  app.get('/vehicles/:vehicle_id', (context) => context.json(named(context, of(context).vehicles, 'vehicle_id')));
  app.patch('/vehicles/:vehicle_id', async (context) => {
    const vehicle = named(context, of(context).vehicles, 'vehicle_id');
    const changes = sentVehicle({ ...vehicle, ...(await bodyOf(context, 422)) });
    refuseTaken(context, changes, vehicle.id);
    return context.json(Object.assign(vehicle, changes));
  });
}

function addDrivers(app: Hono, { of, nextId }: Fleet): void {
  const refuseTaken = (context: Context, { license_number }: { license_number: string }, id: number) => {
    const others = [...of(context).drivers.values()].filter((one) => one.id !== id);
    if (others.some((one) => one.license_number === license_number)) refuse(409, 'There is a driver of this license');
  };
  app.get('/drivers', (context) => {
    const status = queryOption(context, 'status', DRIVER_STATUSES);
    const found = [...of(context).drivers.values()].filter((one) => status === undefined || one.status === status);
    return page(context, sorted(context, found, { id: (one) => one.id, name: (one) => one.name }));
  });
  app.post('/drivers', async (context) => {
    const sent = sentDriver(await bodyOf(context, 422));
    refuseTaken(context, sent, 0);
    const made: Driver = { id: nextId('drivers'), ...sent, created_at: now() };
    of(context).drivers.set(made.id, made);
    return context.json(made, 201);
  });
  app.get('/drivers/:driver_id', (context) => context.json(named(context, of(context).drivers, 'driver_id')));
  app.patch('/drivers/:driver_id', async (context) => {
    const driver = named(context, of(context).drivers, 'driver_id');
    const changes = sentDriver({ ...driver, ...(await bodyOf(context, 422)) });
    refuseTaken(context, changes, driver.id);
    return context.json(Object.assign(driver, changes));
  });
}

function knownPair(company: Company, { vehicle_id, driver_id }: { vehicle_id: number; driver_id: number }): boolean {
  if (!company.vehicles.has(vehicle_id)) refuse(422, 'vehicle_id is not one of your vehicles');
  if (!company.drivers.has(driver_id)) refuse(422, 'driver_id is not one of your drivers');
  const links = [...company.assignments.values()];
  return links.some((one) => one.vehicle_id === vehicle_id && one.driver_id === driver_id);
}

function addAssignments(app: Hono, { of, nextId }: Fleet): void {
  app.get('/assignments', (context) => page(context, ofPair(context, of(context).assignments)));
  app.post('/assignments', async (context) => {
    const company = of(context);
    const sent = sentReferences(await bodyOf(context, 422));
    if (knownPair(company, sent)) refuse(409, 'The driver is assigned to this vehicle already');
    const made: Assignment = { id: nextId('assignments'), ...sent, assigned_at: now() };
    company.assignments.set(made.id, made);
    return context.json(made, 201);
  });
  app.delete('/assignments/:assignment_id', (context) => {
    const { assignments } = of(context);
    assignments.delete(named(context, assignments, 'assignment_id').id);
    return context.body(null, 204);
  });
}

function addTrips(app: Hono, { of, nextId }: Fleet): void {
  app.get('/trips', (context) => {
    const status = queryOption(context, 'status', TRIP_STATUSES);
    const found = ofPair(context, of(context).trips).filter((one) => status === undefined || one.status === status);
    const keys: SortKeys<Trip> = { id: (one) => one.id, planned_start: (one) => timeOf(one.planned_start) };
    return page(context, sorted(context, found, keys));
  });
  app.post('/trips', async (context) => {
    const company = of(context);
    const sent = sentTrip(await bodyOf(context, 422));
    if (!knownPair(company, sent)) refuse(409, 'The driver is not assigned to this vehicle');
    const open = { status: 'planned' as const, distance_km: null, started_at: null, finished_at: null };
    const made: Trip = { id: nextId('trips'), ...sent, ...open };
    company.trips.set(made.id, made);
    return context.json(made, 201);
  });
  app.get('/trips/:trip_id', (context) => context.json(named(context, of(context).trips, 'trip_id')));
  app.post('/trips/:trip_id/start', (context) => {
    const { trips, vehicles, drivers } = of(context);
    const trip = named(context, trips, 'trip_id');
    if (trip.status !== 'planned') refuse(409, 'Only planned trips can be started');
    if (vehicles.get(trip.vehicle_id)?.status !== 'active') refuse(409, 'The vehicle is not active');
    if (drivers.get(trip.driver_id)?.status !== 'active') refuse(409, 'The driver is not active');
    const running = [...trips.values()].filter(({ status }) => status === 'in_progress');
    if (running.some((one) => one.vehicle_id === trip.vehicle_id)) refuse(409, 'The vehicle is on another trip');
    if (running.some((one) => one.driver_id === trip.driver_id)) refuse(409, 'The driver is on another trip');
    return context.json(Object.assign(trip, { status: 'in_progress', started_at: now() }));
  });
  app.post('/trips/:trip_id/finish', async (context) => {
    const { trips, vehicles } = of(context);
    const trip = named(context, trips, 'trip_id');
    const distance_km = checked(await bodyOf(context, 422), 422).number('distance_km', 0, 10_000, false);
    if (trip.status !== 'in_progress') refuse(409, 'Only trips in progress can be finished');
    const vehicle = vehicles.get(trip.vehicle_id);
    if (vehicle !== undefined) vehicle.odometer_km = round2(vehicle.odometer_km + distance_km);
    return context.json(Object.assign(trip, { status: 'finished', distance_km, finished_at: now() }));
  });
}

function addFuel(app: Hono, { of, nextId }: Fleet): void {
  app.get('/vehicles/:vehicle_id/fuel_entries', (context) => {
    const { vehicles, fuel } = of(context);
    const { id } = named(context, vehicles, 'vehicle_id');
    const driver = queryId(context, 'driver_id');
    const found = [...fuel.values()].filter(({ vehicle_id }) => vehicle_id === id);
    return page(
      context,
      found.filter(({ driver_id }) => driver === undefined || driver_id === driver),
    );
  });
  app.post('/vehicles/:vehicle_id/fuel_entries', async (context) => {
    const { vehicles, drivers, fuel } = of(context);
    const { id: vehicle_id } = named(context, vehicles, 'vehicle_id');
    const sent = sentFuel(await bodyOf(context, 422));
    if (sent.driver_id !== null && !drivers.has(sent.driver_id)) refuse(422, 'driver_id is not one of your drivers');
    const total_cost = round2(sent.liters * sent.price_per_liter);
    const made: FuelEntry = { id: nextId('fuel'), vehicle_id, ...sent, total_cost };
    fuel.set(made.id, made);
    return context.json(made, 201);
  });
}

function create(): Hono {
  const fleetOfAll = newFleet();
  const app = new Hono().basePath('/api/v2');
  answerErrors(app, (status, message) => ({ error: { code: CODES[status] ?? 'internal', message } }));
  app.use(async (context, next) => {
    fleetOfAll.of(context);
    await next();
  });
  for (const add of [addVehicles, addDrivers, addAssignments, addTrips, addFuel]) add(app, fleetOfAll);
  return app;
}

export const fleet = referenceServer(import.meta.dirname, {
  name: 'fleet',
  style: 'snake_case and integer ids, page and per_page with totals, sort, many-to-many, companies apart by token',
  document: 'openapi.yaml',
  personas: [
    {
      name: 'Nordfracht',
      description: 'Can manage the vehicles, drivers and trips of its own company.',
      authType: 'BEARER',
    },
    { name: 'Costa', description: 'Another company. Has no access to anything of Nordfracht.', authType: 'BEARER' },
  ],
  env: { AUTH_NORDFRACHT: '{"token":"flt_nordfracht_a81c"}', AUTH_COSTA: '{"token":"flt_costa_77de"}' },
  identities: {
    owner: { authorization: 'Bearer flt_nordfracht_a81c' },
    outsider: { authorization: 'Bearer flt_costa_77de' },
  },
  create,
});
