import { createHash } from 'node:crypto';
import { ServiceError } from '#contract/errors.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { hashOf } from '#planner/spec/canonical-json.ts';
import type { Json } from '#verifier/plan/plan.ts';

/** A request that is to happen once (security and reliability §3, Idempotency-Key): who sent it where under which key, and what it said. */
export type IdempotentRequest = { keyHash: string; requestHash: string };

const longestKey = 255;

/** Undefined without the header. Throws INVALID_PARAMETER for an empty or too long key. */
export const idempotentRequest = (
  headers: Record<string, string>,
  actor: Actor,
  scope: FeatureScope,
  operationId: string,
  body: Json,
): IdempotentRequest | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (key.trim() === '' || key.length > longestKey) {
    const message = `must have 1 to ${longestKey} characters`;
    throw new ServiceError('INVALID_PARAMETER', `Idempotency-Key ${message}.`, [
      { in: 'header', name: 'Idempotency-Key', code: 'INVALID', message },
    ]);
  }
  const owner = JSON.stringify([actor.userId, operationId, scope.featureId, key]);
  return { keyHash: createHash('sha256').update(owner).digest('hex'), requestHash: hashOf(body) };
};
