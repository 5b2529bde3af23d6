import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';

/**
 * The simplest alternative for comparison: an in-memory map behind Hono on node:http. Prints its address when it is
 * ready.
 */
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
const server = createServer(async (request, response) => {
  const answer = await app.request(request.url ?? '/');
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
});
server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`));
