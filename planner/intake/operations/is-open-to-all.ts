import type { HttpMethod } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject } from '../json/json-object.ts';

/** Last segments of paths that are public: the root, health, version and the like. */
const TELLS = new Set(['', ...'health healthz live livez liveness ping ready readyz readiness version'.split(' ')]);
/** Last segments of paths at which a caller obtains credentials. */
const GIVES_IDENTITY = new Set('login register registration signin signup'.split(' '));

/**
 * True if anybody may probably call the operation, judged by its method and path: `GET /health`, `POST /login`.
 * False for a path with a parameter.
 */
export function isOpenToAll(method: HttpMethod, path: string): boolean {
  if (path.includes('{')) return false;
  const own = path.replace(/\/$/, '');
  const last = own.slice(own.lastIndexOf('/') + 1).toLowerCase();
  return TELLS.has(last) || (method === 'POST' && GIVES_IDENTITY.has(last.replaceAll(/[^a-z]/g, '')));
}

/**
 * True if drf-yasg filled in the document-wide security: Basic as the only scheme, and an operationId such as
 * `tasks_list`. The operation may be public, which is the default of Django REST framework.
 */
export function isFilledInSecurity(document: JsonObject, { operationId }: JsonObject): boolean {
  const { components, security } = document;
  const schemes = isObject(components) && isObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  const isNamedByIt =
    typeof operationId === 'string' && /_(?:list|create|read|update|partial_update|delete)$/.test(operationId);
  const isOnly = Object.keys(schemes).join() === 'Basic' && JSON.stringify(security) === '[{"Basic":[]}]';
  return isNamedByIt && isOnly;
}
