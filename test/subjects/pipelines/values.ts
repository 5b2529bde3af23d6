import type { Context, Hono } from 'hono';
import { bodyOf, checked, refuse } from '../request.ts';
import { ACTIONS, paged, repositoryOf, writable } from './access.ts';
import { now } from './model.ts';
import type { Repository } from './model.ts';

const NAME = /^[A-Z_][A-Z0-9_]*$/;
const RESERVED = 'PIPELINES_';
const LONGEST_NAME = 100;
const LONGEST_VALUE = 49_152;

function soundName(name: string): string {
  if (name.length > LONGEST_NAME || !NAME.test(name)) refuse(422, `name must match ${NAME.source}`);
  return name.startsWith(RESERVED) ? refuse(422, `name must not start with ${RESERVED}`) : name;
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

const dates = ({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }) => ({
  created_at: createdAt,
  updated_at: updatedAt,
});

export function addVariables(app: Hono, all: Repository[]): void {
  const named = ({ variables }: Repository, context: Context) => {
    const name = context.req.param('name') ?? '';
    const stored = variables.get(name) ?? refuse(404, 'Not Found');
    return { name, stored };
  };
  app.get(`${ACTIONS}/variables`, (context) => {
    const sorted = [...repositoryOf(all, context).variables].toSorted(byName);
    const found = sorted.map(([name, stored]) => ({ name, value: stored.value, ...dates(stored) }));
    return paged(context, 'variables', found);
  });
  app.post(`${ACTIONS}/variables`, async (context) => {
    const { variables } = writable(all, context);
    const body = checked(await bodyOf(context, 422), 422);
    const name = soundName(body.text('name', LONGEST_NAME));
    const value = body.text('value', LONGEST_VALUE);
    if (variables.has(name)) refuse(409, 'Already exists - Variable already exists');
    const createdAt = now();
    variables.set(name, { value, createdAt, updatedAt: createdAt });
    return context.json({}, 201);
  });
  app.get(`${ACTIONS}/variables/:name`, (context) => {
    const { name, stored } = named(repositoryOf(all, context), context);
    return context.json({ name, value: stored.value, ...dates(stored) });
  });
  app.patch(`${ACTIONS}/variables/:name`, async (context) => {
    const repository = writable(all, context);
    const { name, stored } = named(repository, context);
    const sent = await bodyOf(context, 422);
    const body = checked(sent, 422);
    if (sent.name === undefined && sent.value === undefined) refuse(422, 'name or value is needed');
    const next = sent.name === undefined ? name : soundName(body.text('name', LONGEST_NAME));
    const value = sent.value === undefined ? stored.value : body.text('value', LONGEST_VALUE);
    if (next !== name && repository.variables.has(next)) refuse(409, 'Already exists - Variable already exists');
    repository.variables.delete(name);
    repository.variables.set(next, { ...stored, value, updatedAt: now() });
    return context.body(null, 204);
  });
  app.delete(`${ACTIONS}/variables/:name`, (context) => {
    const repository = writable(all, context);
    repository.variables.delete(named(repository, context).name);
    return context.body(null, 204);
  });
}

export function addSecrets(app: Hono, all: Repository[]): void {
  app.get(`${ACTIONS}/secrets`, (context) => {
    const sorted = [...writable(all, context).secrets].toSorted(byName);
    const found = sorted.map(([name, stored]) => ({ name, ...dates(stored) }));
    return paged(context, 'secrets', found);
  });
  app.put(`${ACTIONS}/secrets/:name`, async (context) => {
    const { secrets } = writable(all, context);
    const value = checked(await bodyOf(context, 422), 422).text('value', LONGEST_VALUE);
    const name = soundName(context.req.param('name'));
    const known = secrets.get(name);
    const updatedAt = now();
    secrets.set(name, { value, createdAt: known?.createdAt ?? updatedAt, updatedAt });
    return known === undefined ? context.json({}, 201) : context.body(null, 204);
  });
  app.delete(`${ACTIONS}/secrets/:name`, (context) => {
    const { secrets } = writable(all, context);
    return secrets.delete(context.req.param('name')) ? context.body(null, 204) : refuse(404, 'Not Found');
  });
}
