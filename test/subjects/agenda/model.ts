import { createHash, randomUUID } from 'node:crypto';
import { HTTPException } from 'hono/http-exception';
import { checked } from '../request.ts';
import type { Body } from '../request.ts';

export const ROLES = ['none', 'freeBusyReader', 'reader', 'writer', 'owner'] as const;
const STATUSES = ['confirmed', 'tentative', 'cancelled'] as const;
const RESPONSES = ['needsAction', 'declined', 'tentative', 'accepted'] as const;
const DATE_TIME = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

type Reasoned = { reason: string; locationType?: 'parameter' | 'header'; location?: string };
type Moment = { dateTime: string; timeZone: string };
type Attendee = { email: string; displayName?: string; optional?: boolean; responseStatus: (typeof RESPONSES)[number] };
type Texts = { summary?: string; description?: string; location?: string };
type EventContent = Texts & {
  start: Moment;
  end: Moment;
  attendees?: Attendee[];
  status: (typeof STATUSES)[number];
  transparency: 'opaque' | 'transparent';
};
type CalendarContent = Texts & { summary: string; timeZone: string };
/** The serial says where an entry stands in the order in which all were made. */
type Entry = { serial: number; version: number };

export type Role = (typeof ROLES)[number];
export type User = { email: string };
export type Event = Entry & {
  id: string;
  creator: User;
  created: string;
  updated: string;
  sequence: number;
  content: EventContent;
};
export type Rule = Entry & { id: string; role: Role; scope: { type: string; value?: string } };
export type Calendar = Entry & {
  id: string;
  dataOwner: string;
  content: CalendarContent;
  rules: Map<string, Rule>;
  events: Map<string, Event>;
};
export type Agenda = { serial: number; users: Map<string, User>; calendars: Map<string, Calendar> };

export function fail(status: 400 | 401 | 403 | 404 | 409 | 410 | 412, message: string, cause: Reasoned): never {
  throw new HTTPException(status, { message, cause });
}

export const invalid = (message: string, location?: string): never =>
  fail(400, message, { reason: 'invalid', ...(location && { locationType: 'parameter', location }) });

export function errorForm(error: Error) {
  const known = error instanceof HTTPException;
  const code = known ? error.status : 500;
  const message = known ? error.message : 'Backend Error';
  const cause = (error.cause as Reasoned | undefined) ?? { reason: known ? 'invalid' : 'backendError' };
  return { error: { errors: [{ domain: 'global', ...cause, message }], code, message } };
}

export const newEntry = (agenda: Agenda): Entry => ({ serial: ++agenda.serial, version: 1 });

export const etagOf = ({ version }: Entry): string => `"${version}"`;

export const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

export function addCalendar(agenda: Agenda, { email }: User, content: CalendarContent, id: string): Calendar {
  const scope = { type: 'user', value: email };
  const rule: Rule = { ...newEntry(agenda), id: `user:${email}`, role: 'owner', scope };
  const lists = { rules: new Map([[rule.id, rule]]), events: new Map<string, Event>() };
  const made: Calendar = { ...newEntry(agenda), id, dataOwner: email, content, ...lists };
  agenda.calendars.set(id, made);
  return made;
}

export function newAgenda(): Agenda {
  const users = new Map(['alma', 'bruno'].map((name) => [`ya29.${name}`, { email: `${name}@example.com` }]));
  const agenda: Agenda = { serial: 0, users, calendars: new Map() };
  for (const user of users.values())
    addCalendar(agenda, user, { summary: user.email, timeZone: 'Europe/Zurich' }, user.email);
  return agenda;
}

/** The most specific rule decides, so that `none` can take one person out of a shared domain. */
export function roleOf({ rules }: Calendar, { email }: User): Role {
  const domain = email.slice(email.indexOf('@') + 1);
  const rule = rules.get(`user:${email}`) ?? rules.get(`domain:${domain}`) ?? rules.get('default');
  return rule?.role ?? 'none';
}

export const reaches = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** JSON merge patch: null removes, objects merge, lists are replaced. */
export function merged(current: object, patch: object): Body {
  const result = { ...current } as Body;
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (typeof value !== 'object' || Array.isArray(value)) result[name] = value;
    else result[name] = merged(typeof result[name] === 'object' ? (result[name] ?? {}) : {}, value);
  }
  return result;
}

/** Milliseconds of an RFC 3339 time with an offset. */
export function instantOf(value: unknown, place: string): number {
  const text = typeof value === 'string' ? value.toUpperCase() : '';
  const day = DATE_TIME.exec(text)?.[1];
  const instant = Date.parse(text);
  // Date.parse takes 30 February for 2 March.
  const isDay = new Date(Date.parse(`${day}T00:00:00Z`) || 0).toISOString().startsWith(day ?? '-');
  return isDay && !Number.isNaN(instant) ? instant : invalid(`${place} is not an RFC 3339 time with an offset.`, place);
}

export const startOf = ({ content }: Event): number => instantOf(content.start.dateTime, 'start.dateTime');
export const endOf = ({ content }: Event): number => instantOf(content.end.dateTime, 'end.dateTime');

export function orderedWindow(timeMin: number, timeMax: number): void {
  if (timeMax <= timeMin) fail(400, 'The specified time range is empty.', { reason: 'timeRangeEmpty' });
}

function zoneOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[a-z]/i.test(value)) return invalid('Invalid time zone definition.');
  try {
    Intl.DateTimeFormat('en', { timeZone: value });
  } catch {
    return invalid(`Invalid time zone definition: ${value}.`);
  }
  return value;
}

const optionalText = <K extends string>(sent: Body, field: K, most: number) =>
  (sent[field] === undefined ? {} : { [field]: checked(sent).text(field, most, 0) }) as { [P in K]?: string };

function momentOf(sent: Body, field: 'start' | 'end', usualZone: string): Moment {
  const value = sent[field] as Body | null | undefined;
  if (value === undefined) return fail(400, `Missing ${field} time.`, { reason: 'required' });
  if (value === null || typeof value !== 'object') return invalid(`${field} must be an object.`);
  instantOf(value.dateTime, `${field}.dateTime`);
  return {
    dateTime: String(value.dateTime),
    timeZone: value.timeZone === undefined ? usualZone : zoneOf(value.timeZone),
  };
}

function attendeesOf(value: unknown): Attendee[] {
  if (!Array.isArray(value) || value.length > 200) return invalid('attendees must be a list of at most 200.');
  const attendees = value.map((one: unknown): Attendee => {
    if (one === null || typeof one !== 'object') return invalid('An attendee must be an object.');
    const sent = one as Body;
    const body = checked(sent);
    body.text('email', 254);
    return {
      email: body.matching('email', EMAIL),
      ...optionalText(sent, 'displayName', 254),
      ...(sent.optional !== undefined && { optional: body.flag('optional') }),
      responseStatus: sent.responseStatus === undefined ? 'needsAction' : body.oneOf('responseStatus', RESPONSES),
    };
  });
  const emails = new Set(attendees.map(({ email }) => email.toLowerCase()));
  return emails.size === attendees.length ? attendees : invalid('An attendee is named twice.');
}

export function eventContent(sent: Body, { content }: Calendar, isNew: boolean): EventContent {
  const body = checked(sent);
  const start = momentOf(sent, 'start', content.timeZone);
  const end = momentOf(sent, 'end', content.timeZone);
  orderedWindow(instantOf(start.dateTime, 'start.dateTime'), instantOf(end.dateTime, 'end.dateTime'));
  const statuses = isNew ? STATUSES.slice(0, 2) : STATUSES;
  return {
    ...optionalText(sent, 'summary', 1024),
    ...optionalText(sent, 'description', 8192),
    ...optionalText(sent, 'location', 1024),
    start,
    end,
    ...(sent.attendees !== undefined && { attendees: attendeesOf(sent.attendees) }),
    status: sent.status === undefined ? 'confirmed' : body.oneOf('status', statuses),
    transparency:
      sent.transparency === undefined ? 'opaque' : body.oneOf('transparency', ['opaque', 'transparent'] as const),
  };
}

export function calendarContent(sent: Body): CalendarContent {
  if (sent.summary === undefined) fail(400, 'Missing title.', { reason: 'required' });
  return {
    summary: checked(sent).text('summary', 254),
    ...optionalText(sent, 'description', 8192),
    ...optionalText(sent, 'location', 1024),
    timeZone: sent.timeZone === undefined ? 'UTC' : zoneOf(sent.timeZone),
  };
}

export function scopeOf(sent: Body): Rule['scope'] {
  const body = checked(sent);
  const type = body.oneOf('type', ['default', 'user', 'domain'] as const);
  if (type !== 'default') {
    body.text('value', 254);
    return { type, value: body.matching('value', type === 'user' ? EMAIL : DOMAIN).toLowerCase() };
  }
  if (sent.value !== undefined) invalid('scope.value must be left out for the type default.');
  return { type };
}

export function addEvent(agenda: Agenda, calendar: Calendar, creator: User, content: EventContent, id?: string): Event {
  const now = new Date().toISOString();
  const made: Event = {
    ...newEntry(agenda),
    id: id ?? randomUUID().replaceAll('-', ''),
    creator,
    created: now,
    updated: now,
    sequence: 0,
    content,
  };
  freeId(calendar, made.id);
  calendar.events.set(made.id, made);
  return made;
}

export function freeId({ events }: Calendar, id: string): void {
  if (events.has(id)) fail(409, 'The requested identifier already exists.', { reason: 'duplicate' });
}

export function changeEvent(event: Event, content: EventContent): void {
  const [start, end] = [startOf(event), endOf(event)];
  event.content = content;
  if (startOf(event) !== start || endOf(event) !== end) event.sequence += 1;
  event.version += 1;
  event.updated = new Date().toISOString();
}

/** What blocks the window: merged where it overlaps or touches, and cut to the window. */
export function busyTimes({ events }: Calendar, timeMin: number, timeMax: number) {
  const blocking = [...events.values()]
    .filter(({ content }) => content.status !== 'cancelled' && content.transparency === 'opaque')
    .map((event) => ({ start: Math.max(startOf(event), timeMin), end: Math.min(endOf(event), timeMax) }))
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => a.start - b.start);
  const busy: typeof blocking = [];
  for (const { start, end } of blocking) {
    const last = busy.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else busy.push({ start, end });
  }
  return busy.map(({ start, end }) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() }));
}
