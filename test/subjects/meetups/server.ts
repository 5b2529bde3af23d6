import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { referenceServer } from '../reference-server.ts';
import { refuse } from '../request.ts';
import {
  blankable,
  cancelEvent,
  count,
  deleteEvent,
  email,
  EVENT_STATUSES,
  fillSeats,
  hasStarted,
  invalid,
  moment,
  newState,
  nullable,
  primaryKey,
  REGISTRATION_STATUSES,
  seatsTaken,
  shownEvent,
  shownGroup,
  shownRegistration,
  slug,
  text,
  validated,
} from './model.ts';
import type { Event, Group, Registration, State } from './model.ts';
import { choice, dataOf, page, related, searched, timeLimit } from './query.ts';
import type { Listing } from './query.ts';

const ONLY_ORGANIZERS = 'You do not have permission to perform this action.';

function caller(state: State, context: Context) {
  const header = context.req.header('authorization') ?? '';
  const [, token] = /^Token +(\S+)$/i.exec(header) ?? refuse(401, 'Authentication credentials were not provided.');
  return state.users.get(token ?? '') ?? refuse(401, 'Invalid token.');
}

function idOf(context: Context): number {
  const id = context.req.param('id') ?? '';
  return /^\d+$/.test(id) ? Number(id) : 0;
}

const missing = (what: string): never => refuse(404, `No ${what} matches the given query.`);

/** Drafts are seen by the organiser of the group alone. */
const seesEvent = (state: State, context: Context, { group, status }: Event) =>
  status !== 'draft' || group.organizer === caller(state, context);

const seesRegistration = (state: State, context: Context, { created_by, event }: Registration) =>
  [created_by, event.group.organizer].includes(caller(state, context));

const groupOf = (state: State, context: Context): Group => state.groups.rows.get(idOf(context)) ?? missing('Group');

function visibleEvent(state: State, context: Context, id: number): Event | undefined {
  const found = state.events.rows.get(id);
  return found && seesEvent(state, context, found) ? found : undefined;
}

const eventOf = (state: State, context: Context): Event =>
  visibleEvent(state, context, idOf(context)) ?? missing('Event');

function registrationOf(state: State, context: Context): Registration {
  const found = state.registrations.rows.get(idOf(context));
  return found && seesRegistration(state, context, found) ? found : missing('Registration');
}

function onlyOrganizer(state: State, context: Context, group: Group): void {
  if (group.organizer !== caller(state, context)) refuse(403, ONLY_ORGANIZERS);
}

/** The event of the path, for the organiser of its group. */
function ownEventOf(state: State, context: Context): Event {
  const event = eventOf(state, context);
  onlyOrganizer(state, context, event.group);
  return event;
}

function addVenues(api: Hono, state: State): void {
  api.get('/venues/', (context) => {
    const { city } = context.req.query();
    const found = [...state.venues.values()].filter((venue) => !city || venue.city === city);
    const listing: Listing<(typeof found)[number]> = {
      search: ({ name, address }) => [name, address],
      order: { name: ({ name }) => name, capacity: ({ capacity }) => capacity },
      usual: 'name',
    };
    return context.json(page(context, searched(context, found, listing)));
  });
}

const GROUP_FIELDS = { name: text(100), slug, description: blankable(1000) };
const GROUPS: Listing<Group> = {
  search: ({ name, description }) => [name, description],
  order: { name: ({ name }) => name, created_at: ({ created_at }) => created_at.getTime() },
  usual: 'name',
};

function addGroups(api: Hono, state: State): void {
  api.get('/groups/', (context) => {
    const found = searched(context, state.groups.all(), GROUPS);
    return context.json(
      page(
        context,
        found.map((group) => shownGroup(state, group)),
      ),
    );
  });
  api.post('/groups/', async (context) => {
    const organizer = caller(state, context);
    if (!organizer.isOrganizer) refuse(403, ONLY_ORGANIZERS);
    const values = validated(GROUP_FIELDS, await dataOf(context));
    if (state.groups.all().some((one) => one.slug === values.slug))
      invalid({ slug: ['group with this slug already exists.'] });
    const made = state.groups.add({ ...values, organizer, created_at: new Date() });
    return context.json(shownGroup(state, made), 201);
  });
  api.get('/groups/:id/', (context) => context.json(shownGroup(state, groupOf(state, context))));
  api.delete('/groups/:id/', (context) => {
    const group = groupOf(state, context);
    onlyOrganizer(state, context, group);
    const events = state.events.all().filter((event) => event.group === group);
    if (events.some(({ status }) => status === 'published'))
      refuse(409, 'The group has published events. Cancel them first.');
    for (const event of events) deleteEvent(state, event);
    state.groups.rows.delete(group.id);
    return context.body(null, 204);
  });
}

const EVENTS: Listing<Event> = {
  search: ({ title, description }) => [title, description],
  order: {
    starts_at: ({ starts_at }) => starts_at.getTime(),
    created_at: ({ created_at }) => created_at.getTime(),
    title: ({ title }) => title,
  },
  usual: 'starts_at',
};

const eventFields = (state: State) => ({
  group: primaryKey((id) => state.groups.rows.get(id)),
  title: text(120),
  slug,
  description: blankable(5000),
  venue: nullable(primaryKey((id) => state.venues.get(id))),
  capacity: count(10_000),
  starts_at: moment,
  ends_at: moment,
});

type EventValues = Pick<Event, keyof ReturnType<typeof eventFields>>;

/** What no field can say of itself alone. */
function checkEvent(state: State, values: EventValues, event?: Event): void {
  const { group, venue, capacity, starts_at, ends_at } = values;
  if (event && group !== event.group) invalid({ group: ['An event cannot be moved to another group.'] });
  if (starts_at >= ends_at) invalid({ ends_at: ['The end must be after the start.'] });
  if (venue && capacity > venue.capacity)
    invalid({ capacity: [`${venue.name} holds no more than ${venue.capacity} people.`] });
  if (event && capacity < seatsTaken(state, event))
    invalid({ capacity: [`${seatsTaken(state, event)} seats are taken already.`] });
  const isTwin = (one: Event) => one !== event && one.group === group && one.slug === values.slug;
  if (state.events.all().some(isTwin))
    invalid({ non_field_errors: ['The fields group, slug must make a unique set.'] });
}

const updateEvent = (state: State, isPartial: boolean) => async (context: Context) => {
  const event = ownEventOf(state, context);
  const values = validated(eventFields(state), await dataOf(context), event, isPartial);
  checkEvent(state, values, event);
  if (event.status === 'cancelled') refuse(409, 'A cancelled event cannot be changed.');
  Object.assign(event, values, { updated_at: new Date() });
  fillSeats(state, event);
  return context.json(shownEvent(state, event));
};

function listEvents(state: State, context: Context) {
  const status = choice(context, 'status', EVENT_STATUSES);
  const group = related(context, 'group', (id) => state.groups.rows.get(id));
  const after = timeLimit(context, 'starts_after', -Infinity);
  const before = timeLimit(context, 'starts_before', Infinity);
  const found = state.events.all().filter((event) => {
    const starts = event.starts_at.getTime();
    const isWanted = (!status || event.status === status) && (!group || event.group === group);
    return isWanted && starts >= after && starts <= before && seesEvent(state, context, event);
  });
  return searched(context, found, EVENTS);
}

function addEvents(api: Hono, state: State): void {
  api.get('/events/', (context) =>
    context.json(
      page(
        context,
        listEvents(state, context).map((event) => shownEvent(state, event)),
      ),
    ),
  );
  api.post('/events/', async (context) => {
    if (!caller(state, context).isOrganizer) refuse(403, ONLY_ORGANIZERS);
    const values = validated(eventFields(state), await dataOf(context));
    onlyOrganizer(state, context, values.group);
    checkEvent(state, values);
    const now = new Date();
    const draft = { status: 'draft', cancellation_reason: '', published_at: null } as const;
    const made = state.events.add({ ...values, ...draft, created_at: now, updated_at: now });
    return context.json(shownEvent(state, made), 201);
  });
  api.get('/events/:id/', (context) => context.json(shownEvent(state, eventOf(state, context))));
  api.put('/events/:id/', updateEvent(state, false));
  api.patch('/events/:id/', updateEvent(state, true));
  api.delete('/events/:id/', (context) => {
    const event = ownEventOf(state, context);
    if (event.status === 'published') refuse(409, 'A published event cannot be deleted. Cancel it first.');
    deleteEvent(state, event);
    return context.body(null, 204);
  });
}

function addEventActions(api: Hono, state: State): void {
  api.post('/events/:id/publish/', (context) => {
    const event = ownEventOf(state, context);
    if (event.status !== 'draft') refuse(409, `The event is ${event.status}; only drafts can be published.`);
    if (hasStarted(event)) refuse(409, 'An event that starts in the past cannot be published.');
    const now = new Date();
    Object.assign(event, { status: 'published', published_at: now, updated_at: now });
    return context.json(shownEvent(state, event));
  });
  api.post('/events/:id/cancel/', async (context) => {
    const event = ownEventOf(state, context);
    const { reason } = validated({ reason: blankable(500) }, await dataOf(context));
    if (event.status !== 'published')
      refuse(409, `The event is ${event.status}; only published events can be cancelled.`);
    cancelEvent(state, event, reason);
    return context.json(shownEvent(state, event));
  });
}

const REGISTRATIONS: Listing<Registration> = {
  search: ({ attendee_name, attendee_email }) => [attendee_name, attendee_email],
  order: {
    registered_at: ({ registered_at }) => registered_at.getTime(),
    attendee_name: ({ attendee_name }) => attendee_name,
  },
  usual: 'registered_at',
};

function listRegistrations(state: State, context: Context) {
  const status = choice(context, 'status', REGISTRATION_STATUSES);
  const event = related(context, 'event', (id) => visibleEvent(state, context, id));
  const found = state.registrations.all().filter((one) => {
    const isWanted = (!status || one.status === status) && (!event || one.event === event);
    return isWanted && seesRegistration(state, context, one);
  });
  return searched(context, found, REGISTRATIONS);
}

async function register(state: State, context: Context): Promise<Registration> {
  const fields = {
    event: primaryKey((id) => visibleEvent(state, context, id)),
    attendee_name: text(100),
    attendee_email: email,
  };
  const values = validated(fields, await dataOf(context));
  const { event } = values;
  if (event.status !== 'published') refuse(409, `The event is ${event.status}; registration is closed.`);
  if (hasStarted(event)) refuse(409, 'The event has started; registration is closed.');
  const address = values.attendee_email.toLowerCase();
  const isTwin = (one: Registration) =>
    one.event === event && one.status !== 'cancelled' && one.attendee_email.toLowerCase() === address;
  if (state.registrations.all().some(isTwin)) refuse(409, 'This email address is already registered for the event.');
  return state.registrations.add({
    ...values,
    created_by: caller(state, context),
    status: seatsTaken(state, event) < event.capacity ? 'confirmed' : 'waitlisted',
    registered_at: new Date(),
    checked_in_at: null,
    cancelled_at: null,
  });
}

function addRegistrations(api: Hono, state: State): void {
  const shown = (one: Registration) => shownRegistration(state, one);
  api.get('/registrations/', (context) => context.json(page(context, listRegistrations(state, context).map(shown))));
  api.post('/registrations/', async (context) => context.json(shown(await register(state, context)), 201));
  api.get('/registrations/:id/', (context) => context.json(shown(registrationOf(state, context))));
  api.post('/registrations/:id/cancel/', (context) => {
    const found = registrationOf(state, context);
    if (found.status === 'cancelled') refuse(409, 'The registration is cancelled already.');
    if (found.status === 'checked_in') refuse(409, 'The attendee has checked in.');
    Object.assign(found, { status: 'cancelled', cancelled_at: new Date() });
    fillSeats(state, found.event);
    return context.json(shown(found));
  });
  api.post('/registrations/:id/check_in/', (context) => {
    const found = registrationOf(state, context);
    onlyOrganizer(state, context, found.event.group);
    if (found.status !== 'confirmed') refuse(409, `The registration is ${found.status}, not confirmed.`);
    Object.assign(found, { status: 'checked_in', checked_in_at: new Date() });
    return context.json(shown(found));
  });
}

function create(): Hono {
  const state = newState();
  const api = new Hono();
  for (const add of [addVenues, addGroups, addEvents, addEventActions, addRegistrations]) add(api, state);
  for (const path of new Set(api.routes.map((route) => route.path)))
    api.all(path, ({ req }) => refuse(405, `Method "${req.method}" not allowed.`));
  const app = new Hono();
  app.onError((error) => {
    if (!(error instanceof HTTPException)) return Response.json({ detail: 'Internal error' }, { status: 500 });
    const { status, message: detail } = error;
    const headers = status === 401 ? { 'www-authenticate': 'Token' } : undefined;
    return error.res ?? Response.json({ detail }, { status, ...(headers && { headers }) });
  });
  app.notFound((context) => context.json({ detail: 'Not found.' }, 404));
  app.use(async (context, next) => {
    caller(state, context);
    await next();
  });
  return app.route('/api', api);
}

export const meetups = referenceServer(import.meta.dirname, {
  name: 'meetups',
  style: 'Django REST Framework: trailing slashes, count/next/previous/results, action endpoints, a waitlist',
  document: 'openapi.yaml',
  personas: [
    {
      name: 'Nora',
      description: 'Organiser: runs her groups and their events, checks attendees in.',
      authType: 'HEADER',
    },
    { name: 'Timo', description: 'Attendee: registers for published events, may not organise.', authType: 'HEADER' },
    { name: 'Guest', description: 'Is not signed in and has no access.', authType: 'NONE' },
  ],
  env: {
    AUTH_NORA: '{"headers":{"Authorization":"Token 0f2d7c1b9a64"}}',
    AUTH_TIMO: '{"headers":{"Authorization":"Token c85e3b7d1f09"}}',
  },
  identities: {
    owner: { authorization: 'Token 0f2d7c1b9a64' },
    outsider: { authorization: 'Token c85e3b7d1f09' },
  },
  create,
});
