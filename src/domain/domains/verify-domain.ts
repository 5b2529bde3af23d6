import type { verifyDomain as endpoint } from '#contract/endpoints/domains.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showDomain, tokensInDns, txtNameOf } from './domain-rules.ts';

/**
 * The tenant holds the domain once DNS has its record: in place of another tenant only where that one's record is gone. Throws
 * DOMAIN_NOT_VERIFIED, DOMAIN_TAKEN, DEPENDENCY_UNAVAILABLE (decision record 0116).
 */
export const verifyDomain: UseCase<typeof endpoint> = async ({ scope, path, alongside, audit }, ports, runtime) =>
  untilCommitted(runtime, 'domain', async () => {
    const domain = await ports['domains:read'].find(scope, path.domain.toLowerCase());
    if (!domain) throw notFound();
    const found = await tokensInDns(domain.domain, ports['txt-records:read']);
    const { txtName, txtValue } = showDomain(domain, null);
    if (!found.has(domain))
      throw new ServiceError(
        'DOMAIN_NOT_VERIFIED',
        `DNS has no TXT record ${txtName} with the text ${txtValue}. Add it; it may take an hour until it is seen.`,
      );
    const holder = await ports['domains:read'].findHolder(domain.domain);
    if (holder && holder.tenantId !== scope.tenantId && found.has(holder)) throw taken(domain.domain);
    const verifiedAt = runtime.now().toISOString();
    const answer = { body: showDomain(domain, verifiedAt) };
    const entry = audit('DOMAIN_VERIFIED', { type: 'DOMAIN', id: domain.domain });
    const written = { ...alongside(answer), entry };
    return (await ports['domains:hold'].hold(scope, domain, verifiedAt, holder, written)) ? answer : undefined;
  });

const taken = (domain: string): ServiceError =>
  new ServiceError(
    'DOMAIN_TAKEN',
    `Another tenant has verified ${domain}, and ${txtNameOf(domain)} still has its record. Have it delete the domain, or remove that record.`,
  );
