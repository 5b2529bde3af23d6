import type { Json } from '#verifier/plan/plan.ts';

import type { Findings } from '../json/findings.ts';
import { type JsonObject, member } from '../json/json-object.ts';
import { invalid } from '../json/spec-error.ts';

/**
 * The beginning of a server URL without a scheme: `api.example.com/v1`, `localhost:8080`. Strictly, such a URL is a
 * relative path (RFC 3986 §4.2).
 */
const HOST_FIRST = /^((?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?|(?:localhost|[\d.]+):\d+|localhost)(?=\/|$)/i;

/**
 * Returns a server's URL with the defaults of its variables, or their names without one; "" for a server without a URL.
 */
function urlOf(server: Json | undefined): string {
  const url = member(server, 'url');
  if (typeof url !== 'string') return '';
  const variables = member(server, 'variables');
  return url
    .trim()
    .replaceAll(/\{([^}]*)\}/g, (_, name: string) => String(member(member(variables, name), 'default') ?? name));
}

/** Returns a server's host ("" for a relative URL) and its path, without `..` and a trailing slash. */
function serverOf(server: Json | undefined): { host: string; path: string } {
  const filled = urlOf(server).replace(HOST_FIRST, '//$1');
  const [, host = '', path = ''] = /^(?:[a-z][\w+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)/i.exec(filled) ?? [];
  const rooted = `/${path}`.replaceAll(/\/{2,}/g, '/');
  // A path above the root is the root (RFC 3986 §5.2.4).
  const resolved = /(^|\/)\.\.?(\/|$)/.test(rooted) ? new URL(rooted, 'https://document.invalid').pathname : rooted;
  return { host: host.toLowerCase(), path: resolved.replace(/\/$/, '') };
}

/** Reports the document's servers whose URL lacks a scheme and is read as a host. */
export function reportSchemelessServers(document: JsonObject, findings: Findings): void {
  for (const [index, server] of listOf(member(document, 'servers')).entries())
    if (HOST_FIRST.test(urlOf(server)))
      findings.readOtherwise(
        `/servers/${index}/url`,
        'The URL of a server has no scheme, and is a relative path by the letter; it is read as a host.',
        'Write the scheme, as in "https://api.example.com/v1".',
      );
}

function listOf(servers: Json | undefined): Json[] {
  return Array.isArray(servers) ? servers : [];
}

/** Returns the path of the first server, without a trailing slash: "/v1". Its host is ignored. */
export function basePathOf(document: JsonObject): string {
  return serverOf(listOf(member(document, 'servers'))[0]).path;
}

/**
 * Returns the path of an operation below the document's base path. `servers` are those of the operation or its path
 * item, which replace the document's. The first of them with a host of the document, or with a relative URL, counts.
 * Throws SpecError if there is none or it is not below the base path: one base URL does not reach both.
 */
export function serverPath(document: JsonObject, servers: Json | undefined, template: string, at: string): string {
  const own = listOf(servers).map(serverOf);
  if (own.length === 0) return template;
  const hosts = listOf(member(document, 'servers')).map((server) => serverOf(server).host);
  const here = own.find(({ host }) => host === '' || hosts.length === 0 || hosts.includes('') || hosts.includes(host));
  const base = basePathOf(document);
  if (here && `${here.path}/`.startsWith(`${base}/`)) return here.path.slice(base.length) + template;
  throw invalid(
    `The operation at ${at} has a server of its own that the base URL of the document does not reach.`,
    'Publish it as a feature with a spec of its own, or list that server first for the whole document.',
    at,
  );
}
