import type { listInvitationLinks as endpoint } from '#contract/endpoints/invitation-links.ts';
import { pageOf } from '#contract/pagination.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showLink } from './show-link.ts';

/** The links of the tenant, newest first, without their secrets. */
export const listInvitationLinks: UseCase<typeof endpoint> = async ({ scope, query }, ports) => ({
  body: pageOf((await ports['links:read'].list(scope)).map(showLink), query),
});
