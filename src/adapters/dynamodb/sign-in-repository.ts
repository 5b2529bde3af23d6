import type { SignsInAs } from '#domain/access/person.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import type { SignInWriter } from '#domain/ports/sign-in.ts';
import type { NewTenant } from '#domain/ports/tenant-writer.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import { unlessRefused } from './change-records.ts';
import { absent, all, equal, exists, set, some } from './expressions.ts';
import * as keys from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import { tenantWrites } from './tenant-items.ts';
import { transactAlongside } from './transact-alongside.ts';
import { emailKey, subjectPut, userOf } from './user-items.ts';

export class SignInRepository implements SignInWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async findHolder(email: string): ReturnType<SignInWriter['findHolder']> {
    const item = await this.#tables(null).get(emailKey(email));
    if (!item) return undefined;
    const { tenantId, userId } = recordOf<{ tenantId: string; userId: string }>(item);
    const user = await this.#tables(tenantId).get(keys.user(mintScope.tenant(tenantId), userId));
    return { tenantId, userId, role: user && userOf(user).tenantRole };
  }

  async bind(scope: TenantScope, userId: string, as: SignsInAs): Promise<boolean> {
    const key = keys.user(scope, userId);
    const [name, subject] = 'subject' in as ? ['subject', as.subject] : ['ssoSubject', as.ssoSubject];
    const table = this.#tables(scope.tenantId);
    const before =
      name === 'subject' ? undefined : await table.get(key).then((item) => item && userOf(item).ssoSubject);
    const isReplaced = before !== undefined && before !== subject;
    return unlessRefused(
      table.transact([
        {
          update: key,
          changes: [set(name, subject)],
          // The same sign-in, twice at once, is one.
          if: all(exists('pk'), isReplaced ? equal(name, before) : some(absent(name), equal(name, subject))),
        },
        subjectPut(scope, userId, subject),
        ...(isReplaced ? [{ delete: keys.subject(before) }] : []),
      ]),
    );
  }

  create(scope: TenantScope, tenant: NewTenant, subject: string, entry: AuditEntry): Promise<boolean> {
    const writes = tenantWrites(scope, tenant, subject);
    return unlessRefused(transactAlongside(this.#tables, scope, writes, { entry }));
  }
}
