import { DomainRepository } from '#adapters/dynamodb/domain-repository.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import { mintScope } from '#domain/access/scope.ts';
import { systemRuntime } from '#functions/support/runtime.ts';

/** Puts a verified domain of a tenant into the table: no DNS need say so. */
export const holdDomain = async (tables: Tables, { tenantId }: { tenantId: string }, domain: string): Promise<void> => {
  const scope = mintScope.tenant(tenantId);
  const createdAt = systemRuntime.now().toISOString();
  const added = { domain, token: systemRuntime.newId(), autoJoin: false, defaultRole: 'MEMBER', createdAt } as const;
  const domains = new DomainRepository(tables);
  const isHeld = (await domains.add(scope, added, {})) && (await domains.hold(scope, added, createdAt, undefined, {}));
  if (!isHeld) throw new Error(`${domain} is held already`);
};
