import { sealAuditLog as job } from '#contract/jobs.ts';
import { sealAuditLog } from '#domain/audit/seal-audit-log.ts';
import { implementJob } from '../support/implement-job.ts';
import { onSchedule } from '../support/on-job.ts';
import { auditSealer } from '../support/providers/audit-seal.ts';
import { sealCopies } from '../support/providers/seals-copy.ts';

export const operation = implementJob(job, sealAuditLog);
export const handler = onSchedule(operation, undefined, {
  'audit:seal': auditSealer,
  'seals:copy': sealCopies,
});
