import type { deleteWaiver as endpoint } from '#contract/endpoints/coverage.ts';
import { notFound } from '#contract/errors.ts';
import { placeOf } from '#domain/audit/place-of.ts';
import type { UseCase } from '#domain/use-case.ts';

/** From then on the journey blocks again, unless it passes. */
export const deleteWaiver: UseCase<typeof endpoint> = async ({ scope, path, audit }, ports) => {
  const entry = audit('WAIVER_DELETED', { type: 'WAIVER', id: path.journeyId }, placeOf(scope));
  if (!(await ports['waivers:write'].delete(scope, path.journeyId, { entry }))) throw notFound();
  return { body: undefined };
};
