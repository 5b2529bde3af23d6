import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Method } from '#contract/method.ts';
import { mcpRoute } from '#contract/mcp-route.ts';
import { serveMcp } from '#functions/mcp.ts';
import { listen } from '../../local/http-server.ts';
import type { Scenario } from './scenario.ts';

/** A scenario's service behind a port of this machine, with MCP beside it; for callers that speak HTTP themselves. */
export const serveScenario = async ({ target }: Pick<Scenario, 'target'>) => {
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const path = request.url!;
    const body = await text(request);
    const raw = { requestId: 'request-id', path, pathParameters: {}, rawQuery: '', headers, baseUrl: origin, body };
    const answer =
      path === mcpRoute.path && request.method === mcpRoute.method
        ? await serveMcp(raw, origin, ({ error }) => error && console.error(error))
        : await target.send({ method: request.method as Method, path, headers, ...(body !== '' && { body }) });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const origin = `http://127.0.0.1:${await listen(server, 0)}`;
  return {
    origin,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
