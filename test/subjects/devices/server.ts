import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { referenceServer } from '../reference-server.ts';
import { bodyOf, checked, queryNumber, refuse } from '../request.ts';
import type { Body } from '../request.ts';

type Times = { registeredAt: string; lastSeenAt: string | null };
type Device = Awaited<ReturnType<typeof sentDevice>> & Times & { serial: string };
type Config = { desired: Body; version: number; updatedAt: string };
type Reading = Awaited<ReturnType<typeof sentReading>> & { id: string };
type Kept = { device: Device; config: Config; readings: Reading[] };
type Operation = { id: string; serial: string; command: string; createdAt: string; looks: number };
type Group = { id: string; name: string; createdAt: string; members: Set<string> };
type Rule = Awaited<ReturnType<typeof sentRule>> & { id: string };
type ById<T> = Map<string, T>;
type Fleet = { devices: ById<Kept>; operations: ById<Operation>; groups: ById<Group>; rules: ById<Rule> };
type Fleets = ById<Fleet>;

const [AURORA, BOREALIS] = ['k_aurora_5f0c2e', 'k_borealis_91d7a3'];
const METRICS = ['temperature', 'humidity', 'battery', 'pressure'];
const SERIAL = /^[A-Z0-9][A-Z0-9-]{3,31}$/;
const INSTANT = /^(\d{4}-\d\d-\d\d)t\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:\d\d)$/i;
const SETTINGS = ['reportingIntervalSeconds', 'firmwareChannel', 'ledEnabled'];

const now = () => new Date().toISOString();
const newFleet = (): Fleet => ({ devices: new Map(), operations: new Map(), groups: new Map(), rules: new Map() });
/** Any offset is accepted, UTC is kept. */
const instant = (value: unknown, field: string): string => {
  const [whole = '', day = ''] = INSTANT.exec(typeof value === 'string' ? value : '') ?? [];
  // Date rolls 30 February over to March.
  const exists = day !== '' && String(new Date(day).toJSON()).startsWith(day);
  const time = exists ? new Date(whole.toUpperCase()).toJSON() : null;
  return time ?? refuse(400, `${field} must be a date and time with an offset`);
};

async function sentDevice(context: Context) {
  const sent = await bodyOf(context);
  const body = checked(sent);
  return {
    model: body.text('model', 60),
    ...(sent.name !== undefined && { name: body.text('name', 80) }),
    ...(sent.site !== undefined && { site: body.text('site', 80) }),
  };
}
async function sentRule(context: Context, { devices }: Fleet) {
  const body = checked(await bodyOf(context));
  const serial = body.text('serial', 32);
  if (!devices.has(serial)) refuse(400, 'serial is not of one of your devices');
  return {
    serial,
    metric: body.oneOf('metric', METRICS),
    operator: body.oneOf('operator', ['above', 'below']),
    threshold: body.number('threshold', -1_000_000, 1_000_000, false),
  };
}
async function sentReading(context: Context) {
  const sent = { recordedAt: now(), ...(await bodyOf(context)) };
  const body = checked(sent);
  return {
    metric: body.oneOf('metric', METRICS),
    value: body.number('value', -1_000_000, 1_000_000, false),
    recordedAt: instant(sent.recordedAt, 'recordedAt'),
  };
}
/** Desired settings after a merge patch: null takes a setting away. */
function merged(desired: Body, patch: Body): Body {
  const strange = Object.keys(patch).find((name) => !SETTINGS.includes(name));
  if (strange !== undefined) refuse(400, `${strange} is not a setting`);
  const result = Object.fromEntries(Object.entries({ ...desired, ...patch }).filter(([, value]) => value !== null));
  const body = checked(result);
  if (body.has('reportingIntervalSeconds')) body.number('reportingIntervalSeconds', 10, 86_400);
  if (body.has('firmwareChannel')) body.oneOf('firmwareChannel', ['stable', 'beta']);
  if (body.has('ledEnabled')) body.flag('ledEnabled');
  return result;
}

const fleetOf = (fleets: Fleets, context: Context) =>
  fleets.get(context.req.header('x-api-key') ?? '') ?? refuse(401, 'The API key is missing or unknown');
const keptOf = (fleets: Fleets, context: Context) =>
  fleetOf(fleets, context).devices.get(context.req.param('serial') ?? '') ?? refuse(404, 'No such device');
const groupOf = (fleets: Fleets, context: Context) =>
  fleetOf(fleets, context).groups.get(context.req.param('groupId') ?? '') ?? refuse(404, 'No such group');

function addDevices(app: Hono, fleets: Fleets): void {
  app.get('/devices', (context) => {
    const limit = queryNumber(context, 'limit', 20, 1, 100);
    const { after = '', model } = context.req.query();
    const found = [...fleetOf(fleets, context).devices.values()]
      .map(({ device }) => device)
      .filter((device) => (model ?? device.model) === device.model && device.serial > after)
      .toSorted((a, b) => (a.serial < b.serial ? -1 : 1));
    const items = found.slice(0, limit);
    return context.json({ items, nextAfter: found.length > limit ? items.at(-1)?.serial : null });
  });
  app.put('/devices/:serial', async (context) => {
    const [own, serial] = [fleetOf(fleets, context), context.req.param('serial')];
    if (!SERIAL.test(serial)) refuse(400, `serial must match ${SERIAL.source}`);
    const fields = await sentDevice(context);
    if ([...fleets.values()].some((fleet) => fleet !== own && fleet.devices.has(serial))) refuse(409, 'Not yours');
    const before = own.devices.get(serial);
    const { registeredAt, lastSeenAt } = before?.device ?? { registeredAt: now(), lastSeenAt: null };
    const device: Device = { serial, ...fields, registeredAt, lastSeenAt };
    const config: Config = { desired: {}, version: 1, updatedAt: registeredAt };
    own.devices.set(serial, { config, readings: [], ...before, device });
    return context.json(device, before === undefined ? 201 : 200);
  });
  app.get('/devices/:serial', (context) => context.json(keptOf(fleets, context).device));
  app.delete('/devices/:serial', (context) => {
    const { devices, groups, rules } = fleetOf(fleets, context);
    const { serial } = keptOf(fleets, context).device;
    devices.delete(serial);
    for (const { members } of groups.values()) members.delete(serial);
    for (const { id } of [...rules.values()].filter((rule) => rule.serial === serial)) rules.delete(id);
    return context.body(null, 204);
  });
  app.get('/devices/:serial/config', (context) => context.json(keptOf(fleets, context).config));
  app.patch('/devices/:serial/config', async (context) => {
    const { config } = keptOf(fleets, context);
    const desired = merged(config.desired, await bodyOf(context));
    return context.json(Object.assign(config, { desired, version: config.version + 1, updatedAt: now() }));
  });
}

/** A device gets on with its command while it is looked at: tests need not wait. */
const shownOperation = ({ looks, ...operation }: Operation) => {
  const status = ['pending', 'running'][looks] ?? 'succeeded';
  return { ...operation, status, finishedAt: status === 'succeeded' ? operation.createdAt : null };
};

function addReadingsAndCommands(app: Hono, fleets: Fleets): void {
  app.post('/devices/:serial/readings', async (context) => {
    const kept = keptOf(fleets, context);
    const made: Reading = { id: randomUUID(), ...(await sentReading(context)) };
    kept.readings.push(made);
    kept.device.lastSeenAt = now();
    return context.json(made, 201);
  });
  app.get('/devices/:serial/readings', (context) => {
    const { readings } = keptOf(fleets, context);
    const limit = queryNumber(context, 'limit', 100, 1, 500);
    const { metric, from = '0000-01-01T00:00:00Z', to = '9999-12-31T23:59:59Z' } = context.req.query();
    if (metric !== undefined && !METRICS.includes(metric)) refuse(400, `metric must be one of ${METRICS.join(', ')}`);
    const [start, end] = [instant(from, 'from'), instant(to, 'to')];
    if (start >= end) refuse(400, 'from must be before to');
    const items = readings
      .filter((one) => (metric ?? one.metric) === one.metric && one.recordedAt >= start && one.recordedAt < end)
      .toSorted((a, b) => Date.parse(a.recordedAt) - Date.parse(b.recordedAt));
    return context.json({ items: items.slice(0, limit) });
  });

  app.post('/devices/:serial/commands', async (context) => {
    const { serial } = keptOf(fleets, context).device;
    const command = checked(await bodyOf(context)).oneOf('command', ['reboot', 'identify', 'calibrate']);
    const made: Operation = { id: randomUUID(), serial, command, createdAt: now(), looks: 0 };
    fleetOf(fleets, context).operations.set(made.id, made);
    return context.json(shownOperation(made), 202, { location: `/v2/operations/${made.id}` });
  });
  app.get('/operations/:id', (context) => {
    const found = fleetOf(fleets, context).operations.get(context.req.param('id'));
    const operation = found ?? refuse(404, 'No such operation');
    operation.looks += 1;
    return context.json(shownOperation(operation));
  });
}

function addGroupsAndRules(app: Hono, fleets: Fleets): void {
  const shown = ({ members, ...group }: Group) => ({ ...group, members: [...members] });
  app.post('/groups', async (context) => {
    const { groups } = fleetOf(fleets, context);
    const name = checked(await bodyOf(context)).text('name', 60);
    if ([...groups.values()].some((one) => one.name === name)) refuse(409, 'Another group has this name');
    const made: Group = { id: randomUUID(), name, createdAt: now(), members: new Set() };
    groups.set(made.id, made);
    return context.json(shown(made), 201);
  });
  app.get('/groups/:groupId', (context) => context.json(shown(groupOf(fleets, context))));
  app.put('/groups/:groupId/members/:serial', (context) => {
    groupOf(fleets, context).members.add(keptOf(fleets, context).device.serial);
    return context.body(null, 204);
  });
  app.delete('/groups/:groupId/members/:serial', (context) => {
    const removed = groupOf(fleets, context).members.delete(context.req.param('serial'));
    return removed ? context.body(null, 204) : refuse(404, 'The device is not a member');
  });
  app.get('/alert-rules', (context) => context.json({ items: [...fleetOf(fleets, context).rules.values()] }));
  app.post('/alert-rules', async (context) => {
    const fleet = fleetOf(fleets, context);
    const made: Rule = { id: randomUUID(), ...(await sentRule(context, fleet)) };
    fleet.rules.set(made.id, made);
    return context.json(made, 201);
  });
  app.delete('/alert-rules/:id', (context) => {
    const removed = fleetOf(fleets, context).rules.delete(context.req.param('id'));
    return removed ? context.body(null, 204) : refuse(404, 'No such rule');
  });
}

function create(): Hono {
  const fleets: Fleets = new Map([AURORA, BOREALIS].map((key) => [key, newFleet()]));
  const app = new Hono().basePath('/v2');
  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : 500;
    const problem = { type: 'about:blank', title: status === 500 ? 'Internal error' : error.message, status };
    return context.body(JSON.stringify(problem), status, { 'content-type': 'application/problem+json' });
  });
  app.use(async (context, next) => void (fleetOf(fleets, context), await next()));
  for (const add of [addDevices, addReadingsAndCommands, addGroupsAndRules]) add(app, fleets);
  return app;
}

export const devices = referenceServer(import.meta.dirname, {
  name: 'devices',
  style: 'ids by the client, PUT creates or replaces, merge patch, 202 with an operation, problem+json, tenants by key',
  document: 'openapi.yaml',
  personas: [
    { name: 'Aurora', description: 'Can manage the devices, groups and rules of Aurora.', authType: 'HEADER' },
    { name: 'Borealis', description: 'Another tenant; has no access to anything of Aurora.', authType: 'HEADER' },
  ],
  env: {
    AUTH_AURORA: JSON.stringify({ headers: { 'X-API-Key': AURORA } }),
    AUTH_BOREALIS: JSON.stringify({ headers: { 'X-API-Key': BOREALIS } }),
  },
  identities: { owner: { 'x-api-key': AURORA }, outsider: { 'x-api-key': BOREALIS } },
  create,
});
