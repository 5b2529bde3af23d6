import type { HttpMethod } from '#verifier/plan/plan.ts';

/** What tells everybody that a service is there, and what it is: the root, and these. */
const TELLS = new Set(['', ...'health healthz live livez liveness ping ready readyz readiness version'.split(' ')]);
/** How one who has no identity yet gets one. */
const GIVES_IDENTITY = new Set('login register registration signin signup'.split(' '));

/** Whether an operation is by its name one for everybody: what is below a thing, or in the middle of a path, is not. */
export function isOpenToAll(method: HttpMethod, path: string): boolean {
  if (path.includes('{')) return false;
  const own = path.replace(/\/$/, '');
  const last = own.slice(own.lastIndexOf('/') + 1).toLowerCase();
  return TELLS.has(last) || (method === 'POST' && GIVES_IDENTITY.has(last.replaceAll(/[^a-z]/g, '')));
}
