import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** What a user would write instead: a map in memory behind Hono. Prints its address when it answers. */
const projects = new Map(
  Array.from({ length: 10 }, (_, index) => [
    `${index}`,
    { id: `${index}`, name: `Project ${index}`, description: null, status: 'ACTIVE', workspaceId: 'w', version: 1 },
  ]),
);
const app = new Hono().get('/workspaces/:workspaceId/projects', (context) => {
  const data = [...projects.values()];
  return context.json({ data, page: 1, size: 50, totalElements: data.length });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`ready http://127.0.0.1:${port}`),
);
