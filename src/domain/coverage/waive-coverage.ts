import type { waiveCoverage as endpoint } from '#contract/endpoints/coverage.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import type { Waiver } from '#domain/ports/waiver-repository.ts';
import type { UseCase } from '#domain/use-case.ts';
import { placeOf } from '#domain/audit/place-of.ts';
import { currentPlans } from './current-plans.ts';
import { showWaiver } from './waiver-rules.ts';

/**
 * The caller answers for a journey of the current plans or the workbook. What is blocked by nothing else becomes VERIFIED with the next recorded run.
 * Throws WAIVER_REFUSED for a journey that is in neither, or a time that is over.
 */
export const waiveCoverage: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, head, body, alongside, audit } = input;
  const now = runtime.now();
  const [plans, workbook] = await Promise.all([currentPlans(scope, head, ports), ports['workbooks:read'].find(scope)]);
  const isThere =
    plans?.bundle.plans.some(({ journeyId }) => journeyId === body.journeyId) ||
    workbook.journeys.some(({ id }) => id === body.journeyId);
  if (!isThere)
    throw refused('#/journeyId', 'is no journey of the current plans or the workbook; the coverage report names them');
  const until = body.expiresAt ?? null;
  if (until !== null && Date.parse(until) <= now.getTime()) throw refused('#/expiresAt', 'must be in the future');
  const waiver: Waiver = {
    journeyId: body.journeyId,
    reason: body.reason,
    author: { userId: actor.userId, email: actor.email },
    waivedAt: now.toISOString(),
    waivedUntil: until,
  };
  const answer = { body: showWaiver(waiver, now) };
  const facts = { ...placeOf(scope), reason: waiver.reason, waivedUntil: until };
  const entry = audit('COVERAGE_WAIVED', { type: 'WAIVER', id: waiver.journeyId }, facts);
  if (!(await ports['waivers:write'].put(scope, waiver, { ...alongside(answer), entry }))) throw notFound();
  return answer;
};

const refused = (pointer: string, message: string): ServiceError =>
  new ServiceError('WAIVER_REFUSED', `The waiver cannot stand: ${pointer.slice(2)} ${message}.`, [
    { in: 'body', pointer, code: 'INVALID', message },
  ]);
