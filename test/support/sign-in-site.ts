import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import type { Person } from './issuer.ts';

type Grant = { query: URLSearchParams };

/**
 * The pages of an OpenID issuer on this machine: a form where this person signs in or refuses, and the exchange of the code, each for one
 * use, with PKCE. `tokenFor` is the issuer's.
 */
export const openSignInSite = async (person: Person, tokenFor: (person: Person) => Promise<string>) => {
  const granted = new Map<string, Grant>();
  const exchange = async (request: IncomingMessage): Promise<[number, object]> => {
    const form = new URLSearchParams(await text(request));
    const grant = granted.get(form.get('code') ?? '');
    granted.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      challenge === grant?.query.get('code_challenge') && form.get('redirect_uri') === grant.query.get('redirect_uri');
    return isRight ? [200, { access_token: await tokenFor(person) }] : [400, { error: 'invalid_grant' }];
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams: query, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const back = (said: Record<string, string>): void => {
      const words = new URLSearchParams({ ...said, state: query.get('state') ?? '' });
      response.writeHead(302, { location: `${query.get('redirect_uri')}?${words}` }).end();
    };
    if (pathname === '/token')
      return void exchange(request).then(([status, body]) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      );
    if (pathname === '/refuse') return back({ error: 'access_denied', error_description: 'They said no' });
    if (pathname === '/allow') {
      const code = randomUUID();
      granted.set(code, { query });
      return back({ code });
    }
    const links = ['allow', 'refuse'].map(
      (name) => `<a id="${name}" href="/${name}${search.replaceAll('&', '&amp;')}">${name}</a>`,
    );
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>Sign in</title>${links.join(' ')}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { authorization_endpoint: `${at}/authorize`, token_endpoint: `${at}/token` };
};
