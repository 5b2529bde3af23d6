import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Sso, SsoReader, SsoWriter } from '#domain/ports/sso-repository.ts';
import { unlessRefused } from './change-records.ts';
import { absent, type Condition, equal } from './expressions.ts';
import * as keys from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Write } from './writes.ts';

export class SsoRepository implements SsoReader, SsoWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: TenantScope): Promise<Sso | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.sso(scope));
    return item && recordOf<Sso>(item);
  }

  set(scope: TenantScope, sso: Sso, before: Sso | undefined, alongside: Alongside): Promise<boolean> {
    const { tenantId } = scope;
    const { provider, type } = sso;
    const writes: Write[] = [
      { put: { ...keys.sso(scope), ...sso }, if: sameAs(before) },
      { put: { ...keys.identityProvider(provider), tenantId, type } },
      ...(before && before.provider !== provider ? [{ delete: keys.identityProvider(before.provider) }] : []),
    ];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }

  delete(scope: TenantScope, sso: Sso, alongside: Alongside): Promise<boolean> {
    const writes: Write[] = [
      { delete: keys.sso(scope), if: sameAs(sso) },
      { delete: keys.identityProvider(sso.provider) },
    ];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }
}

const sameAs = (before: Sso | undefined): Condition =>
  before === undefined ? absent('pk') : equal('version', before.version);
