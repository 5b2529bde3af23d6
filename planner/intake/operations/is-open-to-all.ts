import type { HttpMethod } from '#verifier/plan/plan.ts';

import { isObject, type JsonObject } from '../json/json-object.ts';

/** Paths that tell anybody that the service is up and what it is: the root, health, version and the like. */
const TELLS = new Set(['', ...'health healthz live livez liveness ping ready readyz readiness version'.split(' ')]);
/** Paths by which a caller without an identity gets one: sign-up, login, token. */
const GIVES_IDENTITY = new Set('login register registration signin signup'.split(' '));

/** True if the name of an operation says that everybody may call it. Paths below an item are excluded. */
export function isOpenToAll(method: HttpMethod, path: string): boolean {
  if (path.includes('{')) return false;
  const own = path.replace(/\/$/, '');
  const last = own.slice(own.lastIndexOf('/') + 1).toLowerCase();
  return TELLS.has(last) || (method === 'POST' && GIVES_IDENTITY.has(last.replaceAll(/[^a-z]/g, '')));
}

/**
 * True if the document-wide security is the one that drf-yasg fills in by default: one scheme called Basic. The views
 * may be public, which is the default of Django REST framework.
 */
export function isFilledInSecurity(document: JsonObject, { operationId }: JsonObject): boolean {
  const { components, security } = document;
  const schemes = isObject(components) && isObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  const isNamedByIt =
    typeof operationId === 'string' && /_(?:list|create|read|update|partial_update|delete)$/.test(operationId);
  const isOnly = Object.keys(schemes).join() === 'Basic' && JSON.stringify(security) === '[{"Basic":[]}]';
  return isNamedByIt && isOnly;
}
