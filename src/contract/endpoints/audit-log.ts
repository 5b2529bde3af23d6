import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { auditEntry, auditQuery, exportFormat } from '../schemas/audit-log.ts';
import * as z from '../schemas/zod.ts';

const path = '/api/v1/audit-log';

export const listAuditLog = defineEndpoint({
  operationId: 'listAuditLog',
  method: 'GET',
  path,
  summary: 'List what gave or took rights in at most 31 days, newest first',
  tags: ['Audit log'],
  permission: 'audit:read',
  request: { query: { ...pageQuery, ...auditQuery } },
  success: { status: 200, body: paged(auditEntry) },
  uses: ['audit:read'],
  errors: ['TIER_REQUIRED', 'RANGE_TOO_LARGE'],
});

export const exportAuditLog = defineEndpoint({
  operationId: 'exportAuditLog',
  method: 'GET',
  path: `${path}/export`,
  summary: 'Export at most 31 days of the audit log, newest first, as NDJSON or CSV',
  tags: ['Audit log'],
  permission: 'audit:read',
  request: { query: { ...auditQuery, format: exportFormat } },
  success: { status: 200, body: z.string(), mediaType: 'application/x-ndjson', orAs: 'text/csv' },
  uses: ['audit:read'],
  errors: ['TIER_REQUIRED', 'RANGE_TOO_LARGE'],
});
