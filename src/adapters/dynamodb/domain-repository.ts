import type { TenantScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type {
  Domain,
  DomainAdder,
  DomainHolder,
  DomainHolding,
  DomainReader,
  DomainRemover,
} from '#domain/ports/domain-repository.ts';
import { unlessRefused } from './change-records.ts';
import { absent, all, type Condition, equal } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Write } from './writes.ts';

export class DomainRepository implements DomainReader, DomainAdder, DomainHolding, DomainRemover {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async list(scope: TenantScope): Promise<(Domain & { verifiedAt: string | null })[]> {
    const table = this.#tables(scope.tenantId);
    const { items } = await table.query(ranges.domains(scope));
    const domains = items.map((item) => recordOf<Domain>(item));
    const holders = await table.batchGet(domains.map(({ domain }) => keys.domainHolder(domain)));
    return domains.map((domain, index) => {
      const holder = holders[index] && recordOf<DomainHolder>(holders[index]);
      return { ...domain, verifiedAt: holder?.tenantId === scope.tenantId ? holder.verifiedAt : null };
    });
  }

  async find(scope: TenantScope, domain: string): Promise<Domain | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.domain(scope, domain));
    return item && recordOf<Domain>(item);
  }

  async findHolder(domain: string): Promise<DomainHolder | undefined> {
    const item = await this.#tables(null).get(keys.domainHolder(domain));
    return item && recordOf<DomainHolder>(item);
  }

  add(scope: TenantScope, domain: Domain, alongside: Alongside): Promise<boolean> {
    const put = { put: { ...keys.domain(scope, domain.domain), ...domain }, if: absent('pk') };
    return unlessRefused(transactAlongside(this.#tables, scope, [put], alongside));
  }

  hold(
    scope: TenantScope,
    { domain, token }: Domain,
    verifiedAt: string,
    before: DomainHolder | undefined,
    alongside: Alongside,
  ): Promise<boolean> {
    const holder: DomainHolder = { tenantId: scope.tenantId, token, verifiedAt, lookedUpAt: verifiedAt };
    const writes: Write[] = [
      { put: { ...keys.domainHolder(domain), ...holder }, if: heldAs(before) },
      { check: keys.domain(scope, domain), if: equal('token', token) },
    ];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }

  delete(
    scope: TenantScope,
    { domain, token }: Domain,
    holder: DomainHolder | undefined,
    alongside: Alongside,
  ): Promise<boolean> {
    const writes: Write[] = [
      { delete: keys.domain(scope, domain), if: equal('token', token) },
      ...(holder?.tenantId === scope.tenantId ? [{ delete: keys.domainHolder(domain), if: heldAs(holder) }] : []),
    ];
    return unlessRefused(transactAlongside(this.#tables, scope, writes, alongside));
  }
}

/** Held by the same tenant under the same record, or by nobody, as before. */
const heldAs = (holder: DomainHolder | undefined): Condition =>
  holder === undefined ? absent('pk') : all(equal('tenantId', holder.tenantId), equal('token', holder.token));
