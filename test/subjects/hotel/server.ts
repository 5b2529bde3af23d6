import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, refuse } from '../request.ts';
import type { Body } from '../request.ts';

type Room = Awaited<ReturnType<typeof sentRoom>> & { id: number };
type Guest = Awaited<ReturnType<typeof sentGuest>> & { id: number };
type Charge = Awaited<ReturnType<typeof sentCharge>> & { id: number; total_cents: number };
type Stay = { check_in: string; check_out: string };
type Booking = Awaited<ReturnType<typeof sentBooking>> & Record<'id' | 'status' | 'created_at', string>;
type Kept = { booking: Booking & { cancel_reason: string | null }; charges: Charge[] };
type Hotel = { rooms: Map<number, Room>; guests: Map<number, Guest>; bookings: Map<string, Kept> };
type Sent<T> = (context: Context) => Promise<T>;
type Records<T> = { path: string; all: Map<number, T & { id: number }>; unique: keyof T; sent: Sent<T> };

const DESK = 'Bearer fd-7c1e90b2';
const HOUSEKEEPING = 'Bearer hk-2ab4d6f8';
const ROOM_TYPES = ['single', 'double', 'twin', 'suite'];
const ACTIONS = {
  confirm: { from: ['pending'], to: 'confirmed' },
  'check-in': { from: ['confirmed'], to: 'checked_in' },
  'check-out': { from: ['checked_in'], to: 'checked_out' },
  cancel: { from: ['pending', 'confirmed'], to: 'cancelled' },
};

/** A refusal of input begins with its place, `query.limit`; without a dot it is a field of the body. */
const errorForm = (status: number, message: string) => {
  if (status !== 422) return { detail: message };
  const [where = '', ...words] = message.split(' ');
  const loc = where.includes('.') ? where.split('.') : ['body', where];
  return { detail: [{ loc, msg: words.join(' '), type: 'value_error' }] };
};

const sentBody = (context: Context) => bodyOf(context, 422).catch(() => refuse(422, 'body.0 JSON decode error'));
const textOrNull = (sent: Body, field: string, most: number): string | null =>
  (sent[field] ?? null) === null ? null : checked(sent, 422).text(field, most, 0);
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && `${new Date(value).toJSON()}`.startsWith(value);
const nightsOf = ({ check_in, check_out }: Stay) => (Date.parse(check_out) - Date.parse(check_in)) / 86_400_000;
const stayOf = ({ check_in, check_out }: Body, place: 'body' | 'query'): Stay => {
  if (!isDay(check_in) || !isDay(check_out)) return refuse(422, `${place}.check_in and check_out must be dates`);
  const nights = nightsOf({ check_in, check_out });
  if (nights < 1 || nights > 30) refuse(422, `${place}.check_out must be 1 to 30 nights after check_in`);
  return { check_in, check_out };
};
const integer = (place: string, value = '', least = -Infinity, most = Infinity): number => {
  const valid = /^-?\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
  return valid ? Number(value) : refuse(422, `${place} must be an integer from ${least} to ${most}`);
};
const queryOption = (context: Context, name: string, options: string[]): string | undefined => {
  const value = context.req.query(name);
  return value === undefined || options.includes(value) ? value : refuse(422, `query.${name} is not one of ${options}`);
};
const page = <T>(context: Context, all: T[]): T[] => {
  const { skip = '0', limit = '50' } = context.req.query();
  return all.slice(integer('query.skip', skip, 0)).slice(0, integer('query.limit', limit, 1, 200));
};

const sentRoom = async (context: Context) => {
  const sent = await sentBody(context);
  const body = checked({ capacity: 2, ...sent }, 422);
  return {
    number: body.matching('number', /^[0-9]{1,4}[A-Z]?$/),
    room_type: body.oneOf('room_type', ROOM_TYPES),
    capacity: body.number('capacity', 1, 8),
    nightly_rate_cents: body.number('nightly_rate_cents', 0, 10_000_000),
    description: textOrNull(sent, 'description', 1000),
  };
};
const sentAddress = (address: unknown) => {
  if ((address ?? null) === null) return null;
  const body = checked(address as Body, 422);
  return {
    street: body.text('street', 120),
    city: body.text('city', 80),
    postal_code: body.text('postal_code', 12),
    country: body.matching('country', /^[A-Z]{2}$/),
  };
};
const sentGuest = async (context: Context) => {
  const sent = await sentBody(context);
  const body = checked(sent, 422);
  return {
    full_name: body.text('full_name', 120),
    email: body.matching('email', /^[\w.!#$%&'*+/=?^`{|}~-]+@([a-z\d-]+\.)+[a-z\d-]+$/i),
    phone: textOrNull(sent, 'phone', 30),
    address: sentAddress(sent.address),
  };
};
const sentCharge = async (context: Context) => {
  const body = checked({ quantity: 1, ...(await sentBody(context)) }, 422);
  return {
    category: body.oneOf('category', ['minibar', 'restaurant', 'spa', 'laundry', 'other']),
    description: body.text('description', 200),
    unit_price_cents: body.number('unit_price_cents', 1, 1_000_000),
    quantity: body.number('quantity', 1, 99),
  };
};

/** Rooms and guests differ only in their fields. */
function addRecords<T extends object>(app: Hono, { path, all, sent, unique }: Records<T>): void {
  const idOf = (context: Context): number => {
    const id = integer('path.id', context.req.param('id'));
    return all.has(id) ? id : refuse(404, 'Not found');
  };
  const keep = (id: number, fields: T) => {
    if ([...all.values()].some((one) => one.id !== id && one[unique] === fields[unique])) refuse(409, 'Already in use');
    const kept = { id, ...fields };
    all.set(id, kept);
    return kept;
  };
  app.get(path, (context) => context.json(page(context, [...all.values()])));
  app.post(path, async (context) => {
    const fields = await sent(context);
    return context.json(keep(all.size + 1, fields), 201);
  });
  app.get(`${path}/:id`, (context) => context.json(all.get(idOf(context))));
  app.put(`${path}/:id`, async (context) => {
    const id = idOf(context);
    return context.json(keep(id, await sent(context)));
  });
}

const isFree = ({ bookings }: Hotel, room: Room, stay: Stay): boolean =>
  ![...bookings.values()]
    .filter(({ booking }) => booking.room_id === room.id && booking.status !== 'cancelled')
    .some(({ booking }) => booking.check_in < stay.check_out && stay.check_in < booking.check_out);
const shown = ({ booking, charges }: Kept) => {
  const nights = nightsOf(booking);
  const charges_cents = charges.reduce((sum, one) => sum + one.total_cents, 0);
  return { ...booking, nights, charges_cents, total_cents: nights * booking.nightly_rate_cents + charges_cents };
};

const sentBooking = async (context: Context, hotel: Hotel) => {
  const sent = await sentBody(context);
  const body = checked({ guest_count: 1, ...sent }, 422);
  const stay = stayOf(sent, 'body');
  const [guest_count, guest_id] = [body.number('guest_count', 1, 8), body.number('guest_id', -Infinity, Infinity)];
  const room = hotel.rooms.get(body.number('room_id', -Infinity, Infinity)) ?? refuse(404, 'Room not found');
  if (!hotel.guests.has(guest_id)) refuse(404, 'Guest not found');
  if (guest_count > room.capacity) refuse(409, `The room sleeps at most ${room.capacity}`);
  if (!isFree(hotel, room, stay)) refuse(409, 'The room is taken on these dates');
  return { room_id: room.id, guest_id, guest_count, ...stay, nightly_rate_cents: room.nightly_rate_cents };
};

function addBookings(app: Hono, hotel: Hotel): void {
  const { bookings } = hotel;
  const find = (context: Context): Kept => {
    const id = context.req.param('id') ?? '';
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) refuse(422, 'path.booking_id must be a UUID');
    return bookings.get(id.toLowerCase()) ?? refuse(404, 'Booking not found');
  };
  app.post('/bookings', async (context) => {
    const fields = await sentBooking(context, hotel);
    const made = { id: randomUUID(), ...fields, status: 'pending', cancel_reason: null };
    const kept: Kept = { booking: { ...made, created_at: new Date().toISOString() }, charges: [] };
    bookings.set(kept.booking.id, kept);
    return context.json(shown(kept), 201);
  });
  app.get('/bookings', (context) => {
    const status = queryOption(context, 'status', ['pending', ...Object.values(ACTIONS).map(({ to }) => to)]);
    const found = [...bookings.values()].filter(({ booking }) => (status ?? booking.status) === booking.status);
    return context.json(page(context, found).map(shown));
  });
  app.get('/bookings/:id', (context) => context.json(shown(find(context))));
  for (const [action, { from, to }] of Object.entries(ACTIONS)) {
    app.post(`/bookings/:id/${action}`, async (context) => {
      const kept = find(context);
      const reasoned = action === 'cancel' && !['', 'null'].includes((await context.req.text()).trim());
      const cancel_reason = reasoned ? textOrNull(await sentBody(context), 'reason', 500) : null;
      if (!from.includes(kept.booking.status)) refuse(409, `The booking is ${kept.booking.status}`);
      Object.assign(kept.booking, { status: to, cancel_reason });
      return context.json(shown(kept));
    });
  }
  app.get('/bookings/:id/charges', (context) => context.json(find(context).charges));
  app.post('/bookings/:id/charges', async (context) => {
    const { booking, charges } = find(context);
    const fields = await sentCharge(context);
    if (!['confirmed', 'checked_in'].includes(booking.status)) refuse(409, `The booking is ${booking.status}`);
    const made = { id: charges.length + 1, ...fields, total_cents: fields.unit_price_cents * fields.quantity };
    charges.push(made);
    return context.json(made, 201);
  });
}

function create(): Hono {
  const hotel: Hotel = { rooms: new Map(), guests: new Map(), bookings: new Map() };
  const app = new Hono();
  answerErrors(app, errorForm);
  app.use(async (context, next) => {
    const token = context.req.header('authorization') ?? '';
    if (token !== DESK && token !== HOUSEKEEPING) refuse(401, 'Not authenticated');
    if (token === HOUSEKEEPING && context.req.method !== 'GET') refuse(403, 'Not enough permissions');
    await next();
  });
  addRecords(app, { path: '/rooms', all: hotel.rooms, sent: sentRoom, unique: 'number' });
  addRecords(app, { path: '/guests', all: hotel.guests, sent: sentGuest, unique: 'email' });
  app.get('/availability', (context) => {
    const stay = stayOf(context.req.query(), 'query');
    const type = queryOption(context, 'room_type', ROOM_TYPES);
    const nights = nightsOf(stay);
    const free = [...hotel.rooms.values()]
      .filter(({ room_type }) => (type ?? room_type) === room_type)
      .filter((room) => isFree(hotel, room, stay));
    return context.json(free.map((room) => ({ room, nights, total_cents: nights * room.nightly_rate_cents })));
  });
  addBookings(app, hotel);
  return app;
}

export const hotel = referenceServer(import.meta.dirname, {
  name: 'hotel',
  style: 'FastAPI: null by anyOf, 422 with details, bare arrays by skip and limit, actions, staff who may only read',
  document: 'openapi.yaml',
  personas: [
    { name: 'Front desk', description: 'Can manage rooms, guests, bookings and charges.', authType: 'BEARER' },
    {
      name: 'Housekeeping',
      description: 'Read-only: can see everything, may not change anything.',
      authType: 'BEARER',
    },
  ],
  env: { AUTH_FRONT_DESK: '{"token":"fd-7c1e90b2"}', AUTH_HOUSEKEEPING: '{"token":"hk-2ab4d6f8"}' },
  identities: { owner: { authorization: DESK }, outsider: { authorization: HOUSEKEEPING } },
  create,
});
