import { AuditRepository } from '#adapters/dynamodb/audit-repository.ts';
import type { AuditReader } from '#domain/ports/audit-reader.ts';
import { tables } from './tables.ts';

export const auditReader = (): AuditReader => new AuditRepository(tables);
