import type { Template } from '#verifier/plan/plan.ts';

import type { Operation } from '../../../intake/model/operation.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import type { BuiltBody } from '../../model/built-body.ts';
import { expectRefusal } from '../../model/documented-responses.ts';
import type { Journey } from '../../model/journey.ts';

type Refusal = 'unauthenticated' | 'forbidden' | 'cross-persona';
/**
 * The caller that is refused: `other` is a persona's name, or null for a request without credentials. With `ofAll`,
 * singletons that all callers share are tried too, by a request that changes nothing.
 */
export type Refused = { other: string | null; refusal: Refusal; ofAll?: boolean };

/** Statuses of each refusal, the usual one first. The first that the operation documents is expected. */
const LIKELY: Record<Refusal, number[]> = {
  unauthenticated: [401, 403, 404],
  forbidden: [403, 404, 401],
  'cross-persona': [404, 403, 401],
};

/**
 * Returns the path values for the refused request. An env-provided value is taken from an earlier step, because the
 * other persona may have its own. Throws CannotPlan if no step sent it, unless the request has no credentials.
 */
export function samePath(
  journey: Journey,
  path: Record<string, Template>,
  other: string | null,
): Record<string, Template> {
  return Object.fromEntries(
    Object.entries(path).map(([name, value]) => {
      if (!('input' in value)) return [name, value];
      const step = journey.steps.find((earlier) => Object.hasOwn(earlier.params.path, name));
      if (step) return [name, { sent: step.id, pointer: `/path/${name}` }];
      if (other === null) return [name, value];
      throw new CannotPlan({
        reason: 'NOT_CREATABLE',
        detail: `Nothing shows that ${name} is the actor's before ${other} tries it.`,
        edit: `Add a GET below {${name}} that the actor may call.`,
      });
    }),
  );
}

/**
 * The parts of the refused request. With `canSpare`, the engine may leave optional members out after a refusal of a
 * value. An update does not set it, because its body could end up empty.
 */
export type Tried = {
  item?: ReturnType<Journey['item']>;
  body?: BuiltBody | undefined;
  path: Record<string, Template>;
  query?: Record<string, Template> | undefined;
  rpc?: 'READ';
  canSpare?: true;
};

/**
 * Adds the request that must be refused, with the status that it documents, or else a usual one of the refusal. Returns
 * the step's id. Throws CannotPlan.
 */
export function refusedStep(
  journey: Journey,
  operation: Operation,
  verb: string,
  noun: string,
  more: Tried & Refused,
): string {
  const { other, refusal, item, body, path, query, rpc, canSpare = false } = more;
  return journey.step({
    verb: `refused-${verb}`,
    noun,
    operation,
    persona: other,
    madeUp: refusal === 'unauthenticated' ? (journey.actor ?? undefined) : undefined,
    item,
    body,
    query,
    ...(rpc && { rpc }),
    optional: canSpare ? body?.optional : undefined,
    path: samePath(journey, path, other),
    expect: expectRefusal(operation, refusal, LIKELY[refusal]),
    assert: [{ op: 'status' }],
  });
}
