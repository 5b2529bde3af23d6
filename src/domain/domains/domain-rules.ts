import type { Domain, DomainHolder } from '#domain/ports/domain-repository.ts';
import type { TxtRecords } from '#domain/ports/txt-records.ts';

export const txtNameOf = (domain: string): string => `_dezycro-verify.${domain}`;
const txtValueOf = (token: string): string => `dezycro-verify=${token}`;

/** A domain as it is shown. */
export const showDomain = ({ domain, token, autoJoin, defaultRole, createdAt }: Domain, verifiedAt: string | null) => ({
  domain,
  autoJoin,
  defaultRole,
  txtName: txtNameOf(domain),
  txtValue: txtValueOf(token),
  verifiedAt,
  createdAt,
});

/** Which of the tokens DNS has a record of now. Throws DEPENDENCY_UNAVAILABLE. */
export const tokensInDns = async (
  domain: string,
  records: TxtRecords,
): Promise<{ has(of: Pick<DomainHolder, 'token'>): boolean }> => {
  const texts = new Set((await records.list(txtNameOf(domain))).map((text) => text.trim()));
  return { has: ({ token }) => texts.has(txtValueOf(token)) };
};
