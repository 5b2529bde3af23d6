import { paramsOf } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import type { Journey } from '../../model/journey.ts';
import { undoIfMadeAtAll } from '../../builder/create-item.ts';
import type { Planning } from '../../model/planning.ts';
import { expectRefusal } from '../../model/documented-responses.ts';
import { frozenBody } from '../../model/frozen-body.ts';
import { placeholderPathValue } from '../../requests/placeholder-path-value.ts';
import { envProvidedParam } from '../../model/env-provided-param.ts';

/**
 * Returns the path parameter of the parent if a POST below an unknown parent must be refused. The create documents 404
 * and no 202. Parents have a read, and get their ids from the server by POST. Undefined otherwise.
 */
export function checkedParent(planning: Planning, { create }: Resource): string | undefined {
  const { operation, id } = create ?? {};
  const param = paramsOf(operation?.path ?? '').at(-1);
  if (operation?.method !== 'POST' || id?.from !== 'body' || param === undefined) return undefined;
  if (!operation.responses['404'] || operation.responses['202']) return undefined;
  if (envProvidedParam(planning, param) !== undefined) return undefined;
  const parent = planning.graph.producerOf(operation.path, param);
  const isServers = parent?.create?.operation.method === 'POST' && parent.create.id.from === 'body';
  return isServers && parent?.read !== undefined ? param : undefined;
}

/**
 * Adds a POST below an unknown parent, which must be refused. Any 4xx but 408, 425 and 429 passes. Adds nothing without
 * a `checkedParent`.
 */
export function createWithUnknownParent(journey: Journey, resource: Resource): void {
  const { planning } = journey;
  const param = checkedParent(planning, resource);
  const operation = resource.create?.operation;
  if (param === undefined || !operation) return;
  const unknown = placeholderPathValue(planning, operation, param);
  const body = journey.attempt(() => journey.body(operation, 2));
  if (!unknown || 'literal' in unknown || !body) return;
  const step = journey.step({
    verb: 'create-nowhere',
    noun: resource.noun,
    operation,
    persona: journey.actor,
    path: { ...journey.pathOf(operation, undefined), [param]: unknown },
    body: frozenBody(body),
    expect: expectRefusal(operation, 'not-found', [404]),
    mayBeAbsent: true,
    assert: [{ op: 'status' }],
  });
  undoIfMadeAtAll(journey, resource, step);
}
