import { AuditSealRepository } from '#adapters/dynamodb/audit-seal-repository.ts';
import type { AuditSealer } from '#domain/ports/audit-sealer.ts';
import { tables } from './tables.ts';

export const auditSealer = (): AuditSealer => new AuditSealRepository(tables);
