import { TenantClosing } from '#adapters/dynamodb/tenant-closing.ts';
import type { TenantCloser } from '#domain/ports/invitation-repository.ts';
import { tables } from './tables.ts';

export const tenantCloser = (): TenantCloser => new TenantClosing(tables);
