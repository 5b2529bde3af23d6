import type { exportAuditLog as endpoint } from '#contract/endpoints/audit-log.ts';
import { auditEntry } from '#contract/schemas/audit-log.ts';
import * as z from '#contract/schemas/zod.ts';
import type { UseCase } from '#domain/use-case.ts';
import type { AuditEntry } from './audit-entry.ts';
import { csvOf } from './csv.ts';
import { readAuditLog, tooLarge } from './read-audit-log.ts';

/** What one answer can carry (decision record 0009). */
const mostBytes = 5_000_000;

/** The audit log as a file: one JSON object a line, or a table. */
export const exportAuditLog: UseCase<typeof endpoint> = async (input, ports, runtime) => {
  const entries = await readAuditLog(input, ports['audit:read'], runtime.now());
  const isCsv = input.query.format === 'csv';
  const body = isCsv ? csvOf([columns, ...entries.map(rowOf)]) : entries.map(lineOf).join('');
  if (Buffer.byteLength(body) > mostBytes) throw tooLarge('These days are more than 5 MB. Ask for fewer.');
  return { body, ...(isCsv && { headers: { 'content-type': 'text/csv; charset=utf-8' } }) };
};

const lineOf = (entry: AuditEntry): string => `${JSON.stringify(z.parse(auditEntry, entry))}\n`;

const columns = [
  'id',
  'at',
  'action',
  'userId',
  'email',
  'tokenId',
  'targetType',
  'targetId',
  'targetName',
  'requestId',
  'metadata',
];

const rowOf = ({ id, at, action, actor, target, requestId, metadata }: AuditEntry): string[] => [
  id,
  at,
  action,
  actor.userId ?? '',
  actor.email ?? '',
  actor.tokenId ?? '',
  target.type,
  target.id,
  target.name ?? '',
  requestId,
  JSON.stringify(metadata),
];
