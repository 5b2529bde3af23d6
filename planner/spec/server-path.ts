import type { Json } from '#verifier/plan/plan.ts';

import { type JsonObject, member } from './json-object.ts';
import { invalid } from './spec-error.ts';

/** A server's host ("" where relative) and path, without a trailing slash; variables by their defaults. */
function serverOf(server: Json | undefined): { host: string; path: string } {
  const url = member(server, 'url');
  if (typeof url !== 'string') return { host: '', path: '' };
  const variables = member(server, 'variables');
  const filled = url.replaceAll(/\{([^}]*)\}/g, (_, name: string) =>
    String(member(member(variables, name), 'default') ?? name),
  );
  const [, host = '', path = ''] = /^(?:[a-z][\w+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)/i.exec(filled) ?? [];
  return { host: host.toLowerCase(), path: `/${path}`.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '') };
}

function listOf(servers: Json | undefined): Json[] {
  return Array.isArray(servers) ? servers : [];
}

/** Path of the first server: variables by their defaults, host ignored, no trailing slash (planner and verifier §5). */
export function basePathOf(document: JsonObject): string {
  return serverOf(listOf(member(document, 'servers'))[0]).path;
}

/**
 * The template of an operation below the document's base path, where the operation or its path has servers of its own (which win,
 * planner and verifier §5). Throws SpecError where those servers are another host, or not below the base path: one base URL does not reach both.
 */
export function ownPath(document: JsonObject, servers: Json | undefined, template: string, at: string): string {
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
