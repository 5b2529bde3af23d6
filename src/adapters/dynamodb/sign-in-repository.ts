import type { TenantScope } from '#domain/access/scope.ts';
import type { SignInWriter } from '#domain/ports/sign-in.ts';
import type { NewTenant } from '#domain/ports/tenant-writer.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import { unlessRefused } from './change-records.ts';
import { absent, all, equal, exists, set, some } from './expressions.ts';
import { keys } from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import { tenantWrites } from './tenant-items.ts';
import { transactAlongside } from './transact-alongside.ts';
import { emailKey, subjectPut } from './user-items.ts';

export class SignInRepository implements SignInWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async findHolder(email: string): Promise<{ tenantId: string; userId: string } | undefined> {
    const item = await this.#tables(null).get(emailKey(email));
    return item && recordOf<{ tenantId: string; userId: string }>(item);
  }

  bind(scope: TenantScope, userId: string, subject: string): Promise<boolean> {
    return unlessRefused(
      this.#tables(scope.tenantId).transact([
        {
          update: keys.user(scope, userId),
          changes: [set('subject', subject)],
          // The same sign-in, twice at once, is one.
          if: all(exists('pk'), some(absent('subject'), equal('subject', subject))),
        },
        subjectPut(scope, userId, subject),
      ]),
    );
  }

  create(scope: TenantScope, tenant: NewTenant, subject: string, entry: AuditEntry): Promise<boolean> {
    const writes = tenantWrites(scope, tenant, subject);
    return unlessRefused(transactAlongside(this.#tables, scope, writes, { entry }));
  }
}
