import type { listAuditLog as endpoint } from '#contract/endpoints/audit-log.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';
import { readAuditLog } from './read-audit-log.ts';

/** Who gave or took which rights, newest first. */
export const listAuditLog: UseCase<typeof endpoint> = async (input, ports, runtime) => ({
  body: pageOf(await readAuditLog(input, ports['audit:read'], runtime.now()), input.query),
});
