import type { deleteDomain as endpoint } from '#contract/endpoints/domains.ts';
import { notFound } from '#contract/errors.ts';
import { untilCommitted } from '#domain/until-committed.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The domain is gone, and free for others where it was verified. Who has joined by it stays. */
export const deleteDomain: UseCase<typeof endpoint> = async ({ scope, path, audit }, ports, runtime) =>
  untilCommitted(runtime, 'domain', async () => {
    const name = path.domain.toLowerCase();
    const [domain, holder] = await Promise.all([
      ports['domains:read'].find(scope, name),
      ports['domains:read'].findHolder(name),
    ]);
    if (!domain) throw notFound();
    const isVerified = holder?.tenantId === scope.tenantId;
    const entry = audit('DOMAIN_DELETED', { type: 'DOMAIN', id: domain.domain }, { isVerified });
    return (await ports['domains:delete'].delete(scope, domain, holder, { entry })) ? { body: undefined } : undefined;
  });
