import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { referenceServer } from '../reference-server.ts';
import { bodyOf, checked } from '../request.ts';
import { caller, find, notFound, open, paged, unchanged } from './access.ts';
import * as model from './model.ts';
import type { Agenda, Calendar, Event, Rule } from './model.ts';
import { quickEvent } from './quick-add.ts';

const { etagOf, fail, invalid } = model;
const EVENT_ID = /^[a-v0-9]{5,1024}$/;
const LONGEST_WINDOW = 92 * 86_400_000;
const ORDERS = new Map<string | undefined, (event: Event) => number>([
  [undefined, () => 0],
  ['startTime', model.startOf],
  ['updated', ({ updated }) => Date.parse(updated)],
]);

const pickEvent = ({ events }: Calendar, context: Context): Event =>
  events.get(context.req.param('eventId') ?? '') ?? notFound();

const shownCalendar = ({ content, id, dataOwner, ...entry }: Calendar) => {
  return { kind: 'calendar#calendar', etag: etagOf(entry), id, ...content, dataOwner };
};

const shownRule = ({ id, scope, role, ...entry }: Rule) => {
  return { kind: 'calendar#aclRule', etag: etagOf(entry), id, scope, role };
};

const shownEvent = (calendar: Calendar, { content, serial, version, ...event }: Event) => ({
  kind: 'calendar#event',
  etag: etagOf({ serial, version }),
  ...event,
  iCalUID: `${event.id}@agenda.example.com`,
  organizer: { email: calendar.id, displayName: calendar.content.summary },
  ...content,
});

const answer = <T extends { etag: string }>(context: Context, shown: T) =>
  context.json(shown, 200, { etag: shown.etag });

const answerEvent = (context: Context, calendar: Calendar, event: Event) =>
  answer(context, shownEvent(calendar, event));

function addCalendars(app: Hono, agenda: Agenda): void {
  app.get('/users/me/calendarList', (context) => {
    const me = caller(agenda, context);
    const wanted = context.req.query('minAccessRole') ?? 'freeBusyReader';
    const least =
      model.ROLES.slice(1).find((role) => role === wanted) ?? invalid('Invalid access role.', 'minAccessRole');
    const roleFor = (one: Calendar) => one.rules.get(`user:${me.email}`)?.role ?? 'none';
    const found = [...agenda.calendars.values()].filter((one) => model.reaches(roleFor(one), least));
    const page = paged(context, [100, 250], found, (one) => ({
      ...shownCalendar(one),
      kind: 'calendar#calendarListEntry',
      accessRole: roleFor(one),
      ...(one.id === me.email && { primary: true }),
    }));
    return context.json({ kind: 'calendar#calendarList', ...page });
  });
  app.post('/calendars', async (context) => {
    const content = model.calendarContent(await bodyOf(context));
    const id = `c_${randomUUID().replaceAll('-', '')}@group.agenda.example.com`;
    return answer(context, shownCalendar(model.addCalendar(agenda, caller(agenda, context), content, id)));
  });
  app.get('/calendars/:calendarId', (context) =>
    answer(context, shownCalendar(open(agenda, context, 'freeBusyReader'))),
  );
  app.patch('/calendars/:calendarId', async (context) => {
    const calendar = open(agenda, context, 'owner');
    unchanged(context, calendar);
    calendar.content = model.calendarContent(model.merged(calendar.content, await bodyOf(context)));
    calendar.version += 1;
    return answer(context, shownCalendar(calendar));
  });
  app.delete('/calendars/:calendarId', (context) => {
    const { id, dataOwner } = open(agenda, context, 'owner');
    if (id === dataOwner) fail(403, 'A primary calendar cannot be deleted.', { reason: 'cannotDeletePrimaryCalendar' });
    if (dataOwner !== caller(agenda, context).email) fail(403, 'Forbidden', { reason: 'forbidden' });
    agenda.calendars.delete(id);
    return context.body(null, 204);
  });
  app.post('/calendars/:calendarId/clear', (context) => {
    const { id, dataOwner, events } = open(agenda, context, 'owner');
    if (id !== dataOwner) invalid('Only a primary calendar can be cleared.', 'calendarId');
    events.clear();
    return context.body(null, 204);
  });
}

function wantedEvents(context: Context, { events, ...calendar }: Calendar): Event[] {
  const { timeMin, timeMax, q = '', showDeleted = 'false' } = context.req.query();
  const from = timeMin === undefined ? -Infinity : model.instantOf(timeMin, 'timeMin');
  const to = timeMax === undefined ? Infinity : model.instantOf(timeMax, 'timeMax');
  model.orderedWindow(from, to);
  if (!['true', 'false'].includes(showDeleted)) invalid('Invalid boolean value.', 'showDeleted');
  const terms = q.toLowerCase().split(/\s+/);
  return [...events.values()].filter((event) => {
    const { summary, description, location, attendees = [], status } = event.content;
    const people = attendees.flatMap(({ email, displayName }) => [email, displayName]);
    const text = [summary, description, location, calendar.content.summary, ...people].join('\n').toLowerCase();
    const isShown = status !== 'cancelled' || showDeleted === 'true';
    const isWithin = model.endOf(event) > from && model.startOf(event) < to;
    return isShown && isWithin && terms.every((term) => text.includes(term));
  });
}

function addEvents(app: Hono, agenda: Agenda): void {
  const path = '/calendars/:calendarId/events';
  app.get(path, (context) => {
    const calendar = open(agenda, context, 'reader');
    const rank = ORDERS.get(context.req.query('orderBy')) ?? invalid('Invalid order.', 'orderBy');
    const found = wantedEvents(context, calendar);
    const page = paged(context, [250, 2500], found, (one) => shownEvent(calendar, one), rank);
    const { summary, timeZone } = calendar.content;
    const accessRole = model.roleOf(calendar, caller(agenda, context));
    return context.json({ kind: 'calendar#events', summary, timeZone, accessRole, ...page });
  });
  app.post(path, async (context) => {
    const calendar = open(agenda, context, 'writer');
    const sent = await bodyOf(context);
    const id = sent.id === undefined ? undefined : checked(sent).matching('id', EVENT_ID);
    const content = model.eventContent(sent, calendar, true);
    return answerEvent(context, calendar, model.addEvent(agenda, calendar, caller(agenda, context), content, id));
  });
  app.post(`${path}/quickAdd`, (context) => {
    const calendar = open(agenda, context, 'writer');
    const { text = '' } = context.req.query();
    const place = { locationType: 'parameter', location: 'text' } as const;
    if (text.trim() === '') fail(400, 'Missing required parameter: text', { reason: 'required', ...place });
    const content = model.eventContent(quickEvent(text, calendar.content.timeZone), calendar, true);
    return answerEvent(context, calendar, model.addEvent(agenda, calendar, caller(agenda, context), content));
  });
}

function addEvent(app: Hono, agenda: Agenda): void {
  const path = '/calendars/:calendarId/events/:eventId';
  app.get(path, (context) => {
    const calendar = open(agenda, context, 'reader');
    return answerEvent(context, calendar, pickEvent(calendar, context));
  });
  const change = (isPatch: boolean) => async (context: Context) => {
    const calendar = open(agenda, context, 'writer');
    const event = pickEvent(calendar, context);
    unchanged(context, event);
    const sent = await bodyOf(context);
    const full = isPatch ? model.merged(event.content, sent) : sent;
    model.changeEvent(event, model.eventContent(full, calendar, false));
    return answerEvent(context, calendar, event);
  };
  app.patch(path, change(true));
  app.put(path, change(false));
  const pickKept = (calendar: Calendar, context: Context) => {
    const event = pickEvent(calendar, context);
    return event.content.status === 'cancelled' ? fail(410, 'Resource has been deleted', { reason: 'deleted' }) : event;
  };
  app.delete(path, (context) => {
    const event = pickKept(open(agenda, context, 'writer'), context);
    unchanged(context, event);
    model.changeEvent(event, { ...event.content, status: 'cancelled' });
    return context.body(null, 204);
  });
  app.post(`${path}/move`, (context) => {
    const source = open(agenda, context, 'writer');
    const event = pickKept(source, context);
    const place = { locationType: 'parameter', location: 'destination' } as const;
    const id = context.req.query('destination');
    if (!id) return fail(400, 'Missing required parameter: destination', { reason: 'required', ...place });
    const destination = open(agenda, context, 'writer', id);
    if (destination === source) invalid('The event is in this calendar already.', 'destination');
    model.freeId(destination, event.id);
    source.events.delete(event.id);
    destination.events.set(event.id, event);
    model.changeEvent(event, event.content);
    return answerEvent(context, destination, event);
  });
}

function addFreeBusy(app: Hono, agenda: Agenda): void {
  app.post('/freeBusy', async (context) => {
    const me = caller(agenda, context);
    const { timeMin, timeMax, items } = await bodyOf(context);
    const [from, to] = [model.instantOf(timeMin, 'timeMin'), model.instantOf(timeMax, 'timeMax')];
    model.orderedWindow(from, to);
    if (to - from > LONGEST_WINDOW) fail(400, 'The requested time range is too long.', { reason: 'timeRangeTooLong' });
    if (!Array.isArray(items) || items.length < 1 || items.length > 50)
      return invalid('items must be a list of 1 to 50.');
    const calendars = items.map((item: { id?: unknown } | null) => {
      const id = typeof item?.id === 'string' ? item.id : invalid('Each of items must have an id.');
      const calendar = find(agenda, me, id);
      if (calendar && model.roleOf(calendar, me) !== 'none')
        return [id, { busy: model.busyTimes(calendar, from, to) }] as const;
      return [id, { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }] as const;
    });
    return context.json({ kind: 'calendar#freeBusy', timeMin, timeMax, calendars: Object.fromEntries(calendars) });
  });
}

function addRules(app: Hono, agenda: Agenda): void {
  const path = '/calendars/:calendarId/acl';
  const onlyOthers = ({ dataOwner }: Calendar, id: string) => {
    if (id === `user:${dataOwner}`)
      fail(403, 'The access of the data owner cannot be changed.', { reason: 'cannotChangeOwnerAcl' });
  };
  app.get(path, (context) => {
    const { rules } = open(agenda, context, 'writer');
    return context.json({ kind: 'calendar#acl', ...paged(context, [100, 250], [...rules.values()], shownRule) });
  });
  app.post(path, async (context) => {
    const calendar = open(agenda, context, 'owner');
    const sent = await bodyOf(context);
    const role = checked(sent).oneOf('role', model.ROLES);
    if (typeof sent.scope !== 'object' || sent.scope === null) return invalid('scope must be an object.');
    const scope = model.scopeOf({ ...sent.scope });
    const id = scope.value === undefined ? scope.type : `${scope.type}:${scope.value}`;
    if (id === 'default' && model.reaches(role, 'writer')) invalid('The public may be readers at most.');
    onlyOthers(calendar, id);
    const former = calendar.rules.get(id);
    const entry = former ? { serial: former.serial, version: former.version + 1 } : model.newEntry(agenda);
    const rule: Rule = { ...entry, id, role, scope };
    calendar.rules.set(id, rule);
    return answer(context, shownRule(rule));
  });
  app.delete(`${path}/:ruleId`, (context) => {
    const calendar = open(agenda, context, 'owner');
    const { ruleId } = context.req.param();
    if (!calendar.rules.has(ruleId)) notFound();
    onlyOthers(calendar, ruleId);
    calendar.rules.delete(ruleId);
    return context.body(null, 204);
  });
}

function create(): Hono {
  const agenda = model.newAgenda();
  const app = new Hono().basePath('/calendar/v3');
  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : 500;
    return context.json(model.errorForm(error), status, status === 401 ? { 'www-authenticate': 'Bearer' } : {});
  });
  app.notFound(() => notFound());
  app.use(async (context, next) => {
    caller(agenda, context);
    await next();
  });
  for (const add of [addCalendars, addEvents, addEvent, addFreeBusy, addRules]) add(app, agenda);
  return app;
}

export const agenda = referenceServer(import.meta.dirname, {
  name: 'agenda',
  style:
    'calendars shared by access rules, kinds and etags, page tokens, move and quickAdd, cancelled events that stay',
  document: 'openapi.yaml',
  personas: [
    { name: 'Alma', description: 'Account holder: owns her primary calendar and those she makes.', authType: 'BEARER' },
    {
      name: 'Bruno',
      description: 'Another account holder: sees nothing of a calendar of Alma that she has not shared with him.',
      authType: 'BEARER',
    },
    { name: 'Stranger', description: 'Is not signed in and has no access.', authType: 'NONE' },
  ],
  env: { AUTH_ALMA: '{"token":"ya29.alma"}', AUTH_BRUNO: '{"token":"ya29.bruno"}' },
  identities: { owner: { authorization: 'Bearer ya29.alma' }, outsider: { authorization: 'Bearer ya29.bruno' } },
  create,
});
