import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, refuse } from '../request.ts';
import type { Body } from '../request.ts';

type Flag = { key: string; enabled: boolean; description: string | null; rollout: number; changedAt: string };
type Override = { userId: string; enabled: boolean; reason?: string };

const KEY = /^[a-z][a-z0-9-]{1,39}$/;

function create(): Hono {
  const flags = new Map<string, { flag: Flag; overrides: Map<string, Override> }>();
  let settings = { defaultRollout: 100, owners: ['platform@flags.example.com'] };
  const app = new Hono().basePath('/api/v1');
  answerErrors(app, (status, title) => ({ type: 'about:blank', status, title }));
  const entry = (context: Context) => flags.get(context.req.param('key') ?? '') ?? refuse(404, 'No flag has this key');
  const parts = (sent: Body): Partial<Flag> => {
    const body = checked(sent);
    return {
      ...(sent.enabled !== undefined && { enabled: body.flag('enabled') }),
      ...(sent.description !== undefined && {
        description: sent.description === null ? null : body.text('description', 300, 0),
      }),
      ...(sent.rollout !== undefined && { rollout: body.number('rollout', 0, 100) }),
    };
  };

  app.get('/flags', (context) =>
    context.json({ flags: Object.fromEntries([...flags].map(([key, { flag }]) => [key, flag])) }),
  );
  app.get('/flags/:key', (context) => context.json(entry(context).flag));
  app.put('/flags/:key', async (context) => {
    const key = context.req.param('key');
    if (!KEY.test(key)) refuse(400, 'Not a key');
    const { enabled = refuse(400, 'enabled is missing'), ...rest } = parts(await bodyOf(context));
    const flag: Flag = { key, enabled, description: null, rollout: 100, ...rest, changedAt: new Date().toISOString() };
    const before = flags.get(key);
    flags.set(key, { flag, overrides: before?.overrides ?? new Map() });
    return context.json(flag, before ? 200 : 201);
  });
  app.patch('/flags/:key', async (context) => {
    const { flag } = entry(context);
    return context.json(Object.assign(flag, parts(await bodyOf(context)), { changedAt: new Date().toISOString() }));
  });
  app.delete('/flags/:key', (context) => {
    flags.delete(entry(context).flag.key);
    return context.body(null, 204);
  });

  const override = (context: Context) =>
    entry(context).overrides.get(context.req.param('userId') ?? '') ?? refuse(404, 'Nothing was decided');
  app.put('/flags/:key/overrides/:userId', async (context) => {
    const { overrides } = entry(context);
    const body = checked(await bodyOf(context));
    const userId = context.req.param('userId');
    const made = {
      userId,
      enabled: body.flag('enabled'),
      ...(body.has('reason') && { reason: body.text('reason', 200) }),
    };
    overrides.set(userId, made);
    return context.json(made);
  });
  app.get('/flags/:key/overrides/:userId', (context) => context.json(override(context)));
  app.delete('/flags/:key/overrides/:userId', (context) => {
    entry(context).overrides.delete(override(context).userId);
    return context.body(null, 204);
  });

  app.get('/settings', (context) => context.json(settings));
  app.put('/settings', async (context) => {
    const sent = await bodyOf(context);
    const unknown = Object.keys(sent).find((name) => name !== 'defaultRollout' && name !== 'owners');
    if (unknown !== undefined) refuse(400, `${unknown} is not a setting`);
    const body = checked(sent);
    const owners = body.texts('owners');
    if (owners.length === 0 || !owners.every((one) => one.includes('@'))) refuse(400, 'owners must be addresses');
    settings = { defaultRollout: body.number('defaultRollout', 0, 100), owners };
    return context.json(settings);
  });
  return app;
}

export const flags = referenceServer(import.meta.dirname, {
  name: 'flags',
  style: 'client-chosen keys, upsert by PUT, lists as maps, merge patch, a settings singleton',
  document: 'openapi.yaml',
  create,
});
