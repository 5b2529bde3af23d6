import type { updateWorkbook as endpoint } from '#contract/endpoints/workbooks.ts';
import { ServiceError } from '#contract/errors.ts';
import type { WorkbookJourney } from '#domain/ports/workbook-repository.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import type { UseCase } from '#domain/use-case.ts';
import { requireVersion } from '#domain/versioned.ts';
import { workbookView } from './show-workbook.ts';

/** The whole workbook anew, one flow version on; it counts at once. Throws VALIDATION_FAILED for an id that is there twice. */
export const updateWorkbook: UseCase<typeof endpoint> = async ({ scope, head, body, ifMatch }, ports, runtime) => {
  const journeys = body.journeys.map((journey): WorkbookJourney => ({
    id: journey.id ?? runtime.newId(),
    name: journey.name,
    description: journey.description ?? null,
    persona: journey.persona ?? null,
    enforcement: journey.enforcement,
    steps: journey.steps.map(({ description, operationId = null }) => ({ description, operationId })),
  }));
  const twice = journeys.findIndex(({ id }, at) => journeys.findIndex((other) => other.id === id) !== at);
  if (twice !== -1) throw repeated(twice);
  const replaced = untilCommitted(runtime, 'feature', async () => {
    const { version } = await ports['workbooks:write'].find(scope);
    requireVersion(version, ifMatch);
    const next = { journeys, version: version + 1 };
    return (await ports['workbooks:write'].replace(scope, next)) ? next : undefined;
  });
  // How the journeys stand does not depend on what is written.
  const [workbook, show] = await Promise.all([replaced, workbookView(scope, head, ports, runtime.now())]);
  return { body: show(workbook), version: workbook.version };
};

const repeated = (index: number): ServiceError =>
  new ServiceError('VALIDATION_FAILED', 'Two journeys have the same id.', [
    { in: 'body', pointer: `#/journeys/${index}/id`, code: 'INVALID', message: 'is the id of an earlier journey' },
  ]);
