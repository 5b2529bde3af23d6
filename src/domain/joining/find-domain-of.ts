import { domainOf } from '#domain/domains/domain-of.ts';
import { tokensInDns } from '#domain/domains/domain-rules.ts';
import type { HeldDomain } from '#domain/ports/join-repository.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';

/** After so long the record is looked up again before somebody joins by it. */
const trustedDays = 7;

/** The tenant that holds the domain of the address by a record that is there; undefined: none. Throws DEPENDENCY_UNAVAILABLE. */
export const findDomainOf = async (
  email: string,
  ports: PortsFor<'users:join' | 'txt-records:read'>,
  runtime: Runtime,
): Promise<HeldDomain | undefined> => {
  const domain = domainOf(email);
  const held = domain === '' ? undefined : await ports['users:join'].findByDomain(domain);
  if (held === undefined) return undefined;
  const now = runtime.now();
  if (Date.parse(held.holder.lookedUpAt) > now.getTime() - trustedDays * 24 * 3600 * 1000) return held;
  if (!(await tokensInDns(domain, ports['txt-records:read'])).has(held.holder)) return undefined;
  await ports['users:join'].noteLookup(held, now);
  return held;
};
