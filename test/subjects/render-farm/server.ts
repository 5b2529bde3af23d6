import { Hono } from 'hono';
import type { Context } from 'hono';
import { answerErrors, bodyOf, checked, refuse } from '../request.ts';
import { referenceServer } from '../reference-server.ts';

type Scene = { id: string; title: string; frame_count: number; engine: string };
type Render = {
  id: string;
  scene_id: string;
  quality: string;
  label: string | null;
  cancelled: boolean;
  looks: number;
  submittedAt: string;
};

/** Work goes on from look to look, so that a loaded machine renders like an idle one. */
const PROGRESS = [0, 0, 40, 80, 100];
const STATUSES = ['queued', 'running', 'finished', 'failed', 'cancelled'];

/** Where a render stands. */
function show({ id, scene_id, quality, label, cancelled, looks, submittedAt }: Render) {
  const progress = PROGRESS[Math.min(looks, PROGRESS.length - 1)] ?? 0;
  const working = progress === 0 ? 'queued' : progress < 100 ? 'running' : 'finished';
  return {
    id,
    scene_id,
    quality,
    label,
    status: cancelled ? 'cancelled' : working,
    progress,
    submitted_at: submittedAt,
  };
}

function create(): Hono {
  const scenes = new Map<string, Scene>();
  const renders = new Map<string, Render>();
  let made = 0;
  const app = new Hono();
  answerErrors(app, (_, detail) => ({ detail }));
  app.use(async (context, next) => {
    if (context.req.header('x-api-key') !== 'rf-live-7f3a') refuse(401, 'Invalid API key.');
    await next();
  });
  const scene = (id: unknown) => scenes.get(String(id)) ?? refuse(404, 'Not found.');
  const render = (context: Context) => renders.get(context.req.param('id') ?? '') ?? refuse(404, 'Not found.');

  app.post('/scenes', async (context) => {
    const body = checked(await bodyOf(context));
    const added: Scene = {
      id: `scn_${(made += 1)}`,
      title: body.text('title', 120),
      frame_count: body.number('frame_count', 1, 10_000),
      engine: body.has('engine') ? body.oneOf('engine', ['path_tracer', 'rasterizer']) : 'path_tracer',
    };
    scenes.set(added.id, added);
    return context.json(added, 201);
  });
  app.get('/scenes/:id', (context) => context.json(scene(context.req.param('id'))));
  app.delete('/scenes/:id', (context) => {
    scenes.delete(scene(context.req.param('id')).id);
    return context.body(null, 204);
  });

  app.post('/renders', async (context) => {
    const body = checked(await bodyOf(context));
    const { id } = scene(body.text('scene_id', 40));
    const added: Render = {
      id: `rnd_${(made += 1)}`,
      scene_id: id,
      quality: body.has('quality') ? body.oneOf('quality', ['draft', 'preview', 'final']) : 'preview',
      label: body.has('label') ? body.text('label', 60) : null,
      cancelled: false,
      looks: 0,
      submittedAt: new Date().toISOString(),
    };
    renders.set(added.id, added);
    return context.json(show(added), 202, { location: `/renders/${added.id}` });
  });
  app.get('/renders', (context) => {
    const status = context.req.query('status');
    if (status !== undefined && !STATUSES.includes(status)) refuse(400, 'Unknown status.');
    const shown = [...renders.values()].toReversed().map(show);
    return context.json({ results: shown.filter((one) => status === undefined || one.status === status) });
  });
  app.get('/renders/:id', (context) => {
    const found = render(context);
    if (!found.cancelled) found.looks += 1;
    return context.json(show(found));
  });
  app.delete('/renders/:id', (context) => {
    renders.delete(render(context).id);
    return context.body(null, 204);
  });
  app.post('/renders/:id/cancel', (context) => {
    const found = render(context);
    if (['finished', 'cancelled'].includes(show(found).status)) refuse(409, 'It has ended already.');
    found.cancelled = true;
    return context.json(show(found));
  });
  app.get('/renders/:id/frames', (context) => {
    const { id, scene_id, progress } = show(render(context));
    const count = Math.floor(((scenes.get(scene_id)?.frame_count ?? 0) * progress) / 100);
    const url = (number: number) => `https://cdn.renderfarm.example/${id}/${number}.exr`;
    return context.json(Array.from({ length: count }, (_, index) => ({ number: index + 1, url: url(index + 1) })));
  });
  return app;
}

export const renderFarm = referenceServer(import.meta.dirname, {
  name: 'render-farm',
  style: 'asynchronous jobs (202 and polling), API key',
  document: 'openapi.json',
  personas: [{ name: 'Studio', description: 'Can register scenes and render them.', authType: 'HEADER' }],
  env: { AUTH_STUDIO: '{"headers":{"X-API-Key":"rf-live-7f3a"}}' },
  identities: { owner: { 'x-api-key': 'rf-live-7f3a' }, outsider: { 'x-api-key': 'rf-nobody' } },
  create,
});
