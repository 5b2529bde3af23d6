import type { getWorkbook as endpoint } from '#contract/endpoints/workbooks.ts';
import type { UseCase } from '#domain/use-case.ts';
import { workbookView } from './show-workbook.ts';

/** The workbook of a feature, empty before the first is written. */
export const getWorkbook: UseCase<typeof endpoint> = async ({ scope, head }, ports, runtime) => {
  const [workbook, show] = await Promise.all([
    ports['workbooks:read'].find(scope),
    workbookView(scope, head, ports, runtime.now()),
  ]);
  // For If-Match. Not the tag of the answer, whose statuses move with every run.
  return { body: show(workbook), headers: { etag: `"v${workbook.version}"` } };
};
