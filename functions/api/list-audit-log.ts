import { listAuditLog as endpoint } from '#contract/endpoints/audit-log.ts';
import { listAuditLog } from '#domain/audit/list-audit-log.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { auditReader } from '../support/providers/audit-read.ts';

export const operation = implement(endpoint, listAuditLog);
export const handler = onApiGateway(operation, { 'audit:read': auditReader });
