import { checked, refuse } from '../request.ts';
import type { Body } from '../request.ts';

export const VEHICLE_STATUSES = ['active', 'maintenance', 'retired'] as const;
export const TRIP_STATUSES = ['planned', 'in_progress', 'finished'] as const;
export const DRIVER_STATUSES = ['active', 'suspended'] as const;
const FUEL_TYPES = ['diesel', 'petrol', 'hybrid', 'electric'];
const INSTANT = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const DAY = /^\d{4}-\d\d-\d\d$/;

type VehicleContent = ReturnType<typeof sentVehicle>;
type DriverContent = ReturnType<typeof sentDriver>;
export type Vehicle = { id: number } & VehicleContent & { created_at: string };
export type Driver = { id: number } & DriverContent & { created_at: string };
export type Assignment = { id: number; vehicle_id: number; driver_id: number; assigned_at: string };
export type Trip = { id: number } & ReturnType<typeof sentTrip> & {
    status: (typeof TRIP_STATUSES)[number];
    distance_km: number | null;
    started_at: string | null;
    finished_at: string | null;
  };
export type FuelEntry = { id: number; vehicle_id: number } & ReturnType<typeof sentFuel> & { total_cost: number };

export const round2 = (value: number) => Number(value.toFixed(2));
export const timeOf = (instant: string) => Date.parse(instant.toUpperCase());
const isGiven = (value: unknown) => value !== undefined && value !== null;

function day(body: Body, field: string): string {
  const value = checked(body, 422).matching(field, DAY);
  return isDay(value) ? value : refuse(422, `${field} is not a day of the calendar`);
}

function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function instant(body: Body, field: string): string {
  const value = checked(body, 422).matching(field, INSTANT);
  return isDay(value.slice(0, 10)) ? value : refuse(422, `${field} is not a day of the calendar`);
}

export function sentVehicle(sent: Body) {
  const body = checked(sent, 422);
  return {
    plate: body.matching('plate', /^[A-Z0-9][A-Z0-9 -]{1,11}$/),
    make: body.text('make', 50),
    model: body.text('model', 50),
    year: body.number('year', 1950, 2100),
    fuel_type: body.oneOf('fuel_type', FUEL_TYPES),
    odometer_km: sent.odometer_km === undefined ? 0 : body.number('odometer_km', 0, Number.MAX_VALUE, false),
    status: sent.status === undefined ? 'active' : body.oneOf('status', VEHICLE_STATUSES),
  };
}

export function sentDriver(sent: Body) {
  const body = checked(sent, 422);
  return {
    name: body.text('name', 100),
    license_number: body.matching('license_number', /^[A-Z0-9]{5,20}$/),
    license_expires_on: day(sent, 'license_expires_on'),
    phone: isGiven(sent.phone) ? body.matching('phone', /^\+[1-9]\d{6,14}$/) : null,
    status: sent.status === undefined ? 'active' : body.oneOf('status', DRIVER_STATUSES),
  };
}

export function sentReferences(sent: Body): { vehicle_id: number; driver_id: number } {
  const body = checked(sent, 422);
  const id = (field: string) => body.number(field, 1, Number.MAX_SAFE_INTEGER);
  return { vehicle_id: id('vehicle_id'), driver_id: id('driver_id') };
}

export function sentTrip(sent: Body) {
  const body = checked(sent, 422);
  return {
    ...sentReferences(sent),
    origin: body.text('origin', 200),
    destination: body.text('destination', 200),
    planned_start: instant(sent, 'planned_start'),
    purpose: isGiven(sent.purpose) ? body.text('purpose', 500, 0) : null,
  };
}

export function sentFuel(sent: Body) {
  const body = checked(sent, 422);
  return {
    driver_id: isGiven(sent.driver_id) ? body.number('driver_id', 1, Number.MAX_SAFE_INTEGER) : null,
    liters: body.number('liters', 0.01, 2000, false),
    price_per_liter: body.number('price_per_liter', 0, 100, false),
    filled_at: instant(sent, 'filled_at'),
    station: isGiven(sent.station) ? body.text('station', 120, 0) : null,
  };
}
