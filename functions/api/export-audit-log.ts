import { exportAuditLog as endpoint } from '#contract/endpoints/audit-log.ts';
import { exportAuditLog } from '#domain/audit/export-audit-log.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { auditReader } from '../support/providers/audit-read.ts';

export const operation = implement(endpoint, exportAuditLog);
export const handler = onApiGateway(operation, { 'audit:read': auditReader });
