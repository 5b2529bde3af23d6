import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, refuse } from '../request.ts';

type Practitioner = {
  practitionerId: string;
  name: string;
  speciality: string;
  languages: string[];
  retired: boolean;
};
type Appointment = {
  appointmentId: string;
  practitionerId: string;
  patient: string;
  start: string;
  end: string;
  reason?: string;
};

const ROLES: Record<string, 'desk' | 'viewer'> = { 'Bearer jwt.desk': 'desk', 'Bearer jwt.viewer': 'viewer' };
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const MOST_MS = 8 * 3_600_000;
const CODES: Record<number, string> = { 400: 'INVALID', 401: 'WHO', 403: 'READ_ONLY', 404: 'ABSENT', 409: 'BUSY' };

const newId = (prefix: string) => prefix + randomBytes(5).toString('hex').toUpperCase();

async function sentPractitioner(context: Context) {
  const body = checked(await bodyOf(context));
  const languages = body.has('languages') ? body.texts('languages') : [];
  if (!languages.every((code) => code.length === 2)) refuse(400, 'languages are codes of two letters');
  return {
    name: body.text('name', 120),
    speciality: body.oneOf('speciality', ['general', 'dental', 'physio']),
    languages,
    retired: body.has('retired') ? body.flag('retired') : false,
  };
}

function create(): Hono {
  const practitioners = new Map<string, Practitioner>();
  const appointments = new Map<string, Appointment>();
  const app = new Hono().basePath('/v5');
  answerErrors(app, (status, error) => ({ error, code: CODES[status] ?? 'ERROR' }));
  app.use(async (context, next) => {
    const role = ROLES[context.req.header('authorization') ?? ''] ?? refuse(401, 'Sign in');
    if (role === 'viewer' && context.req.method !== 'GET') refuse(403, 'Viewers may only look');
    await next();
  });
  const practitioner = (id: string | undefined) => practitioners.get(id ?? '') ?? refuse(404, 'No such practitioner');
  const appointment = (id: string | undefined) => appointments.get(id ?? '') ?? refuse(404, 'No such appointment');

  app.get('/practitioners', (context) => context.json(Object.fromEntries(practitioners)));
  app.post('/practitioners', async (context) => {
    const made = { practitionerId: newId('PR'), ...(await sentPractitioner(context)) };
    practitioners.set(made.practitionerId, made);
    return context.json(made, 201);
  });
  app.get('/practitioners/:id', (context) => context.json(practitioner(context.req.param('id'))));
  app.put('/practitioners/:id', async (context) => {
    Object.assign(practitioner(context.req.param('id')), await sentPractitioner(context));
    return context.body(null, 204);
  });
  app.delete('/practitioners/:id', (context) => {
    practitioners.delete(practitioner(context.req.param('id')).practitionerId);
    return context.body(null, 204);
  });

  app.post('/appointments', async (context) => {
    const body = checked(await bodyOf(context));
    const practitionerId = body.text('practitionerId', 40);
    if (!practitioners.has(practitionerId)) refuse(400, 'practitionerId is not one of ours');
    const [start, end] = [body.matching('start', INSTANT), body.matching('end', INSTANT)];
    const length = Date.parse(end) - Date.parse(start);
    if (!(length > 0 && length <= MOST_MS)) refuse(400, 'end must be after start, by at most 8 hours');
    const busy = [...appointments.values()].some(
      (one) =>
        one.practitionerId === practitionerId &&
        Date.parse(one.start) < Date.parse(end) &&
        Date.parse(start) < Date.parse(one.end),
    );
    if (busy) refuse(409, 'The practitioner is not free then');
    const made: Appointment = {
      appointmentId: newId('AP'),
      practitionerId,
      patient: body.text('patient', 120),
      start,
      end,
      ...(body.has('reason') && { reason: body.text('reason', 500) }),
    };
    appointments.set(made.appointmentId, made);
    return context.json(made, 201);
  });
  app.get('/appointments', (context) => {
    const { practitionerId, from, to } = context.req.query();
    const found = [...appointments.values()]
      .filter((one) => practitionerId === undefined || one.practitionerId === practitionerId)
      .filter((one) => from === undefined || Date.parse(one.start) >= Date.parse(from))
      .filter((one) => to === undefined || Date.parse(one.start) <= Date.parse(to));
    return context.json({ appointments: found.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start)) });
  });
  app.get('/appointments/:id', (context) => context.json(appointment(context.req.param('id'))));
  app.delete('/appointments/:id', (context) => {
    appointments.delete(appointment(context.req.param('id')).appointmentId);
    return context.body(null, 204);
  });
  return app;
}

export const clinic = referenceServer(import.meta.dirname, {
  name: 'clinic',
  style: 'a viewer who may only read, start before end, lists as maps by id, PUT without an answer',
  document: 'openapi.yaml',
  personas: [
    { name: 'Front desk', description: 'Can manage practitioners and appointments.', authType: 'BEARER' },
    { name: 'Viewer', description: 'Read-only: can look at everything, may not change anything.', authType: 'BEARER' },
    { name: 'Stranger', description: 'Is not signed in and has no access.', authType: 'NONE' },
  ],
  env: { AUTH_FRONT_DESK: '{"token":"jwt.desk"}', AUTH_VIEWER: '{"token":"jwt.viewer"}' },
  identities: { owner: { authorization: 'Bearer jwt.desk' }, outsider: { authorization: 'Bearer jwt.viewer' } },
  create,
});
