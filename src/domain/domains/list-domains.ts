import type { listDomains as endpoint } from '#contract/endpoints/domains.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showDomain } from './domain-rules.ts';

/** The domains of the tenant by name, verified or not. */
export const listDomains: UseCase<typeof endpoint> = async ({ scope, query }, ports) => {
  const domains = await ports['domains:read'].list(scope);
  const shown = domains.map(({ verifiedAt, ...domain }) => showDomain(domain, verifiedAt));
  return { body: pageOf(shown, query) };
};
