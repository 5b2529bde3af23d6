import type { Plan, Step } from '../plan/plan.ts';

/**
 * True if the parent was created in a collection of the same name under another prefix: POST /api/v1/namespaces, then
 * /apis/apps/v1/namespaces/{namespace}/deployments. Nothing proves that it is known there.
 */
export function isNamesake({ steps }: Pick<Plan, 'steps'>, { path, params }: Pick<Step, 'path' | 'params'>): boolean {
  const [, collection, param = ''] = /^([^{}]+)\/\{([^{}]+)\}\/[^{}]*$/.exec(path) ?? [];
  const value = params.path[param];
  if (collection === undefined || value === undefined) return false;
  const maker = steps.find(({ id, captures }) =>
    'capture' in value ? Object.hasOwn(captures, value.capture) : 'sent' in value && value.sent === id,
  );
  if (maker === undefined || maker.path.includes('{') || maker.path === collection) return false;
  const name = collection.slice(collection.lastIndexOf('/'));
  return maker.method === 'POST' && maker.path.endsWith(name);
}
