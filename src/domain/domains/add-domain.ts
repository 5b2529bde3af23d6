import type { addDomain as endpoint } from '#contract/endpoints/domains.ts';
import { ServiceError } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { showDomain } from './domain-rules.ts';
import { isPublicMail } from './public-mail.ts';

const tokenBytes = 20;

/**
 * A domain that counts for nothing before it is verified, so several tenants may add one. Throws DOMAIN_REFUSED for public mail, DOMAIN_TAKEN where
 * this tenant has it (decision record 0116).
 */
export const addDomain: UseCase<typeof endpoint> = async ({ scope, body, alongside, audit }, ports, runtime) => {
  if (isPublicMail(body.domain))
    throw new ServiceError(
      'DOMAIN_REFUSED',
      `Anybody can have an address of ${body.domain}. Add a domain that only your people have addresses of.`,
      [{ in: 'body', pointer: '#/domain', code: 'INVALID', message: 'is a domain of public mail' }],
    );
  const token = Buffer.from(runtime.randomBytes(tokenBytes)).toString('base64url');
  const domain = { ...body, token, createdAt: runtime.now().toISOString() };
  const answer = { body: showDomain(domain, null) };
  const { autoJoin, defaultRole } = domain;
  const entry = audit('DOMAIN_ADDED', { type: 'DOMAIN', id: domain.domain }, { autoJoin, defaultRole });
  if (await ports['domains:add'].add(scope, domain, { ...alongside(answer), entry })) return answer;
  throw new ServiceError('DOMAIN_TAKEN', `Your tenant has ${domain.domain}. To change it, delete it and add it again.`);
};
