import type { waiveCoverage as endpoint } from '#contract/endpoints/coverage.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { Waiver } from '#domain/ports/waiver-repository.ts';
import type { Workbook } from '#domain/ports/workbook-repository.ts';
import type { UseCase } from '#domain/use-case.ts';
import { placeOf } from '#domain/audit/place-of.ts';
import { currentPlans } from './current-plans.ts';
import { gapIdOf } from './flow-gaps.ts';
import { showWaiver } from './waiver-rules.ts';

/**
 * The caller answers for a journey of the current plans or the workbook, or for an operation that no journey covers. What is blocked by nothing else becomes VERIFIED with the next recorded run.
 * Throws WAIVER_REFUSED for a journey that is in neither, an operation that the spec has not, or a time that is over.
 */
export const waiveCoverage: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const { actor, scope, head, body, alongside, audit } = input;
  const now = runtime.now();
  const [plans, workbook] = await Promise.all([currentPlans(scope, head, ports), ports['workbooks:read'].find(scope)]);
  const waived = waivedBy(body, plans, workbook);
  const until = body.expiresAt ?? null;
  if (until !== null && Date.parse(until) <= now.getTime()) throw refused('#/expiresAt', 'must be in the future');
  const waiver: Waiver = {
    ...waived,
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

/** What is waived. Throws WAIVER_REFUSED. */
const waivedBy = (
  { journeyId, operation }: { journeyId?: string; operation?: string },
  plans: PlanDocument | undefined,
  workbook: Workbook,
): Pick<Waiver, 'journeyId' | 'operation'> => {
  if (operation !== undefined) {
    if (!plans?.operations.includes(operation))
      throw refused(
        '#/operation',
        'is no operation of the current spec; the flowGaps of the coverage report name them',
      );
    return { journeyId: gapIdOf(operation), operation };
  }
  const isThere =
    plans?.bundle.plans.some((plan) => plan.journeyId === journeyId) ||
    workbook.journeys.some(({ id }) => id === journeyId);
  if (journeyId === undefined || !isThere)
    throw refused('#/journeyId', 'is no journey of the current plans or the workbook; the coverage report names them');
  return { journeyId };
};

const refused = (pointer: string, message: string): ServiceError =>
  new ServiceError('WAIVER_REFUSED', `The waiver cannot stand: ${pointer.slice(2)} ${message}.`, [
    { in: 'body', pointer, code: 'INVALID', message },
  ]);
