import { HTTPException } from 'hono/http-exception';
import type { Body } from '../request.ts';

type User = { id: number; username: string; isOrganizer: boolean };
type Venue = { id: number; name: string; address: string; city: string; capacity: number };
export type Group = { id: number; slug: string; name: string; description: string; organizer: User; created_at: Date };
export type Event = {
  id: number;
  group: Group;
  slug: string;
  title: string;
  description: string;
  venue: Venue | null;
  capacity: number;
  starts_at: Date;
  ends_at: Date;
  status: (typeof EVENT_STATUSES)[number];
  cancellation_reason: string;
  published_at: Date | null;
  created_at: Date;
  updated_at: Date;
};
export type Registration = {
  id: number;
  event: Event;
  created_by: User;
  attendee_name: string;
  attendee_email: string;
  status: (typeof REGISTRATION_STATUSES)[number];
  registered_at: Date;
  checked_in_at: Date | null;
  cancelled_at: Date | null;
};
export type State = ReturnType<typeof newState>;

export const EVENT_STATUSES = ['draft', 'published', 'cancelled'] as const;
export const REGISTRATION_STATUSES = ['confirmed', 'waitlisted', 'checked_in', 'cancelled'] as const;

const VENUES: Venue[] = [
  { id: 1, name: 'Betahaus Loft', address: 'Eifflerstraße 43', city: 'Hamburg', capacity: 40 },
  { id: 2, name: 'Kulturhaus Saal', address: 'Seilerstraße 6', city: 'Hamburg', capacity: 120 },
  { id: 3, name: 'Alte Münze', address: 'Molkenmarkt 2', city: 'Berlin', capacity: 350 },
];

function table<T extends { id: number }>() {
  const rows = new Map<number, T>();
  let lastId = 0;
  return {
    rows,
    all: () => [...rows.values()],
    add: (row: Omit<T, 'id'>): T => {
      lastId += 1;
      const made = { ...row, id: lastId } as T;
      rows.set(lastId, made);
      return made;
    },
  };
}

export const newState = () => ({
  users: new Map<string, User>([
    ['0f2d7c1b9a64', { id: 1, username: 'nora', isOrganizer: true }],
    ['c85e3b7d1f09', { id: 2, username: 'timo', isOrganizer: false }],
  ]),
  venues: new Map(VENUES.map((venue) => [venue.id, venue])),
  groups: table<Group>(),
  events: table<Event>(),
  registrations: table<Registration>(),
});

/** Field errors, as serializers answer them. */
export function invalid(errors: Record<string, string[]>): never {
  throw new HTTPException(400, { res: Response.json(errors, { status: 400 }) });
}

type Checked<T> = { value: T } | { wrong: string };
export type Field<T> = { check(sent: unknown): Checked<T>; initial?: T };
type Fields = Record<string, Field<unknown>>;
type Values<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** Of an update (`known`), what is left out keeps its value; only a PATCH may leave out what has no initial value. */
export function validated<F extends Fields>(fields: F, sent: Body, known?: Values<F>, isPartial = false): Values<F> {
  const errors: Record<string, string[]> = {};
  const values: Body = {};
  for (const [name, { check, initial }] of Object.entries(fields)) {
    if (sent[name] !== undefined) {
      const checked = sent[name] === null ? nullOf(initial) : check(sent[name]);
      if ('value' in checked) values[name] = checked.value;
      else errors[name] = [checked.wrong];
    } else if (known && (isPartial || initial !== undefined)) values[name] = known[name];
    else if (initial !== undefined) values[name] = initial;
    else errors[name] = ['This field is required.'];
  }
  return Object.keys(errors).length > 0 ? invalid(errors) : (values as Values<F>);
}

/** Null is allowed where it is the initial value. */
const nullOf = (initial: unknown): Checked<unknown> =>
  initial === null ? { value: null } : { wrong: 'This field may not be null.' };

export const text = (most: number, pattern?: { of: RegExp; wrong: string }): Field<string> => ({
  check: (sent) => {
    if (typeof sent !== 'string') return { wrong: 'Not a valid string.' };
    const value = sent.trim();
    if (value === '') return { wrong: 'This field may not be blank.' };
    if ([...value].length > most) return { wrong: `Ensure this field has no more than ${most} characters.` };
    return pattern?.of.test(value) === false ? { wrong: pattern.wrong } : { value };
  },
});

export const blankable = (most: number): Field<string> => ({
  check: (sent) => (typeof sent === 'string' && sent.trim() === '' ? { value: '' } : text(most).check(sent)),
  initial: '',
});

export const slug = text(50, {
  of: /^[-a-zA-Z0-9_]+$/,
  wrong: 'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.',
});

export const email = text(254, {
  of: /^[\w.!#$%&'*+/=?^`{|}~-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9][a-z0-9-]*[a-z0-9]$/i,
  wrong: 'Enter a valid email address.',
});

export const count = (most: number): Field<number> => ({
  check: (sent) => {
    if (!Number.isInteger(sent)) return { wrong: 'A valid integer is required.' };
    const value = sent as number;
    if (value < 1) return { wrong: 'Ensure this value is greater than or equal to 1.' };
    return value > most ? { wrong: `Ensure this value is less than or equal to ${most}.` } : { value };
  },
});

const MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;

/** The Date of JavaScript takes the 31st of February for the 3rd of March. */
export function momentOf(sent: unknown): Date | undefined {
  const [, day] = MOMENT.exec(String(sent)) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  const moment = new Date(String(sent));
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

export const moment: Field<Date> = {
  check: (sent) => {
    const value = typeof sent === 'string' ? momentOf(sent) : undefined;
    if (value) return { value };
    return {
      wrong: 'Datetime has wrong format. Use this format instead: YYYY-MM-DDThh:mm:ss[.uuuuuu](+HH:MM|-HH:MM|Z).',
    };
  },
};

export const primaryKey = <T>(find: (id: number) => T | undefined): Field<T> => ({
  check: (sent) => {
    if (!Number.isInteger(sent)) return { wrong: `Incorrect type. Expected pk value, received ${typeof sent}.` };
    const value = find(sent as number);
    return value === undefined ? { wrong: `Invalid pk "${sent}" - object does not exist.` } : { value };
  },
});

export const nullable = <T>(field: Field<T>): Field<T | null> => ({ ...field, initial: null });

const iso = (date: Date) => date.toISOString().replace('.000Z', 'Z');
const isoOrNull = (date: Date | null) => date && iso(date);
const shownUser = ({ id, username }: User) => ({ id, username });

const registrationsOf = (state: State, event: Event, ...statuses: Registration['status'][]) =>
  state.registrations.all().filter((one) => one.event === event && statuses.includes(one.status));

const waitlistOf = (state: State, event: Event) => registrationsOf(state, event, 'waitlisted');

export const seatsTaken = (state: State, event: Event): number =>
  registrationsOf(state, event, 'confirmed', 'checked_in').length;

export const hasStarted = ({ starts_at }: Event) => starts_at.getTime() <= Date.now();

export const shownGroup = (state: State, group: Group) => ({
  ...group,
  organizer: shownUser(group.organizer),
  upcoming_event_count: state.events
    .all()
    .filter((event) => event.group === group && event.status === 'published' && !hasStarted(event)).length,
  created_at: iso(group.created_at),
});

export const shownEvent = (state: State, event: Event) => ({
  ...event,
  group: event.group.id,
  venue: event.venue?.id ?? null,
  starts_at: iso(event.starts_at),
  ends_at: iso(event.ends_at),
  attendee_count: seatsTaken(state, event),
  waitlist_count: waitlistOf(state, event).length,
  spots_left: event.capacity - seatsTaken(state, event),
  published_at: isoOrNull(event.published_at),
  created_at: iso(event.created_at),
  updated_at: iso(event.updated_at),
});

export const shownRegistration = (state: State, registration: Registration) => ({
  ...registration,
  event: registration.event.id,
  created_by: shownUser(registration.created_by),
  waitlist_position: waitlistOf(state, registration.event).indexOf(registration) + 1 || null,
  registered_at: iso(registration.registered_at),
  checked_in_at: isoOrNull(registration.checked_in_at),
  cancelled_at: isoOrNull(registration.cancelled_at),
});

/** Gives free seats to those who have waited longest. Nobody moves up once the event has begun. */
export function fillSeats(state: State, event: Event): void {
  if (event.status !== 'published' || hasStarted(event)) return;
  const free = event.capacity - seatsTaken(state, event);
  for (const next of waitlistOf(state, event).slice(0, free)) next.status = 'confirmed';
}

export function cancelEvent(state: State, event: Event, reason: string): void {
  const now = new Date();
  for (const one of registrationsOf(state, event, 'confirmed', 'waitlisted'))
    Object.assign(one, { status: 'cancelled', cancelled_at: now });
  Object.assign(event, { status: 'cancelled', cancellation_reason: reason, updated_at: now });
}

export function deleteEvent(state: State, event: Event): void {
  for (const { id, event: of } of state.registrations.all()) if (of === event) state.registrations.rows.delete(id);
  state.events.rows.delete(event.id);
}
