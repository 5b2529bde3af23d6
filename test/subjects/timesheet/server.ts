import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, refuse } from '../request.ts';

type Project = { project_id: number; name: string; budget_hours?: number; billable: boolean };
type Entry = { entry_id: number; project_id: number; day: string; hours: number; remark?: string; booked_by: string };
type Form = Record<string, string>;

const PASSWORDS: Record<string, string> = { mona: 'Sunday!', erik: 'Monday!' };
const MANAGER = 'mona';

async function formOf(context: Context): Promise<Form> {
  const type = context.req.header('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) refuse(415, 'Send a form.');
  return Object.fromEntries(new URLSearchParams(await context.req.text()));
}

function needed(form: Form, name: string, most: number): string {
  const value = form[name] ?? '';
  return value !== '' && value.length <= most ? value : refuse(400, `${name} is missing or too long`);
}

function entryFields(form: Form): Pick<Entry, 'day' | 'hours' | 'remark'> {
  const day = needed(form, 'day', 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) refuse(400, 'day is not a date');
  const hours = Number(needed(form, 'hours', 8));
  if (!(hours >= 0.25 && hours <= 24 && Number.isInteger(hours * 4))) refuse(400, 'hours go by quarters up to 24');
  return { day, hours, ...(form.remark !== undefined && { remark: form.remark.slice(0, 200) }) };
}

function create(): Hono {
  const sessions = new Map<string, string>();
  const projects = new Map<number, Project>();
  const entries = new Map<number, Entry>();
  let made = 0;
  const app = new Hono().basePath('/timesheet');
  answerErrors(app, (_, problem) => ({ problem }));
  const user = (context: Context) => sessions.get(getCookie(context, 'session') ?? '') ?? refuse(401, 'Sign in first.');
  const asManager = (context: Context) => {
    if (user(context) !== MANAGER) refuse(403, 'Employees may not do this.');
  };
  const project = (context: Context) =>
    projects.get(Number(context.req.param('project'))) ?? refuse(404, 'No such project.');
  const entry = (context: Context) => entries.get(Number(context.req.param('entry'))) ?? refuse(404, 'No such entry.');

  app.post('/session', async (context) => {
    const { login = '', password } = await formOf(context);
    if (password === undefined || PASSWORDS[login] !== password) refuse(403, 'Wrong login or password.');
    // Who signs in again goes on with the session that is open.
    const open = [...sessions].find(([, user]) => user === login)?.[0];
    const session = open ?? randomBytes(12).toString('hex');
    sessions.set(session, login);
    return context.json({ session, user: login }, 200, { 'set-cookie': `session=${session}; HttpOnly; Path=/` });
  });
  app.use(async (context, next) => {
    user(context);
    await next();
  });

  app.get('/projects', (context) => context.json([...projects.values()]));
  app.post('/projects', async (context) => {
    asManager(context);
    const form = await formOf(context);
    const budget = form.budget_hours === undefined ? undefined : Number(form.budget_hours);
    if (budget !== undefined && !(Number.isInteger(budget) && budget >= 0)) refuse(400, 'budget_hours is not a number');
    const added: Project = {
      project_id: (made += 1),
      name: needed(form, 'name', 60),
      ...(budget !== undefined && { budget_hours: budget }),
      billable: form.billable !== 'false',
    };
    projects.set(added.project_id, added);
    return context.json(added, 201);
  });
  app.delete('/projects/:project', (context) => {
    asManager(context);
    projects.delete(project(context).project_id);
    return context.body(null, 204);
  });
  app.get('/projects/:project/entries', (context) => {
    const { project_id } = project(context);
    return context.json([...entries.values()].filter((one) => one.project_id === project_id));
  });
  app.post('/projects/:project/entries', async (context) => {
    const { project_id } = project(context);
    const fields = entryFields(await formOf(context));
    const added: Entry = { entry_id: (made += 1), project_id, ...fields, booked_by: user(context) };
    entries.set(added.entry_id, added);
    return context.json(added, 201);
  });
  app.get('/entries/:entry', (context) => context.json(entry(context)));
  app.put('/entries/:entry', async (context) => {
    const { entry_id, project_id, booked_by } = entry(context);
    const changed = { entry_id, project_id, ...entryFields(await formOf(context)), booked_by };
    entries.set(entry_id, changed);
    return context.json(changed);
  });
  app.delete('/entries/:entry', (context) => {
    entries.delete(entry(context).entry_id);
    return context.body(null, 204);
  });
  return app;
}

const loginForm = (login: string) => new URLSearchParams({ login, password: PASSWORDS[login] ?? '' }).toString();

const credentials = (url: string, login: string) =>
  JSON.stringify({
    url: `${url}/timesheet/session`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: loginForm(login),
    tokenPath: 'session',
    headerName: 'Cookie',
    headerPrefix: 'session=',
  });

async function cookieOf(url: string, login: string): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${url}/timesheet/session`, { method: 'POST', headers, body: loginForm(login) });
  return `session=${((await answer.json()) as { session: string }).session}`;
}

export const timesheet = referenceServer(import.meta.dirname, {
  name: 'timesheet',
  style: 'form login with a session cookie, form bodies, Swagger 2.0, two roles',
  document: 'swagger.yaml',
  personas: [
    { name: 'Manager', description: 'Can do everything.', authType: 'HTTP_ENDPOINT' },
    { name: 'Employee', description: 'Books hours; cannot create or delete projects.', authType: 'HTTP_ENDPOINT' },
  ],
  whenOpen: async (url) => ({
    env: { AUTH_MANAGER: credentials(url, 'mona'), AUTH_EMPLOYEE: credentials(url, 'erik') },
    identities: {
      owner: { cookie: await cookieOf(url, 'mona') },
      outsider: { cookie: await cookieOf(url, 'erik') },
    },
  }),
  create,
});
