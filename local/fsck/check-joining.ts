import type { Domain, DomainHolder } from '#domain/ports/domain-repository.ts';
import type { InvitationLink } from '#domain/ports/join-repository.ts';
import type { Dump } from './dump.ts';

/** Whoever holds a domain has added it, under the record that was found. */
export const heldDomains = ({ of }: Dump): string[] => {
  const added = new Map(of('domain').map(({ tenantId, ids: [domain], record }) => [`${tenantId}/${domain}`, record]));
  return of('domainHolder').flatMap(({ ids: [domain], record }) => {
    const { tenantId, token } = record as DomainHolder;
    const its = added.get(`${tenantId}/${domain}`) as Domain | undefined;
    if (its === undefined) return [`domain ${domain} is held by tenant ${tenantId}, which has not added it`];
    return its.token === token ? [] : [`domain ${domain} is held by tenant ${tenantId} under another record`];
  });
};

/** A link has as many uses left as it may, and its secret leads to it; past its time either may be gone. */
export const links = ({ of, now }: Dump): string[] => {
  const leading = new Map(of('invitation').map(({ ids: [digest], record }) => [digest, record]));
  const running = of('link').filter(({ record }) => Number(record['expiresAt']) * 1000 > now);
  const known = new Set(of('link').map(({ tenantId, ids: [id] }) => `${tenantId}/${id}`));
  const strays = [...leading.values()].filter(
    ({ linkId, tenantId, expiresAt }) =>
      linkId !== undefined && Number(expiresAt) * 1000 > now && !known.has(`${String(tenantId)}/${String(linkId)}`),
  );
  return [
    ...running.flatMap(({ tenantId, ids: [id], record }) => {
      const { digest, usesLeft, maxUses } = record as InvitationLink;
      const there = leading.get(digest);
      return [
        ...(there?.['linkId'] === id && there?.['tenantId'] === tenantId ? [] : [`nothing leads to link ${id}`]),
        ...(usesLeft >= 0 && usesLeft <= maxUses ? [] : [`link ${id} has ${usesLeft} of ${maxUses} uses left`]),
      ];
    }),
    ...strays.map(({ linkId }) => `a secret of link ${String(linkId)}, which is gone`),
  ];
};
