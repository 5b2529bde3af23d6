import { createServer, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FaultProxyOptions } from '../../bench/detect/proxy/fault-proxy.ts';

type Spec = FaultProxyOptions['spec'];

/** Who calls the API of the demo: one persona who may do everything, and one who may do nothing. */
export const callers = [
  { name: 'Owner', description: 'Owns the todos: may read and change all of them.', token: 'demo-owner-token' },
  { name: 'Guest', description: 'Is signed in, but has no access to any todo.', token: 'demo-guest-token' },
];
const [owner, guest] = callers.map(({ token }) => `Bearer ${token}`);
/** As the proxy of the planted fault knows them. */
export const identities = { owner: { authorization: owner! }, outsider: { authorization: guest! } };

const refusal = { description: 'refused', content: { 'application/json': { schema: { type: 'object' } } } };
const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** The API's own spec, with what the gateway adds to it: a token on every call, and two ways to be refused. */
export const guarded = (spec: Spec): Spec => {
  const { paths, components, ...rest } = structuredClone(spec) as Spec & {
    paths: Record<string, Record<string, { responses: object }>>;
    components: object;
  };
  for (const item of Object.values(paths))
    for (const method of methods)
      if (item[method]) Object.assign(item[method].responses, { 401: refusal, 403: refusal });
  const securitySchemes = { token: { type: 'http', scheme: 'bearer' } };
  return { ...rest, paths, components: { ...components, securitySchemes }, security: [{ token: [] }] } as Spec;
};

/** A gateway before the API that knows both personas and lets one of them in. */
export const startGateway = async (target: string): Promise<{ url: string; close: () => Promise<void> }> => {
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { authorization } = incoming.headers;
    if (authorization !== owner) {
      outgoing.writeHead(authorization === guest ? 403 : 401, { 'content-type': 'application/json' });
      outgoing.end('{"error":"refused"}');
      return;
    }
    const onward = sendRequest(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: incoming.headers,
    });
    onward.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
